# SPDX-License-Identifier: MIT
# Configures, builds and runs a small project that finds us as a package; CMAKE_PREFIX_PATH is the enable script's.
set -euo pipefail
unset CPATH LIBRARY_PATH LD_LIBRARY_PATH
cp "$1"/program/* .
cmake -S "$1/$2" -B build -G Ninja -DPROGRAM_FOLDER="$PWD" >configure.log 2>&1 || { cat configure.log; exit 1; }
cmake --build build
./build/prog codelets.cpp
