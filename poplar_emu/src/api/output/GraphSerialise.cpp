// SPDX-License-Identifier: MIT
// A graph as JSON, or as the same structure in CBOR. For information: it is never read back.
#include "api/graph/GraphNeed.hpp"
#include "api/program/tree/ProgramOutline.hpp"

#include <nlohmann/json.hpp>
#include <poplar/Program.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;
using nlohmann::json;

namespace poplar {
namespace {

json jsonOf(const ir::Variable &variable) {
  json mapping = json::array();
  for (const ir::TileInterval &part : variable.mapping.intervals())
    mapping.push_back({part.begin, part.end, part.tile.value});
  return {{"name", variable.name},
          {"type", name(variable.type)},
          {"shape", variable.shape},
          {"constant", variable.isConstant()},
          {"madeAt", describe(variable.site)},
          {"tiles", std::move(mapping)}};
}

json jsonOf(const GraphCore &core, VertexId id) {
  const ir::VertexTable &table = core.graph.vertexTable;
  const ir::Vertex &vertex = table[id];
  const ir::VertexType &type = core.registry.type(vertex.type);
  json edges = json::array();
  table.forEachEdge(id, [&](const ir::Edge &edge) {
    json regions = json::array();
    for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r) {
      const ir::Region &region = table.regions[r];
      regions.push_back({{"variable", region.variable.value},
                         {"start", region.start},
                         {"length", region.length},
                         {"count", region.count},
                         {"stride", region.stride}});
    }
    json record = {{"field", type.fields[edge.field].name}, {"regions", std::move(regions)}};
    if (edge.index != ir::kNone) record["index"] = edge.index;
    edges.push_back(std::move(record));
  });
  json record = {{"type", type.name},
                 {"computeSet", vertex.computeSet.value},
                 {"madeAt", describe(vertex.site)},
                 {"edges", std::move(edges)}};
  if (vertex.tile.valid()) record["tile"] = vertex.tile.value;
  return record;
}

json jsonOf(const ir::Graph &graph, const ir::ProgramRef &program) {
  if (!program) return nullptr;
  const Outline node = outline(graph, *program);
  json record = {{"kind", node.kind}, {"detail", node.detail}};
  if (!program->name.empty()) record["name"] = program->name;
  if (node.children.empty()) return record;
  json children = json::array();
  for (const Outline::Child &child : node.children) {
    json entry = jsonOf(graph, child.program);
    if (!child.role.empty()) entry = {{"role", child.role}, {"program", std::move(entry)}};
    children.push_back(std::move(entry));
  }
  record["children"] = std::move(children);
  return record;
}

json jsonOf(const GraphCore &core, ArrayRef<program::Program> programs) {
  const ir::Graph &graph = core.graph;
  json root;
  root["producer"] = versionString().cloneAsString();
  root["machine"] = {{"ipus", graph.machine.numIpus},
                     {"tilesPerIpu", graph.machine.tilesPerIpu},
                     {"workers", graph.machine.numWorkers},
                     {"bytesPerTile", graph.machine.bytesPerTile},
                     {"replicas", graph.machine.replicationFactor}};
  root["variables"] = json::array();
  for (const ir::Variable &variable : graph.variables)
    root["variables"].push_back(jsonOf(variable));
  root["computeSets"] = json::array();
  for (const ir::ComputeSet &set : graph.computeSets)
    root["computeSets"].push_back({{"name", set.name}, {"vertices", set.vertices.size()}});
  root["vertices"] = json::array();
  for (std::size_t v = 0; v < graph.vertexTable.vertices.size(); ++v)
    root["vertices"].push_back(jsonOf(core, VertexId(v)));
  root["functions"] = json::array();
  for (const ir::Function &function : graph.functions)
    root["functions"].push_back(jsonOf(graph, function.body));
  root["streams"] = json::array();
  for (const ir::Stream &stream : graph.streams) {
    const bool toDevice = stream.direction == ir::StreamDirection::HostToDevice;
    root["streams"].push_back({{"handle", stream.handle},
                               {"direction", toDevice ? "hostToDevice" : "deviceToHost"},
                               {"type", name(stream.type)},
                               {"elements", stream.numElements}});
  }
  root["programs"] = json::array();
  for (const program::Program &program : programs)
    root["programs"].push_back(jsonOf(graph, Access::program(program)));
  return root;
}

} // namespace

void Graph::serialize(std::ostream &out, SerializationFormat format) const {
  serialize(out, {}, format);
}

void Graph::serialize(std::ostream &out, ArrayRef<program::Program> programs,
                      SerializationFormat format) const {
  const json root = jsonOf(*need(*this, "serialize")->core, programs);
  if (format == SerializationFormat::JSON) {
    out << root.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  } else {
    const std::vector<std::uint8_t> bytes = json::to_cbor(root);
    out.write(reinterpret_cast<const char *>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }
  if (!out) Diagnostic(Code::PE0803, "serialize: the stream does not take the graph").raise();
}

} // namespace poplar
