// SPDX-License-Identifier: MIT
// The windows of pooling as views: no data moves.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <popnn/Pooling.hpp>

#include <vector>

namespace popnn {
namespace pooling {

/// Tensors of the shape of the output, one an element of the kernel: the element of each window.
/// Where that is padding it is `padding`.
std::vector<poplar::Tensor> windowElements(poplar::Graph &graph, const PoolParams &params,
                                           const poplar::Tensor &in, float padding);

/// Tensors of the shape of the input, one an element of the kernel: for each element of the input
/// the value that `out` has for the window in which it is the k-th, or 0 if there is none.
std::vector<poplar::Tensor> valuesOfWindows(poplar::Graph &graph, const PoolParams &params,
                                            const poplar::Tensor &out);

/// UNSIGNED_INT, of the shape of the output: the number of real elements in each window.
poplar::Tensor windowCounts(poplar::Graph &graph, const PoolParams &params);

} // namespace pooling
} // namespace popnn
