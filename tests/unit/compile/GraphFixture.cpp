// SPDX-License-Identifier: MIT
// Fills the tables of a graph.
#include "GraphFixture.hpp"

#include <algorithm>
#include <stdexcept>

namespace poplar_emu::compile::test {
namespace {

SiteId site(unsigned line) {
  return line == 0 ? SiteId() : internSite("user.cpp", line, "main");
}

} // namespace

ir::FieldInfo field(std::string name, ir::FieldKind kind, ir::Direction direction,
                    ElementType type) {
  ir::FieldInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.direction = direction;
  info.type = type;
  if (kind != ir::FieldKind::ScalarEdge && kind != ir::FieldKind::ScalarState)
    info.layout = ir::VectorLayout::Span;
  if (ir::isTwoLevel(kind)) info.outerLayout = ir::VectorLayout::Span;
  return info;
}

ir::VertexType vertexType(std::string name, std::vector<ir::FieldInfo> fields) {
  ir::VertexType type;
  type.name = std::move(name);
  type.hostAlign = 8;
  for (ir::FieldInfo &info : fields) {
    info.hostOffset = type.hostSize;
    type.hostSize +=
        info.kind == ir::FieldKind::ScalarEdge || info.kind == ir::FieldKind::ScalarState ? 8 : 16;
  }
  type.fields = std::move(fields);
  return type;
}

ir::Region run(VariableId variable, std::uint64_t start, std::uint32_t length) {
  return rows(variable, start, length, 1, length);
}

ir::Region rows(VariableId variable, std::uint64_t start, std::uint32_t length, std::uint32_t count,
                std::int64_t stride) {
  ir::Region region;
  region.variable = variable;
  region.start = start;
  region.length = length;
  region.count = count;
  region.stride = stride;
  return region;
}

TestGraph::TestGraph(std::uint32_t numTiles) {
  graph.id = 1;
  graph.machine = {1, numTiles, 6, 638976, 1};
}

VariableId TestGraph::variable(const std::string &name, std::uint64_t numElements, TileId tile,
                               ElementType type) {
  ir::Variable variable;
  variable.name = name;
  variable.type = type;
  variable.numElements = numElements;
  variable.shape = {numElements};
  if (tile.valid()) variable.mapping.set(0, numElements, tile);
  graph.variables.push_back(std::move(variable));
  return VariableId(graph.variables.size() - 1);
}

VariableId TestGraph::spread(const std::string &name, std::uint64_t numElements, ElementType type) {
  const VariableId id = variable(name, numElements, TileId(), type);
  const std::uint64_t tiles = graph.machine.numTiles();
  for (std::uint64_t t = 0; t < tiles; ++t)
    graph.variable(id).mapping.set(numElements * t / tiles, numElements * (t + 1) / tiles,
                                   TileId(t));
  return id;
}

ComputeSetId TestGraph::computeSet(const std::string &name) {
  graph.computeSets.push_back({name, SiteId(), {}});
  return ComputeSetId(graph.computeSets.size() - 1);
}

VertexId TestGraph::vertex(ComputeSetId computeSet, VertexTypeId type, std::uint32_t tile,
                           unsigned line) {
  ir::Vertex vertex;
  vertex.type = type;
  vertex.computeSet = computeSet;
  if (tile != ir::kNone) vertex.tile = TileId(tile);
  vertex.site = site(line);
  graph.vertexTable.vertices.push_back(vertex);
  const VertexId id(graph.vertexTable.vertices.size() - 1);
  graph.computeSets[computeSet.index()].vertices.push_back(id);
  return id;
}

std::uint32_t TestGraph::fieldIndex(VertexId vertex, const std::string &field) const {
  const int index = types.type(graph.vertexTable[vertex].type).fieldIndex(field);
  if (index < 0) throw std::logic_error("no field " + field);
  return static_cast<std::uint32_t>(index);
}

void TestGraph::connect(VertexId vertex, const std::string &field, std::vector<ir::Region> regions,
                        std::uint32_t index, unsigned line) {
  ir::VertexTable &table = graph.vertexTable;
  ir::Edge edge;
  edge.field = fieldIndex(vertex, field);
  edge.index = index;
  edge.firstRegion = static_cast<std::uint32_t>(table.regions.size());
  edge.numRegions = static_cast<std::uint32_t>(regions.size());
  for (const ir::Region &region : regions) {
    edge.numElements += region.length * region.count;
    table.regions.push_back(region);
  }
  edge.site = site(line);
  const auto id = static_cast<std::uint32_t>(table.edges.size());
  table.edges.push_back(edge);
  ir::Vertex &row = table.vertices[vertex.index()];
  if (row.firstEdge == ir::kNone)
    row.firstEdge = id;
  else
    table.edges[row.lastEdge].next = id;
  row.lastEdge = id;
}

void TestGraph::addValue(VertexId vertex, const std::string &field,
                         std::span<const std::byte> bytes, std::uint32_t numElements,
                         std::uint32_t index) {
  ir::VertexTable &table = graph.vertexTable;
  ir::FieldValue value;
  value.field = fieldIndex(vertex, field);
  value.index = index;
  value.firstByte = static_cast<std::uint32_t>(table.valueBytes.size());
  value.numElements = numElements;
  table.valueBytes.insert(table.valueBytes.end(), bytes.begin(), bytes.end());
  const auto id = static_cast<std::uint32_t>(table.values.size());
  table.values.push_back(value);
  ir::Vertex &row = table.vertices[vertex.index()];
  if (row.firstValue == ir::kNone)
    row.firstValue = id;
  else
    table.values[row.lastValue].next = id;
  row.lastValue = id;
}

void TestGraph::size(VertexId vertex, const std::string &field, std::uint32_t size) {
  ir::VertexTable &table = graph.vertexTable;
  ir::Vertex &row = table.vertices[vertex.index()];
  table.sizes.push_back({fieldIndex(vertex, field), size, row.firstSize});
  row.firstSize = static_cast<std::uint32_t>(table.sizes.size() - 1);
}

void TestGraph::estimate(VertexId vertex, std::uint64_t cycles) {
  ir::VertexTable &table = graph.vertexTable;
  table.estimates.resize(std::max<std::size_t>(table.estimates.size(), vertex.index() + 1));
  table.hasEstimate.resize(table.estimates.size());
  table.estimates[vertex.index()] = {cycles, 0};
  table.hasEstimate[vertex.index()] = true;
}

Usage TestGraph::everything() const {
  Usage usage;
  for (std::size_t i = 0; i < graph.computeSets.size(); ++i)
    usage.computeSets.push_back(ComputeSetId(i));
  usage.variables.assign(graph.variables.size(), true);
  return usage;
}

} // namespace poplar_emu::compile::test
