# SPDX-License-Identifier: MIT
# Every link name seen in public build files, and a call into each library.
set -euo pipefail
cp "$1"/program/libraries.cpp .
g++ -std=c++11 -Wall -Wextra -Werror libraries.cpp -o libraries -lpoplar -lpoputil -lpopops -lpoplin -lpopnn -lpoprand \
  -lpopsparse -lpopfloat -lpopsys -lpvti -lpva -lgcl -lgcl_ct -ltbb
./libraries
