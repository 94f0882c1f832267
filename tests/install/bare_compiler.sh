# SPDX-License-Identifier: MIT
# The build lines of public programs: no -I, no -L, no rpath.
set -euo pipefail
cp "$1"/program/* .
[ -n "$POPLAR_SDK_ENABLED" ]
g++ -std=c++11 -Wall -Wextra -Werror prog.cpp -lpoplar -o prog
./prog codelets.cpp
popc codelets.cpp -o codelets.gp
./prog codelets.gp
# Second program, with the helper library, as C++17 and with clang.
clang++-19 -std=c++17 -Wall -Werror prog.cpp -lpoplar -lpoputil -o prog17
./prog17 codelets.gp
