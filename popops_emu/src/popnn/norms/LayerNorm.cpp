// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of whole inputs.
#include "norms/Grouped.hpp"

#include <popnn/LayerNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace ln {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Layer;
constexpr const char *kNamespace = "ln";

} // namespace

#define NORM(name) layer##name
#include "norms/Family.inc"

std::pair<poplar::Tensor, poplar::Tensor>
layerNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics(operation(__func__), graph, {kKind, 0}, acts, eps, prog, unbiasedVarEstimate,
                    stableAlgo, partialsType, debugContext, options);
}

} // namespace ln
} // namespace popnn
