// SPDX-License-Identifier: MIT
// Kinds of element types.
#pragma once

#include <poplar/Type.hpp>

namespace popops::support {

inline bool isReal(const poplar::Type &type) {
  return type == poplar::FLOAT || type == poplar::HALF;
}
/// An integer of 32 bits.
inline bool isWord(const poplar::Type &type) {
  return type == poplar::INT || type == poplar::UNSIGNED_INT;
}
/// An integer of 64 bits.
inline bool isWide(const poplar::Type &type) {
  return type == poplar::LONGLONG || type == poplar::UNSIGNED_LONGLONG;
}
/// An integer of 16 bits.
inline bool isShort(const poplar::Type &type) {
  return type == poplar::SHORT || type == poplar::UNSIGNED_SHORT;
}

/// UNSIGNED_CHAR, UNSIGNED_SHORT, UNSIGNED_INT or UNSIGNED_LONGLONG: as many bytes as the type has.
inline poplar::Type carrierOf(const poplar::Type &type) {
  if (type == poplar::FLOAT || isWord(type)) return poplar::UNSIGNED_INT;
  if (type == poplar::HALF || isShort(type)) return poplar::UNSIGNED_SHORT;
  return isWide(type) ? poplar::UNSIGNED_LONGLONG : poplar::UNSIGNED_CHAR;
}

} // namespace popops::support
