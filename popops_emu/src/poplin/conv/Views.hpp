// SPDX-License-Identifier: MIT
// A convolution as a product of matrices: views of its tensors.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplin/ConvParams.hpp>

#include <vector>

namespace poplin {

/// Rows of the product: batch and the outputs that are no padding. Depth: kernel elements that are
/// used, times Ci.
struct ConvSizes {
  std::vector<std::size_t> field;  ///< outputs without padding
  std::vector<std::size_t> kernel; ///< elements that are not truncated
  std::size_t rows, depth;
};
ConvSizes sizesOf(const ConvParams &params);

/// in [N, G*Ci, field...] as [G, rows, depth]: each row is a window of the transformed input.
poplar::Tensor windows(poplar::Graph &graph, const ConvParams &params, const poplar::Tensor &in);
/// The same cut into [G, rows, Ci], one for each kernel element that is used: a view of the
/// transformed input without repetition.
std::vector<poplar::Tensor> windowColumns(poplar::Graph &graph, const ConvParams &params,
                                          const poplar::Tensor &in);
/// weights [G, Co, Ci, kernel...] as [G, depth, Co].
poplar::Tensor kernelMatrix(const ConvParams &params, const poplar::Tensor &weights);
/// out [N, G*Co, output field...] without padding as [G, rows, Co].
poplar::Tensor outputMatrix(const ConvParams &params, const poplar::Tensor &out);

/// The inverses; results have no padding, and only kernel elements that are used.
poplar::Tensor outputOf(const ConvParams &params, const poplar::Tensor &matrix);
poplar::Tensor kernelOf(const ConvParams &params, const poplar::Tensor &matrix);

/// A weight tensor with a dimension of groups.
poplar::Tensor withGroups(const ConvParams &params, const poplar::Tensor &weights);
/// Weights of the forward pass as those of the backward pass, [G, Ci, Co, kernel...] reversed.
poplar::Tensor transposeAndFlip(const poplar::Tensor &weights);

/// t with zeros, constants of t's type, before and after its elements along a dimension.
poplar::Tensor padWithZeros(poplar::Graph &graph, const poplar::Tensor &t, unsigned dim,
                            std::size_t lower, std::size_t upper);

} // namespace poplin
