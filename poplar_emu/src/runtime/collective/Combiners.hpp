// SPDX-License-Identifier: MIT
// The arithmetic of collectives on rows of elements, read from and written to many places.
#pragma once

#include "support/Combination.hpp"

#include <cstddef>
#include <cstdint>

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

/// Contiguous in every memory.
struct Run {
  std::uint64_t source, destination;
  std::uint32_t bytes, recipe;
  bool continues = false; ///< goes on where the run before ends, to the same receivers
};

/// Runs that continue one another, each combined by its own recipe. All have the same number of
/// chains, at most kMostBandChains, of the same lengths, and the same scale.
inline constexpr std::size_t kMostBandChains = 2;
struct Band {
  const Run *runs = nullptr;
  std::size_t count = 0;
  const Operands *byRecipe = nullptr;
};

/// Operations on `bytes` bytes, a whole number of elements.
struct Combiner {
  /// Receivers may be operands in their own places, and must not overlap them otherwise.
  using Rows = void (*)(const Operands &from, const Receivers &to, std::size_t bytes);
  /// The same for a whole band, in whole vectors also where runs meet.
  using Bands = void (*)(const Band &band, const Receivers &to);
  using Unary = void (*)(std::byte *out, const std::byte *in, std::size_t bytes);

  Rows combine = nullptr;
  Unary square = nullptr;      ///< of SquareAdd: applied to every operand first
  Bands combineBand = nullptr; ///< of FLOAT, whose order of summation leaves a trace
};

/// Bit by bit what codelets compute, each result rounded to the type. Functions that the operation
/// or the type does not have stay null.
Combiner combinerOf(Combine combine, ElementType type);

} // namespace poplar_emu::runtime
