// SPDX-License-Identifier: MIT
// Normalisation layers: normalisation of groups of channels of one input.
#include "norms/Grouped.hpp"

#include <popnn/GroupNorm.hpp>
#include <popops/ScaledAdd.hpp>

namespace popnn {
namespace gn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;

namespace {

constexpr NormKind kKind = NormKind::Group;
constexpr const char *kNamespace = "gn";

} // namespace

#define NORM(name) group##name
#include "norms/Family.inc"

std::pair<poplar::Tensor, poplar::Tensor>
groupNormStatistics(Graph &graph, const Tensor acts, float eps, Sequence &prog, unsigned numGroups,
                    bool unbiasedVarEstimate, bool stableAlgo, const Type &partialsType,
                    const DebugContext &debugContext, const OptionFlags &options) {
  return statistics(operation(__func__), graph, {kKind, numGroups}, acts, eps, prog,
                    unbiasedVarEstimate, stableAlgo, partialsType, debugContext, options);
}

} // namespace gn
} // namespace popnn
