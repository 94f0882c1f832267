// SPDX-License-Identifier: MIT
// Pass: no two vertices of a compute set use an element that one of them writes. What makes
// operands in place, and gathering fused with computing, legal.
#include "compile/ComputeLowering.hpp"
#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/races/ConflictReport.hpp"
#include "compile/races/MetadataReads.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace poplar_emu::compile {
namespace {

/// Below this number of accesses all pairs are compared.
constexpr std::size_t kPairwiseLimit = 12;
/// A run costs as much to sort and sweep as this many elements of the owner array.
constexpr std::uint64_t kElementsPerRun = 16;

class RaceProof {
 public:
  explicit RaceProof(const Input &input)
      : input_(input), table_(input.graph.vertexTable), layouts_(input.types),
        written_(input.graph.variables.size()), groupOf_(input.graph.variables.size(), ir::kNone) {}

  void prove(const ir::ComputeSet &computeSet);

 private:
  struct Keyed {
    std::uint32_t group;
    VertexAccess access;
  };

  template <class F>
  void forEachRegion(const ir::ComputeSet &computeSet, F &&f);
  void findWrites(const ir::ComputeSet &computeSet);
  void collect(const ir::ComputeSet &computeSet);
  std::optional<Conflict> findConflict(const AccessGroup &group);

  const Input &input_;
  const ir::VertexTable &table_;
  TypeLayouts layouts_;
  OwnerArray owners_;

  std::vector<ElementRange> written_;   ///< by variable: hull of the writes; empty: none
  std::vector<std::uint32_t> groupOf_;  ///< by variable, or kNone
  std::vector<VariableId> variables_;   ///< that are written, by group
  std::vector<std::size_t> groupBegin_; ///< in accesses_
  std::size_t numRegions_ = 0;          ///< of the compute set at hand
  std::vector<Keyed> keyed_;
  std::vector<VertexAccess> accesses_; ///< sorted by group
};

template <class F>
void RaceProof::forEachRegion(const ir::ComputeSet &computeSet, F &&f) {
  for (const VertexId id : computeSet.vertices) {
    const ir::Vertex &vertex = table_[id];
    const TypeLayout &layout = layouts_[vertex.type];
    for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next) {
      const ir::Edge &edge = table_.edges[e];
      const AccessKind kind =
          layout.fields[edge.field].written() ? AccessKind::Write : AccessKind::Read;
      for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r)
        if (numElements(table_.regions[r]) != 0) f(VertexAccess{id.value, e, r, kind});
    }
  }
}

void RaceProof::findWrites(const ir::ComputeSet &computeSet) {
  for (const VariableId variable : variables_) {
    written_[variable.index()] = {};
    groupOf_[variable.index()] = ir::kNone;
  }
  variables_.clear();
  numRegions_ = 0;
  forEachRegion(computeSet, [&](const VertexAccess &access) {
    ++numRegions_;
    if (access.kind != AccessKind::Write) return;
    const ir::Region &region = table_.regions[access.region];
    ElementRange &range = written_[region.variable.index()];
    const ElementRange more = hull(region);
    if (range.size() == 0) {
      range = more;
      groupOf_[region.variable.index()] = static_cast<std::uint32_t>(variables_.size());
      variables_.push_back(region.variable);
    } else {
      range = {std::min(range.begin, more.begin), std::max(range.end, more.end)};
    }
  });
}

void RaceProof::collect(const ir::ComputeSet &computeSet) {
  keyed_.clear();
  accesses_.clear();
  groupBegin_.assign(variables_.size() + 1, 0);
  const bool oneGroup = variables_.size() == 1;
  if (oneGroup)
    accesses_.reserve(numRegions_);
  else
    keyed_.reserve(numRegions_);
  forEachRegion(computeSet, [&](const VertexAccess &access) {
    const ir::Region &region = table_.regions[access.region];
    const std::uint32_t group = groupOf_[region.variable.index()];
    if (group == ir::kNone || !hull(region).overlaps(written_[region.variable.index()])) return;
    ++groupBegin_[group + 1];
    if (oneGroup)
      accesses_.push_back(access);
    else
      keyed_.push_back({group, access});
  });
  std::partial_sum(groupBegin_.begin(), groupBegin_.end(), groupBegin_.begin());
  if (oneGroup) return;
  accesses_.resize(keyed_.size());
  std::vector<std::size_t> next(groupBegin_.begin(), groupBegin_.end() - 1);
  for (const Keyed &keyed : keyed_)
    accesses_[next[keyed.group]++] = keyed.access;
}

std::optional<Conflict> RaceProof::findConflict(const AccessGroup &group) {
  if (group.accesses.size() <= kPairwiseLimit) return findConflictByPairs(group);
  if (isColumns(group)) return findConflictByColumns(group);
  std::uint64_t runs = 0;
  std::uint64_t elements = group.written.size();
  for (const VertexAccess &access : group.accesses) {
    const ir::Region &region = group.region(access);
    runs += isContiguous(region) ? 1 : region.count;
    elements += numElements(region);
  }
  return runs * kElementsPerRun <= elements ? findConflictBySweep(group)
                                            : owners_.findConflict(group);
}

void RaceProof::prove(const ir::ComputeSet &computeSet) {
  if (computeSet.vertices.size() < 2) return;
  proveMetadataUnwritten(input_, layouts_, computeSet);
  findWrites(computeSet);
  collect(computeSet);
  for (std::size_t g = 0; g < variables_.size(); ++g) {
    const std::span<const VertexAccess> accesses(accesses_.data() + groupBegin_[g],
                                                 groupBegin_[g + 1] - groupBegin_[g]);
    const AccessGroup group{accesses, table_.regions, written_[variables_[g].index()]};
    if (const auto conflict = findConflict(group))
      raiseConflict(input_.graph, input_.types, computeSet, *conflict);
  }
}

} // namespace

void proveNoRaces(const Input &input, const Usage &usage) {
  RaceProof proof(input);
  for (const ComputeSetId id : usage.computeSets)
    proof.prove(input.graph.computeSets[id.index()]);
}

} // namespace poplar_emu::compile
