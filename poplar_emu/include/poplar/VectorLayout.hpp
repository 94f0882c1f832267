// SPDX-License-Identifier: MIT
// How vector fields are laid out in the memory of a tile.
#ifndef POPLAR_VECTOR_LAYOUT_HPP
#define POPLAR_VECTOR_LAYOUT_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {
namespace layout {

enum class Vector { NotAVector, Span, ShortSpan, OnePtr, ScaledPtr32, ScaledPtr64, ScaledPtr128 };

enum class VectorList {
  NotAVector,
  OnePtr,
  ScaledPtr32,
  ScaledPtr64,
  ScaledPtr128,
  DeltaN,
  DeltaNElements
};

POPLAR_EMU_EXPORT std::string to_string(Vector layout);
POPLAR_EMU_EXPORT std::string to_string(VectorList layout);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, Vector layout);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, VectorList layout);

} // namespace layout
} // namespace poplar

#endif
