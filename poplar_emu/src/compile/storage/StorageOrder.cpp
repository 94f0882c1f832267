// SPDX-License-Identifier: MIT
// Counts, for each variable, what either order would gather and scatter.
#include "compile/storage/StorageOrder.hpp"

#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/compute/operands/RegionSlicer.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace poplar_emu::compile {
namespace {

class Election {
 public:
  Election(const Input &input, const StorageMap &storage)
      : graph_(input.graph), table_(graph_.vertexTable), layouts_(input.types), storage_(storage),
        saved_(storage.storage().size()) {}

  void hear(VertexId id);
  /// Bytes a run that element order saves.
  std::int64_t saved(std::size_t variable) const { return saved_[variable]; }

 private:
  bool concerns(const ir::Edge &edge) const;
  void vote(std::span<const ir::Region> regions, const FieldLayout &field);

  const ir::Graph &graph_;
  const ir::VertexTable &table_;
  TypeLayouts layouts_;
  const StorageMap &storage_;
  std::vector<std::int64_t> saved_; ///< by variable
  std::vector<ir::Region> row_;
  std::vector<ByteRun> runs_;
};

/// The first element when the regions are consecutive elements of one variable.
std::optional<std::uint64_t> consecutive(std::span<const ir::Region> regions) {
  std::uint64_t end = regions.front().start;
  for (const ir::Region &region : regions) {
    if (region.variable != regions.front().variable || region.start != end || !isContiguous(region))
      return std::nullopt;
    end += numElements(region);
  }
  return regions.front().start;
}

bool Election::concerns(const ir::Edge &edge) const {
  const auto regions = std::span(table_.regions).subspan(edge.firstRegion, edge.numRegions);
  return edge.numElements > 1 &&
         std::any_of(regions.begin(), regions.end(), [this](const ir::Region &region) {
           return !storage_.layout(region.variable).identity;
         });
}

void Election::hear(VertexId id) {
  const TypeLayout &layout = layouts_[table_[id].type];
  table_.forEachEdge(id, [&](const ir::Edge &edge) {
    const FieldLayout &field = layout.fields[edge.field];
    if (field.kind == ir::FieldKind::ScalarEdges || !concerns(edge)) return;
    const std::span<const ir::Region> regions(table_.regions.data() + edge.firstRegion,
                                              edge.numRegions);
    if (!ir::isIndexed(field.kind) || edge.index != ir::kNone) return vote(regions, field);
    const std::uint32_t numRows = table_.explicitSize(id, edge.field);
    RegionSlicer slicer(regions);
    for (std::uint32_t row = 0; row < numRows; ++row) {
      row_.clear();
      slicer.take(edge.numElements / numRows, row_);
      vote(row_, field);
    }
  });
}

void Election::vote(std::span<const ir::Region> regions, const FieldLayout &field) {
  // Operands with parts of several variables are gathered in any order.
  const VariableId variable = regions.front().variable;
  const StorageMap::Layout &layout = storage_.layout(variable);
  if (layout.identity) return;
  const std::optional<std::uint64_t> element = consecutive(regions);
  const auto packed = storage_.consecutive(regions, runs_);
  const bool inElementOrder =
      element && (layout.address + *element * layout.width) % field.align == 0;
  const bool inPackedOrder = packed && *packed % field.align == 0;
  if (inElementOrder == inPackedOrder) return;

  std::uint64_t bytes = 0;
  for (const ir::Region &region : regions)
    bytes += numElements(region) * layout.width;
  // What is written is gathered before and scattered after.
  const auto moved = static_cast<std::int64_t>(field.written() ? 2 * bytes : bytes);
  saved_[variable.index()] += inElementOrder ? moved : -moved;
}

} // namespace

void chooseStorageOrder(const Input &input, const Usage &usage, StorageMap &storage) {
  // Copies are made of everything remote, and what is local lies together in packed order.
  if (input.options.exchange == Exchange::Copy) return;
  const std::size_t numVariables = storage.storage().size();
  const auto inOrder = [&](std::size_t v) { return storage.layout(VariableId(v)).identity; };
  std::size_t first = 0;
  while (first < numVariables && inOrder(first))
    ++first;
  if (first == numVariables) return;

  Election election(input, storage);
  for (const ComputeSetId id : usage.computeSets)
    for (const VertexId vertex : input.graph.computeSets[id.index()].vertices)
      election.hear(vertex);
  for (std::size_t v = first; v < numVariables; ++v)
    if (election.saved(v) > 0) storage.useElementOrder(VariableId(v));
}

} // namespace poplar_emu::compile
