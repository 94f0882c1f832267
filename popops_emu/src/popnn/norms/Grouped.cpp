// SPDX-License-Identifier: MIT
// Views of activations by group.
#include "norms/Grouped.hpp"

#include "support/Errors.hpp"

#include <poplin/Norms.hpp>
#include <popnn/Norms.hpp>
#include <poputil/OptionParsing.hpp>

namespace popnn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

enum class Channels { Neighbours, Strided };

Channels parse(const OptionFlags &options) {
  bool strided = false;
  const poplibs::OptionSpec spec{
      {"groupNormStridedChannelGrouping", poplibs::OptionHandler::createWithBool(strided)}};
  for (const auto &[key, value] : options)
    spec.parse(key, value);
  return strided ? Channels::Strided : Channels::Neighbours;
}

std::size_t groupsOf(const std::string &operation, NormKind kind, std::size_t groups,
                     const Tensor &acts) {
  if (acts.rank() < 2)
    fail(operation, "the activations are " + describe(acts), "give them shape [N, C, field...]");
  if (kind == NormKind::Layer) return 1;
  if (kind == NormKind::Instance) return acts.dim(1);
  if (groups == 0 || acts.dim(1) % groups != 0)
    fail(operation,
         std::to_string(groups) + " groups do not divide the channels of " + describe(acts),
         "choose a divisor of the number of channels");
  return groups;
}

std::size_t groupsFrom(const std::string &operation, NormKind kind, const Tensor &acts,
                       const Tensor &perGroup) {
  const std::size_t batch = acts.rank() < 2 ? 0 : acts.dim(0);
  const std::size_t groups =
      groupsOf(operation, kind, batch == 0 ? 0 : perGroup.numElements() / batch, acts);
  if (perGroup.rank() != 1 || perGroup.dim(0) != batch * groups)
    fail(operation,
         "the activations are " + describe(acts) + " and the statistics " + describe(perGroup),
         "give one element for each input and group");
  return groups;
}

/// [N, C, field...] to [1, N * groups, the rest].
Tensor byGroup(const Tensor &acts, std::size_t groups, Channels channels) {
  const std::size_t perGroup = acts.dim(1) / groups;
  const Tensor split = channels == Channels::Neighbours
                           ? acts.reshapePartial(1, 2, {groups, perGroup})
                           : acts.reshapePartial(1, 2, {perGroup, groups}).dimRoll(2, 1);
  const std::size_t all = acts.dim(0) * groups;
  return split.reshape({1, all, acts.numElements() / all});
}

Tensor byChannel(const Tensor &grouped, const Tensor &like, std::size_t groups, Channels channels) {
  std::vector<std::size_t> shape = like.shape();
  const std::size_t perGroup = shape[1] / groups;
  shape.insert(shape.begin() + 1, groups);
  shape[2] = perGroup;
  Tensor split = grouped.reshape(shape);
  if (channels == Channels::Strided) split = split.dimRoll(2, 1);
  return split.reshape(like.shape());
}

} // namespace

void checkOptions(const OptionFlags &options) {
  parse(options);
}

std::pair<Tensor, Tensor> statistics(const std::string &operation, Graph &graph, const Norm &norm,
                                     const Tensor &acts, float eps, Sequence &prog, bool unbiased,
                                     bool stable, const Type &partialsType,
                                     const DebugContext &debugContext, const OptionFlags &options) {
  const Channels channels = parse(options);
  const Tensor in =
      norm.kind == NormKind::Batch
          ? acts
          : byGroup(acts, groupsOf(operation, norm.kind, norm.numGroups, acts), channels);
  return poplin::normStatistics(graph, in, eps, prog, unbiased, stable, partialsType, debugContext);
}

Tensor whiten(const std::string &operation, Graph &graph, NormKind kind, const Tensor &acts,
              const Tensor &mean, const Tensor &invStdDev, Sequence &prog,
              const DebugContext &debugContext, const OptionFlags &options) {
  const Channels channels = parse(options);
  if (kind == NormKind::Batch)
    return poplin::normWhiten(graph, acts, mean, invStdDev, prog, debugContext);
  const std::size_t groups = groupsFrom(operation, kind, acts, mean);
  const Tensor out = poplin::normWhiten(graph, byGroup(acts, groups, channels), mean, invStdDev,
                                        prog, debugContext);
  return byChannel(out, acts, groups, channels);
}

Tensor gradients(const std::string &operation, Graph &graph, NormKind kind,
                 const Tensor &actsWhitened, const Tensor &gradsIn, const Tensor &invStdDev,
                 const Tensor &gamma, Sequence &prog, const Type &partialsType,
                 const DebugContext &debugContext, const OptionFlags &options) {
  const Channels channels = parse(options);
  const Tensor scaled = poplin::normGradients(graph, gradsIn, gamma, prog, debugContext);
  if (kind == NormKind::Batch)
    return poplin::normStatisticsGradients(graph, actsWhitened, scaled, invStdDev, prog,
                                           partialsType, debugContext);
  const std::size_t groups = groupsFrom(operation, kind, actsWhitened, invStdDev);
  const Tensor out = poplin::normStatisticsGradients(graph, byGroup(actsWhitened, groups, channels),
                                                     byGroup(scaled, groups, channels), invStdDev,
                                                     prog, partialsType, debugContext);
  return byChannel(out, actsWhitened, groups, channels);
}

Tensor createNormGamma(Graph &graph, const Tensor &acts, const DebugContext &debugContext) {
  return poplin::createNormGamma(graph, acts, debugContext);
}
Tensor createNormBeta(Graph &graph, const Tensor &acts, const DebugContext &debugContext) {
  return poplin::createNormBeta(graph, acts, debugContext);
}
std::pair<Tensor, Tensor> createNormParams(Graph &graph, const Tensor acts,
                                           const DebugContext &debugContext) {
  return poplin::createNormParams(graph, acts, debugContext);
}

std::uint64_t getNormFwdFlops(std::size_t statisticsSize, std::size_t numActsElements,
                              bool computeStats) {
  // Sum and sum of squares, then difference, product, scale and offset of each element.
  return (computeStats ? numActsElements * 3 + statisticsSize * 7 : 0) + numActsElements * 4;
}
std::uint64_t getNormBwdFlops(std::size_t statisticsSize, std::size_t numActsElements) {
  return statisticsSize * 2 + numActsElements * 9;
}
std::uint64_t getNormWuFlops(std::size_t paramsSize, std::size_t numActsElements) {
  return paramsSize * 2 + numActsElements * 3;
}

} // namespace popnn
