// SPDX-License-Identifier: MIT
// Vertices of softmax and its relatives, along the innermost dimension.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace popnn {

/// Throws poplibs_error unless the tensor is FLOAT or HALF.
void checkReal(const std::string &operation, const poplar::Tensor &t);

/// Whether rows of t are to be done in parts, by the functions below that take a program.
bool hasWideRows(const poplar::Graph &graph, const poplar::Tensor &t);

/// out = softmax of in, times scale; with `stable` the largest element of a row is subtracted
/// first. Tensors are not empty and may be the same.
void addSoftmax(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &out,
                bool stable, float scale, poplar::ComputeSet cs);
void addSoftmaxGradient(poplar::Graph &graph, const poplar::Tensor &act,
                        const poplar::Tensor &outGradient, const poplar::Tensor &inGradient,
                        poplar::ComputeSet cs);

// The same for rows that are spread over tiles: reductions and element-wise passes.

void softmaxOfWideRows(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &out,
                       bool stable, float scale, poplar::program::Sequence &prog,
                       const poplar::DebugNameAndId &name);
void logSoftmaxOfWideRows(poplar::Graph &graph, const poplar::Tensor &in, const poplar::Tensor &out,
                          poplar::program::Sequence &prog, const poplar::DebugNameAndId &name);
void softmaxGradientOfWideRows(poplar::Graph &graph, const poplar::Tensor &act,
                               const poplar::Tensor &outGradient, const poplar::Tensor &inGradient,
                               poplar::program::Sequence &prog, const poplar::DebugNameAndId &name);

} // namespace popnn
