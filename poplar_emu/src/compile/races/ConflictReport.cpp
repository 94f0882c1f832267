// SPDX-License-Identifier: MIT
// Words and numbers of PE0203.
#include "compile/races/ConflictReport.hpp"

#include "compile/compute/VertexNames.hpp"
#include "ir/Names.hpp"
#include "support/Diagnostic.hpp"
#include "support/ElementType.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace poplar_emu::compile {
namespace {

std::span<const ir::Region> regionsOf(const ir::Graph &graph, const ir::Edge &edge) {
  return {graph.vertexTable.regions.data() + edge.firstRegion, edge.numRegions};
}

/// The rows of an edge in one variable, merged where they touch, ascending.
std::vector<ElementRange> rangesIn(const ir::Graph &graph, const ir::Edge &edge,
                                   VariableId variable) {
  std::vector<ElementRange> rows;
  for (const ir::Region &region : regionsOf(graph, edge)) {
    if (region.variable != variable || numElements(region) == 0) continue;
    for (std::uint64_t row = 0; row < region.count; ++row)
      rows.push_back({rowStart(region, row), rowStart(region, row) + region.length});
  }
  std::sort(rows.begin(), rows.end(),
            [](const ElementRange &a, const ElementRange &b) { return a.begin < b.begin; });
  std::vector<ElementRange> merged;
  for (const ElementRange &row : rows) {
    if (!merged.empty() && row.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, row.end);
    else
      merged.push_back(row);
  }
  return merged;
}

struct Overlap {
  ElementRange range; ///< hull of what is shared
  std::uint64_t elements = 0;
};

Overlap overlapOf(const std::vector<ElementRange> &a, const std::vector<ElementRange> &b) {
  Overlap overlap;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::uint64_t begin = std::max(a[i].begin, b[j].begin);
    const std::uint64_t end = std::min(a[i].end, b[j].end);
    if (begin < end) {
      if (overlap.elements == 0) overlap.range.begin = begin;
      overlap.range.end = end;
      overlap.elements += end - begin;
    }
    if (a[i].end < b[j].end)
      ++i;
    else
      ++j;
  }
  return overlap;
}

} // namespace

void raiseConflict(const ir::Graph &graph, const ir::VertexTypes &types,
                   const ir::ComputeSet &computeSet, const Conflict &conflict) {
  const auto [first, second] = conflict.first.vertex <= conflict.second.vertex
                                   ? std::pair(conflict.first, conflict.second)
                                   : std::pair(conflict.second, conflict.first);
  const VariableId variable = graph.vertexTable.regions[first.region].variable;
  const bool bothWrite = first.kind == AccessKind::Write && second.kind == AccessKind::Write;

  const std::string setName = ir::nameOf(graph, computeSet);
  const bool oneVertex = first.vertex == second.vertex;

  Diagnostic diagnostic =
      oneVertex   ? Diagnostic(Code::PE0212, "two fields of a vertex write the same elements in {}",
                               setName)
      : bothWrite ? Diagnostic(Code::PE0203, "two vertices write the same elements in {}", setName)
                  : Diagnostic(Code::PE0203,
                               "a vertex reads elements that another one writes in {}", setName);

  std::vector<ElementRange> ranges[2];
  for (int i = 0; i < 2; ++i) {
    const VertexAccess &access = i == 0 ? first : second;
    const VertexId vertex(access.vertex);
    const ir::Edge &edge = graph.vertexTable.edges[access.edge];
    ranges[i] = rangesIn(graph, edge, variable);
    diagnostic.at(siteOf(graph, vertex, edge), "{} {} {}",
                  edgeName(graph, types.type(graph.vertexTable[vertex].type), vertex, edge),
                  access.kind == AccessKind::Write ? "writes" : "reads",
                  rangeName(graph, variable, {ranges[i].front().begin, ranges[i].back().end}));
  }
  const Overlap overlap = overlapOf(ranges[0], ranges[1]);
  diagnostic.note("overlap: {}, {}, {}", rangeName(graph, variable, overlap.range),
                  counted(overlap.elements, "element"),
                  counted(overlap.elements * sizeInBytes(graph.variable(variable).type), "byte"));
  if (oneVertex)
    diagnostic.fix("give each field its own slice; fields may share elements only when they cover "
                   "the same ones in the same order");
  else if (bothWrite)
    diagnostic.fix("give each vertex its own slice, or use two compute sets");
  else
    diagnostic.fix("read in a compute set of its own, or write to another tensor");
  diagnostic.raise();
}

} // namespace poplar_emu::compile
