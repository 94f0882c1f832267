// SPDX-License-Identifier: MIT
// The largest and smallest elements of rows.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace popnn {

enum class Extreme { Max, Min };

struct ValuesAndIndices {
  poplar::Tensor values, indices;
};

/// Throws poplibs_error unless the input is a matrix with columns, of a type that has an order.
void checkMatrix(const std::string &operation, const poplar::Tensor &input);

/// New tensors [b], on the tiles of the rows of input [b,n]. What is in `prog` already may have put
/// vertices into `first`, which has not been executed: it is, with those of a first pass over rows
/// or their parts.
ValuesAndIndices addExtremes(poplar::Graph &graph, const poplar::Tensor &input, Extreme which,
                             poplar::ComputeSet first, poplar::program::Sequence &prog,
                             const poplar::DebugNameAndId &name);

/// The largest k elements of each part of `size` elements of rows [b,n], as [b,candidates], part
/// after part, each in order; indices count in the whole row.
ValuesAndIndices largestOfParts(poplar::Graph &graph, const poplar::Tensor &input, std::size_t k,
                                std::size_t size, poplar::program::Sequence &prog,
                                const poplar::DebugNameAndId &name);

} // namespace popnn
