// SPDX-License-Identifier: MIT
// Sizes of recurrent networks, and their variables.
#include "support/Errors.hpp"

#include <popnn/Rnn.hpp>
#include <popops/DynamicSlice.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>

namespace popnn::rnn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using popops::support::fail;

namespace {

void checkSizes(const std::string &operation, const RnnParams &params, unsigned shards) {
  if (params.layerSizes.size() != 2)
    fail(operation, "layerSizes has " + std::to_string(params.layerSizes.size()) + " entries",
         "give the sizes of the input and of the output");
  if (shards == 0) fail(operation, "the time steps are kept in 0 parts", "choose 1 or more");
}

std::size_t bytesPerTile(const Graph &graph, const RnnParams &params, std::size_t size) {
  const poplar::Target &target = graph.getTarget();
  const std::size_t bytes = params.batchSize * size * target.getTypeSize(params.dataType);
  return (bytes + target.getNumTiles() - 1) / target.getNumTiles();
}

/// [steps, batchSize, size], each step spread over tiles.
Tensor createSteps(Graph &graph, const RnnParams &params, std::size_t steps, std::size_t size,
                   const poplar::DebugNameAndId &name) {
  return popops::createSliceableTensor(graph, params.dataType, {steps, params.batchSize, size}, {0},
                                       {1}, 0, {name});
}

} // namespace

RnnParams::RnnParams(poplar::Type dataType_, std::size_t batchSize_, std::size_t timeSteps_,
                     std::vector<std::size_t> layerSizes_)
    : RnnParams(dataType_, batchSize_, timeSteps_, Tensor(), std::move(layerSizes_)) {}

RnnParams::RnnParams(poplar::Type dataType_, std::size_t batchSize_, std::size_t maxTimeSteps_,
                     const Tensor &varTimeSteps_, std::vector<std::size_t> layerSizes_)
    : dataType(dataType_), batchSize(batchSize_), maxTimeSteps(maxTimeSteps_),
      timeSteps(maxTimeSteps_), varTimeSteps(varTimeSteps_), layerSizes(std::move(layerSizes_)) {}

std::size_t RnnParams::getMaxShards(const Graph &graph) const {
  const std::size_t tiles = graph.getTarget().getNumTiles();
  return std::max<std::size_t>(1, std::min(maxTimeSteps, tiles));
}

std::size_t RnnParams::getInputBytesPerTile(const Graph &graph) const {
  checkSizes("popnn::rnn::RnnParams::getInputBytesPerTile", *this, 1);
  return bytesPerTile(graph, *this, layerSizes[0]);
}

std::size_t RnnParams::getOutputBytesPerTile(const Graph &graph) const {
  checkSizes("popnn::rnn::RnnParams::getOutputBytesPerTile", *this, 1);
  return bytesPerTile(graph, *this, layerSizes[1]);
}

bool RnnParams::variableTimeSteps() const {
  return varTimeSteps.valid();
}

bool RnnParams::batchVariableTimeSteps() const {
  return varTimeSteps.valid() && varTimeSteps.numElements() > 1;
}

Tensor createInitialState(Graph &graph, const RnnParams &params, bool isOutput, unsigned multiple,
                          unsigned numShards, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(isOutput, multiple, numShards));
  checkSizes("popnn::rnn::createInitialState", params, numShards);
  const Tensor t = graph.addVariable(
      params.dataType, {multiple, params.batchSize, params.layerSizes[isOutput ? 1 : 0]},
      {di, "initialState"});
  for (unsigned i = 0; i < multiple; ++i)
    poputil::mapTensorLinearly(graph, t[i]);
  di.addOutput(t);
  return t;
}

Tensor createRecurrentTensor(Graph &graph, const RnnParams &params, unsigned size,
                             unsigned numShards, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(size, numShards));
  checkSizes("popnn::rnn::createRecurrentTensor", params, numShards);
  const Tensor t = createSteps(graph, params, params.maxTimeSteps, size, {di, "recurrent"});
  di.addOutput(t);
  return t;
}

Tensor createInputTensor(Graph &graph, const RnnParams &params, unsigned numShards,
                         const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(numShards));
  checkSizes("popnn::rnn::createInputTensor", params, numShards);
  const Tensor t =
      createSteps(graph, params, params.maxTimeSteps, params.layerSizes[0], {di, "input"});
  di.addOutput(t);
  return t;
}

Tensor createOutputTensor(Graph &graph, const RnnParams &params, unsigned numShards,
                          const DebugContext &debugContext) {
  return createOutputTensor(graph, params, 1, numShards, debugContext);
}

Tensor createOutputTensor(Graph &graph, const RnnParams &params, unsigned multiple,
                          unsigned numShards, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(multiple, numShards));
  checkSizes("popnn::rnn::createOutputTensor", params, numShards);
  std::vector<Tensor> parts;
  for (unsigned i = 0; i < multiple; ++i)
    parts.push_back(
        createSteps(graph, params, params.maxTimeSteps, params.layerSizes[1], {di, "output"}));
  if (parts.empty()) fail("popnn::rnn::createOutputTensor", "a multiple of 0", "choose 1 or more");
  const Tensor t = concat(parts);
  di.addOutput(t);
  return t;
}

Tensor shiftRnnTensor(Graph &, const RnnParams &params, const Tensor &tBase, const Tensor &tSingle,
                      poplar::program::Sequence &, unsigned numShards,
                      const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(tBase, tSingle, numShards));
  const std::string operation = "popnn::rnn::shiftRnnTensor";
  checkSizes(operation, params, numShards);
  const Tensor first = tSingle.rank() + 1 == tBase.rank() ? tSingle.expand({0}) : tSingle;
  if (tBase.rank() == 0 || tBase.dim(0) == 0 || first.shape() != tBase.slice(0, 1).shape())
    fail(operation,
         "the steps are " + popops::support::describe(tBase) + " and the first is " +
             popops::support::describe(tSingle),
         "give the first step the shape of one of the others");
  return concat(first, tBase.slice(0, tBase.dim(0) - 1));
}

} // namespace popnn::rnn
