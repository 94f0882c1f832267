// SPDX-License-Identifier: MIT
// The arithmetic of collectives on blocks of elements that fit into the first-level cache.
#pragma once

#include "support/Combination.hpp"

#include <cstddef>

namespace poplar_emu::runtime {

/// Operations on `bytes` bytes, a whole number of elements. Nothing needs to be aligned.
struct Combiner {
  using Binary = void (*)(std::byte *out, const std::byte *sum, const std::byte *next,
                          std::size_t bytes);
  using Unary = void (*)(std::byte *out, const std::byte *in, std::size_t bytes);
  using Scale = void (*)(std::byte *values, float scale, std::size_t bytes);

  Binary combine = nullptr; ///< out may be sum
  Unary square = nullptr;   ///< of SquareAdd: applied to every operand first
  Scale scale = nullptr;    ///< of FLOAT and HALF
};

/// Bit by bit what codelets compute, each result rounded to the type. Functions that the operation
/// or the type does not have stay null.
Combiner combinerOf(Combine combine, ElementType type);

} // namespace poplar_emu::runtime
