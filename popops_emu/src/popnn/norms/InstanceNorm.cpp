// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of each channel of each input.
#include "norms/Grouped.hpp"

#include <popnn/InstanceNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace in {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Instance;
constexpr const char *kNamespace = "in";

} // namespace

#define NORM(name) instance##name
#include "norms/Family.inc"

std::pair<poplar::Tensor, poplar::Tensor>
instanceNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog,
                       bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                       const DebugContext &debugContext, const OptionFlags &options) {
  return statistics(operation(__func__), graph, {kKind, 0}, acts, eps, prog, unbiasedVarEstimate,
                    stableAlgo, partialsType, debugContext, options);
}

} // namespace in
} // namespace popnn
