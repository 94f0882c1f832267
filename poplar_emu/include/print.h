// SPDX-License-Identifier: MIT
// printf for codelets: the text goes to the tile's buffer and appears after the superstep.
#ifndef PRINT_H
#define PRINT_H

#include <poplar_emu/device/Print.hpp>

#include <cstdio>

// Fields may be printed without `*`, and half values with %f.
template <class First, class... Rest>
inline int printf(const char *format, const First &first, const Rest &...rest) {
  return ::poplar_emu::device::print(format, ::poplar_emu::device::printable(first),
                                     ::poplar_emu::device::printable(rest)...);
}

#endif
