# SPDX-License-Identifier: MIT
# Installs the build tree into an empty prefix and looks for the parts that everything else relies on.
set -euo pipefail
cmake=$1 build=$2 prefix=$3
rm -rf "$prefix"
"$cmake" --install "$build" --prefix "$prefix" >/dev/null
for part in include/poplar/Graph.hpp include/poputil/TileMapping.hpp include/print.h bin/popc lib/libpoplar.so \
  etc/enable enable.sh lib/cmake/poplar/poplarConfig.cmake lib/pkgconfig/poplar.pc; do
  [ -e "$prefix/$part" ] || { echo "not installed: $part"; exit 1; }
done
