// SPDX-License-Identifier: MIT
// Queries of memory order: contiguous regions, simplifying permutations, broadcasts undone.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/Intervals.hpp"
#include "api/tensor/RearrangerState.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

const view::Rearranger &need(const TensorRearranger &rearranger, const char *what) {
  if (!rearranger.valid()) {
    Diagnostic(Code::PE0215, "{}: the rearranger is invalid", what)
        .fix("get one from getSimplifyingRearranger")
        .raise();
  }
  return Access::state(rearranger)->rearranger;
}

} // namespace

std::vector<std::vector<Interval>>
Graph::getSortedContiguousRegions(const Tensor &tensor, ArrayRef<Interval> regions,
                                  bool removeAliasedIntervals,
                                  std::vector<std::size_t> *aliases) const {
  const GraphState &state = *api::need(*this, "getSortedContiguousRegions");
  const TensorRef &source = needOf(*state.core, tensor, "getSortedContiguousRegions");
  std::vector<std::uint64_t> representatives;
  const std::vector<view::IntervalSequence> sequences = namingTensor(*source, {}, [&] {
    return view::sortedContiguousRegions(source->view, toView(regions),
                                         removeAliasedIntervals ? view::Aliases::Remove
                                                                : view::Aliases::Keep,
                                         aliases ? &representatives : nullptr);
  });
  if (aliases) aliases->insert(aliases->end(), representatives.begin(), representatives.end());
  std::vector<std::vector<Interval>> out;
  out.reserve(sequences.size());
  for (const view::IntervalSequence &sequence : sequences)
    out.push_back(fromView(sequence));
  return out;
}

void Graph::reorderToSimplify(Tensor *tensor, ArrayRef<Tensor *> others, bool) const {
  const GraphState &state = *api::need(*this, "reorderToSimplify");
  const TensorRef source = needOf(*state.core, *tensor, "reorderToSimplify");
  const view::Rearranger rearranger =
      namingTensor(*source, {}, [&] { return view::Rearranger::simplifying(source->view); });
  std::vector<Tensor> rearranged;
  rearranged.reserve(others.size());
  for (const Tensor *other : others) {
    const TensorRef &otherState = needOf(*state.core, *other, "reorderToSimplify");
    rearranged.push_back(namingTensor(*otherState, {}, [&] {
      return withView(*otherState, rearranger.rearrange(otherState->view));
    }));
  }
  *tensor = withView(*source, rearranger.rearrange(source->view));
  for (std::size_t i = 0; i < others.size(); ++i)
    *others[i] = rearranged[i];
}

TensorRearranger Graph::getSimplifyingRearranger(const Tensor &tensor) const {
  const GraphState &state = *api::need(*this, "getSimplifyingRearranger");
  const TensorRef &source = needOf(*state.core, tensor, "getSimplifyingRearranger");
  return Access::rearranger(namingTensor(*source, {}, [&] {
    return std::make_shared<const RearrangerState>(
        RearrangerState{view::Rearranger::simplifying(source->view)});
  }));
}

Tensor Graph::findUnbroadcastTensor(const Tensor &tensor) const {
  const GraphState &state = *api::need(*this, "findUnbroadcastTensor");
  const TensorRef &source = needOf(*state.core, tensor, "findUnbroadcastTensor");
  return withView(*source, view::findUnbroadcast(source->view));
}

TensorRearranger::TensorRearranger() = default;
TensorRearranger::TensorRearranger(const TensorRearranger &) = default;
TensorRearranger::TensorRearranger(TensorRearranger &&) noexcept = default;
TensorRearranger &TensorRearranger::operator=(const TensorRearranger &) = default;
TensorRearranger &TensorRearranger::operator=(TensorRearranger &&) noexcept = default;
TensorRearranger::~TensorRearranger() = default;

Tensor TensorRearranger::rearrange(const Tensor &tensor) const {
  const view::Rearranger &rearranger = need(*this, "rearrange");
  const TensorRef &source = api::need(tensor, "rearrange");
  return namingTensor(*source, {},
                      [&] { return withView(*source, rearranger.rearrange(source->view)); });
}

Tensor TensorRearranger::undoRearrangement(const Tensor &tensor) const {
  const view::Rearranger &rearranger = need(*this, "undoRearrangement");
  const TensorRef &source = api::need(tensor, "undoRearrangement");
  return namingTensor(*source, {},
                      [&] { return withView(*source, rearranger.undo(source->view)); });
}

std::vector<Interval> TensorRearranger::rearrange(ArrayRef<Interval> intervals) const {
  return fromView(need(*this, "rearrange").rearrange(toView(intervals)));
}

std::vector<Interval> TensorRearranger::undoRearrangement(ArrayRef<Interval> intervals) const {
  return fromView(need(*this, "undoRearrangement").undo(toView(intervals)));
}

} // namespace poplar
