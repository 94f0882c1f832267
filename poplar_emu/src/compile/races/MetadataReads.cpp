// SPDX-License-Identifier: MIT
// Metadata that is read, against all writes of the compute set.
#include "compile/races/MetadataReads.hpp"

#include "compile/compute/VertexNames.hpp"
#include "compile/compute/operands/Regions.hpp"
#include "ir/Names.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace poplar_emu::compile {
namespace {

struct Reader {
  VertexId vertex;
  std::uint32_t edge;
};

/// By variable and element of the metadata: its first reader.
using Reads = std::map<std::pair<VariableId, std::uint64_t>, Reader>;

bool hasQuarters(const TypeLayout &layout) {
  return std::any_of(layout.fields.begin(), layout.fields.end(),
                     [](const FieldLayout &field) { return field.metadataOffset != 0; });
}

Reads findReads(const Input &input, TypeLayouts &layouts, const ir::ComputeSet &computeSet) {
  const ir::VertexTable &table = input.graph.vertexTable;
  Reads reads;
  for (const VertexId id : computeSet.vertices) {
    const TypeLayout &layout = layouts[table[id].type];
    if (!hasQuarters(layout)) continue;
    for (std::uint32_t e = table[id].firstEdge; e != ir::kNone; e = table.edges[e].next) {
      const ir::Edge &edge = table.edges[e];
      if (layout.fields[edge.field].metadataOffset == 0 || edge.numRegions == 0) continue;
      const ir::Variable &values = input.graph.variable(table.regions[edge.firstRegion].variable);
      if (values.metadata.valid())
        reads.try_emplace({values.metadata, values.metadataElement}, Reader{id, e});
    }
  }
  return reads;
}

[[noreturn]] void raise(const Input &input, const ir::ComputeSet &computeSet, VariableId metadata,
                        const Reader &reader, const Reader &writer) {
  const ir::VertexTable &table = input.graph.vertexTable;
  Diagnostic diagnostic(Code::PE0203, "a vertex reads metadata that another one writes in {}",
                        ir::nameOf(input.graph, computeSet));
  for (const auto &[party, verb] : {std::pair(reader, "reads"), std::pair(writer, "writes")}) {
    const ir::Edge &edge = table.edges[party.edge];
    diagnostic.at(
        siteOf(input.graph, party.vertex, edge), "{} {} {}",
        edgeName(input.graph, input.types.type(table[party.vertex].type), party.vertex, edge), verb,
        ir::nameOf(input.graph, input.graph.variable(metadata)));
  }
  diagnostic.fix("write the metadata in a compute set of its own").raise();
}

} // namespace

void proveMetadataUnwritten(const Input &input, TypeLayouts &layouts,
                            const ir::ComputeSet &computeSet) {
  const Reads reads = findReads(input, layouts, computeSet);
  if (reads.empty()) return;
  const ir::VertexTable &table = input.graph.vertexTable;
  for (const VertexId id : computeSet.vertices) {
    const TypeLayout &layout = layouts[table[id].type];
    for (std::uint32_t e = table[id].firstEdge; e != ir::kNone; e = table.edges[e].next) {
      const ir::Edge &edge = table.edges[e];
      if (!layout.fields[edge.field].written()) continue;
      for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r) {
        const ir::Region &region = table.regions[r];
        if (numElements(region) == 0) continue;
        for (auto read = reads.lower_bound({region.variable, 0});
             read != reads.end() && read->first.first == region.variable; ++read) {
          const ir::Region element{read->first.second, 1, region.variable, 1, 1};
          if (read->second.vertex != id && intersect(region, element))
            raise(input, computeSet, region.variable, read->second, {id, e});
        }
      }
    }
  }
}

} // namespace poplar_emu::compile
