// SPDX-License-Identifier: MIT
// The arithmetic of collectives on rows of elements, read from and written to many places.
#pragma once

#include "support/Combination.hpp"

#include <cstddef>

namespace poplar_emu::runtime {

/// Where the elements lie that are combined from left to right: a chain, and then the results of
/// further ones, whose places follow. Nothing needs to be aligned.
struct Operands {
  const std::byte *const *places = nullptr;
  std::size_t count = 0;               ///< of the first chain
  float scale = 1;                     ///< of FLOAT and HALF: the result is multiplied by it
  const std::size_t *others = nullptr; ///< counts of the further chains
  std::size_t numOthers = 0;
  std::size_t offset = 0; ///< from every place to the elements
};
struct Receivers {
  std::byte *const *places = nullptr;
  std::size_t count = 0;
  std::size_t offset = 0;
};

/// Operations on `bytes` bytes, a whole number of elements.
struct Combiner {
  /// Receivers may be operands in their own places, and must not overlap them otherwise.
  using Rows = void (*)(const Operands &from, const Receivers &to, std::size_t bytes);
  using Unary = void (*)(std::byte *out, const std::byte *in, std::size_t bytes);

  Rows combine = nullptr;
  Unary square = nullptr; ///< of SquareAdd: applied to every operand first
};

/// Bit by bit what codelets compute, each result rounded to the type. Functions that the operation
/// or the type does not have stay null.
Combiner combinerOf(Combine combine, ElementType type);

} // namespace poplar_emu::runtime
