// SPDX-License-Identifier: MIT
// Chooses the input that a result is laid out like.
#include "support/Errors.hpp"

#include <popops/ElementWiseUtil.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>

#include <algorithm>

namespace popops {

using poplar::Tensor;

namespace {

/// Elements on the fullest tile; nothing if the tensor cannot be a model.
std::size_t fullestTile(const poplar::Graph &graph, const Tensor &t) {
  if (!t.isParallelWriteable()) return 0;
  bool isComplete = false;
  const auto mapping = graph.getTileMapping(t, &isComplete);
  if (!isComplete) return 0;
  std::size_t most = 0;
  for (const auto &regions : mapping)
    most = std::max(most, poputil::intervalSequenceNumElements(regions));
  return most;
}

} // namespace

Tensor createOutputForElementWiseOp(poplar::Graph &graph, const std::vector<Tensor> &inputs,
                                    const poplar::Type &outputType,
                                    const poplar::DebugContext &debugContext) {
  if (inputs.empty())
    support::fail("createOutputForElementWiseOp", "there are no inputs",
                  "pass the tensors that the result depends on");
  const Tensor *best = nullptr;
  std::size_t fewest = 0;
  for (const Tensor &input : inputs) {
    if (input.shape() != inputs[0].shape())
      support::fail("createOutputForElementWiseOp",
                    "shapes " + inputs[0].shapeToString() + " and " + input.shapeToString() +
                        " differ",
                    "broadcast the inputs first, see poputil::broadcastToMatch");
    const std::size_t elements = fullestTile(graph, input);
    if (elements == 0 || (best && elements >= fewest)) continue;
    best = &input;
    fewest = elements;
  }
  if (best) return graph.clone(outputType, *best, debugContext);
  const Tensor out = graph.addVariable(outputType, inputs[0].shape(), debugContext);
  poputil::mapTensorLinearly(graph, out);
  return out;
}

} // namespace popops
