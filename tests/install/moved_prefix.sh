# SPDX-License-Identifier: MIT
# An installation works from wherever it is copied to.
set -euo pipefail
cp "$1"/program/* .
cp -r "$2" elsewhere
unset POPLAR_SDK_ENABLED CPATH LIBRARY_PATH LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
export PATH=/usr/local/bin:/usr/bin:/bin
source elsewhere/enable.sh
[ "$POPLAR_SDK_ENABLED" = "$PWD/elsewhere" ]
[ "$(command -v popc)" = "$PWD/elsewhere/bin/popc" ]
g++ -std=c++11 prog.cpp -lpoplar -o prog
ldd prog | grep -q "libpoplar.so.* => $PWD/elsewhere/lib/"
./prog codelets.cpp
