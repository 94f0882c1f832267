# SPDX-License-Identifier: MIT
# pkg-config alone, without the compiler variables of the enable script.
set -euo pipefail
cp "$1"/program/* .
unset CPATH LIBRARY_PATH
read -ra flags <<<"$(pkg-config --cflags --libs poplar)"
g++ -std=c++11 prog.cpp "${flags[@]}" -o prog
./prog codelets.cpp
pkg-config --exists popops poputil poplin popnn poprand popsparse popfloat popsys gcl pva pvti
pkg-config --print-requires popops | grep -qx poplar
