// SPDX-License-Identifier: MIT
// Layouts in which groups of elements along a dimension are contiguous.
#include "support/Errors.hpp"

#include <popops/Rearrange.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

namespace popops::rearrange {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using poputil::GroupingInfo;
using poputil::PoplibsOpDebugInfo;

namespace {

bool divides(const Tensor &t, const GroupingInfo &grouping) {
  return grouping.first < t.rank() && grouping.second > 0 &&
         t.dim(grouping.first) % grouping.second == 0;
}

bool isGrouped(const Graph &graph, const Tensor &t, const GroupingInfo &grouping) {
  const auto found = poputil::detectDimGroupings(graph, t);
  return !found.empty() && found[0].first == grouping.first &&
         found[0].second % grouping.second == 0;
}

/// A variable of t's shape: the groups are the innermost dimension of its memory.
Tensor addGrouped(Graph &graph, const Tensor &t, const GroupingInfo &to,
                  const PoplibsOpDebugInfo &info) {
  std::vector<std::size_t> shape = t.shape();
  shape[to.first] /= to.second;
  shape.push_back(to.second);
  const Tensor memory = graph.addVariable(t.elementType(), shape, {info, "regrouped"});
  poputil::mapTensorLinearly(graph, memory, to.second, to.second);
  return memory.dimRoll(t.rank(), to.first + 1).reshape(t.shape());
}

template <class AddCopy>
Tensor regroup(Graph &graph, const Tensor &t, const GroupingInfo &from, const GroupingInfo &to,
               const PoplibsOpDebugInfo &info, AddCopy addCopy) {
  for (const GroupingInfo &grouping : {from, to})
    if (!divides(t, grouping))
      support::fail("regroupTensor",
                    "groups of " + std::to_string(grouping.second) + " along dimension " +
                        std::to_string(grouping.first) + " of " + support::describe(t),
                    "choose a size that divides the dimension");
  const Tensor out = addGrouped(graph, t, to, info);
  addCopy(Copy(t, out, false, {info}));
  return out;
}

/// The grouping of `ref` that is worth taking over; size 0 if there is none.
GroupingInfo beneficial(const Graph &graph, const Tensor &in, const Tensor &ref) {
  const GroupingInfo none(0, 0);
  if (in.rank() == 0 || in.rank() != ref.rank()) return none;
  const auto wanted = poputil::detectDimGroupings(graph, ref);
  if (wanted.empty() || wanted[0].second < getMinimumRegroupGrainSize(in.elementType()) ||
      !divides(in, wanted[0]))
    return none;
  const auto found = poputil::detectDimGroupings(graph, in);
  return !found.empty() && found[0].first == wanted[0].first ? none : wanted[0];
}

} // namespace

unsigned getMinimumRegroupGrainSize(const poplar::Type &type) {
  if (type == poplar::HALF || type == poplar::UNSIGNED_SHORT || type == poplar::SHORT) return 4;
  if (type == poplar::FLOAT || type == poplar::INT || type == poplar::UNSIGNED_INT) return 2;
  return 1;
}

Tensor regroupTensor(Graph &graph, const Tensor &t, Sequence &copies, const poplar::ComputeSet &,
                     const GroupingInfo &from, const GroupingInfo &to,
                     const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, from, to));
  return regroup(graph, t, from, to, info, [&](const Copy &copy) { copies.add(copy); });
}

Tensor regroupTensor(Graph &graph, const Tensor &t, std::vector<Copy> &copies,
                     const poplar::ComputeSet &, const GroupingInfo &from, const GroupingInfo &to,
                     const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, from, to));
  return regroup(graph, t, from, to, info, [&](const Copy &copy) { copies.push_back(copy); });
}

Tensor regroupIfPossible(Graph &graph, const Tensor &t, Sequence &prog, const GroupingInfo &to,
                         const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, to));
  if (!divides(t, to) || isGrouped(graph, t, to)) return t;
  return regroup(graph, t, to, to, info, [&](const Copy &copy) { prog.add(copy); });
}

Tensor regroupIfBeneficial(Graph &graph, const Tensor &in, const Tensor &ref, Sequence &prog,
                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, ref));
  const GroupingInfo to = beneficial(graph, in, ref);
  if (to.second == 0) return in;
  return regroup(graph, in, to, to, info, [&](const Copy &copy) { prog.add(copy); });
}

Tensor regroupIfBeneficial(Graph &graph, const Tensor &in, const Tensor &ref,
                           std::vector<Copy> &preTranspose, poplar::ComputeSet,
                           const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, ref));
  const GroupingInfo to = beneficial(graph, in, ref);
  if (to.second == 0) return in;
  return regroup(graph, in, to, to, info, [&](const Copy &copy) { preTranspose.push_back(copy); });
}

Tensor regroupIfBeneficial(Graph &graph, const Tensor &in, std::size_t preferredGrouping,
                           Sequence &prog, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, preferredGrouping));
  if (in.rank() == 0) return in;
  const GroupingInfo to(in.rank() - 1, static_cast<unsigned>(preferredGrouping));
  if (!divides(in, to) || to.second < getMinimumRegroupGrainSize(in.elementType()) ||
      poputil::detectInnermostGrouping(graph, in) % to.second == 0)
    return in;
  return regroup(graph, in, to, to, info, [&](const Copy &copy) { prog.add(copy); });
}

} // namespace popops::rearrange
