// SPDX-License-Identifier: MIT
// The largest and smallest elements of rows.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace popnn {

enum class Extreme { Max, Min };

struct ValuesAndIndices {
  poplar::Tensor values, indices;
};

/// Throws poplibs_error unless the input is a matrix with columns, of a type that has an order.
void checkMatrix(const std::string &operation, const poplar::Tensor &input);

/// New tensors [b], on the tiles of the rows of input [b,n].
ValuesAndIndices addExtremes(poplar::Graph &graph, const poplar::Tensor &input, Extreme which,
                             poplar::ComputeSet cs, const poplar::DebugNameAndId &name);

} // namespace popnn
