// SPDX-License-Identifier: MIT
// Fully connected layers with sparse weights: forward, and the gradients of input and weights.
#ifndef POPSPARSE_FULLY_CONNECTED_HPP
#define POPSPARSE_FULLY_CONNECTED_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <popsparse/FullyConnectedParams.hpp>
#include <popsparse/PlanningCache.hpp>
#include <popsparse/SparseTensor.hpp>

namespace popsparse {
namespace dynamic {

// Types, options and errors are those of MatMul.hpp. Contents of the weights come from a
// Partitioner that is made with the same parameters.

/// Weights [outputChannels, inputChannels], without contents.
POPLAR_EMU_EXPORT SparseTensor createFullyConnectedWeights(
    poplar::Graph &graph, const poplar::Type &inputType, const FullyConnectedParams &params,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);
/// A variable [batchSize, inputChannels].
POPLAR_EMU_EXPORT poplar::Tensor
createFullyConnectedInput(poplar::Graph &graph, const poplar::Type &inputType,
                          const FullyConnectedParams &params,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// activations [batchSize, inputChannels] times the transposed weights: [batchSize,
/// outputChannels].
POPLAR_EMU_EXPORT poplar::Tensor
fullyConnectedFwd(poplar::Graph &graph, const SparseTensor &weights,
                  const poplar::Tensor &activations, const FullyConnectedParams &fcParams,
                  poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// The gradient of the activations, from that of the result, [batchSize, outputChannels].
POPLAR_EMU_EXPORT poplar::Tensor
fullyConnectedGradA(poplar::Graph &graph, const SparseTensor &weights,
                    const poplar::Tensor &gradients, const FullyConnectedParams &fcParams,
                    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
                    const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// The gradients of the non-zeros, in the shape and order of the weights' values; 0 where these
/// have room to spare. Cost: one superstep, and a reduction when the batch is spread over tiles.
POPLAR_EMU_EXPORT poplar::Tensor
fullyConnectedSparseGradW(poplar::Graph &graph, const poplar::Tensor &sparsityMetaInfo,
                          const poplar::Tensor &gradA, const poplar::Tensor &activations,
                          const FullyConnectedParams &fcParams, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

} // namespace dynamic
} // namespace popsparse

#endif
