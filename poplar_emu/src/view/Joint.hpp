// SPDX-License-Identifier: MIT
// Two views of one size as a list of affine loop nests: what a Copy lowers to.
#pragma once

#include "view/View.hpp"

namespace poplar_emu::view {

struct NestDim {
  std::uint64_t extent = 1;
  std::int64_t srcStride = 0;
  std::int64_t dstStride = 0;
  friend bool operator==(const NestDim &, const NestDim &) = default;
};

/// For all indices i: element srcOffset + sum(i_k * srcStride_k) of srcVariable belongs to element
/// dstOffset + sum(i_k * dstStride_k) of dstVariable. Always at least one dimension, outer to
/// inner: sorted by |dstStride| descending, then |srcStride|; neighbours that one dimension could
/// express are merged; dstStride is never negative. A contiguous copy is one dimension {n, 1, 1}, a
/// transpose of a matrix two, a single element {1, 1, 1}.
struct Nest {
  VariableId srcVariable;
  VariableId dstVariable;
  std::int64_t srcOffset = 0;
  std::int64_t dstOffset = 0;
  InlineVector<NestDim, 2> dims;

  std::uint64_t numElements() const {
    std::uint64_t n = 1;
    for (const NestDim &d : dims)
      n *= d.extent;
    return n;
  }
  friend bool operator==(const Nest &, const Nest &) = default;
};

/// Nests that cover every element of both views exactly once, pairing them in flattened order. No
/// order among the nests is promised. Throws PE0107 when the numbers of elements differ. Cost:
/// sweep over the pieces, n log n in them; independent of the number of elements.
std::vector<Nest> joint(const View &src, const View &dst, SiteId site = {});

} // namespace poplar_emu::view
