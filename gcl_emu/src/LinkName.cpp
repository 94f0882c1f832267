// SPDX-License-Identifier: MIT
// libgcl_ct is a link name that build files of programs carry; all functions are in libgcl, which
// it brings along.
