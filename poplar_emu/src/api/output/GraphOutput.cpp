// SPDX-License-Identifier: MIT
// Pictures of a graph in the dot language.
#include "api/graph/GraphNeed.hpp"
#include "api/output/Dot.hpp"
#include "api/program/tree/ProgramUses.hpp"
#include "view/Regions.hpp"

#include <poplar/Program.hpp>

#include <map>
#include <set>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

/// Data flow: variables are ovals, what works on them are boxes.
class Picture {
 public:
  explicit Picture(const ir::Graph &graph) : graph_(graph) {}

  Dot::vertex_descriptor addBox(std::string label) {
    return boost::add_vertex(DotNode{std::move(label)}, dot_);
  }
  void reads(Dot::vertex_descriptor box, VariableId variable, const std::string &label = {}) {
    connect(nodeOf(variable), box, label);
  }
  void writes(Dot::vertex_descriptor box, VariableId variable, const std::string &label = {}) {
    connect(box, nodeOf(variable), label);
  }
  void reads(Dot::vertex_descriptor box, const ir::Operand &operand) {
    for (const VariableId variable : view::variables(operand.view))
      reads(box, variable);
  }
  void writes(Dot::vertex_descriptor box, const ir::Operand &operand) {
    for (const VariableId variable : view::variables(operand.view))
      writes(box, variable);
  }
  void write(std::ostream &out) const { writeDot(dot_, out); }

 private:
  Dot::vertex_descriptor nodeOf(VariableId variable) {
    const auto [entry, isNew] = variables_.try_emplace(variable, 0);
    if (isNew) {
      const ir::Variable &v = graph_.variable(variable);
      std::string label = v.name.empty() ? fmt::format("variable #{}", variable.value) : v.name;
      label += fmt::format("\n{} [{}]", name(v.type), fmt::join(v.shape, ", "));
      entry->second =
          boost::add_vertex(DotNode{std::move(label), v.isConstant() ? "note" : "oval"}, dot_);
    }
    return entry->second;
  }
  void connect(Dot::vertex_descriptor from, Dot::vertex_descriptor to, const std::string &label) {
    if (edges_.emplace(from, to, label).second) boost::add_edge(from, to, label, dot_);
  }

  const ir::Graph &graph_;
  Dot dot_;
  std::map<VariableId, Dot::vertex_descriptor> variables_;
  std::set<std::tuple<Dot::vertex_descriptor, Dot::vertex_descriptor, std::string>> edges_;
};

std::vector<ir::ProgramRef> refs(ArrayRef<program::Program> programs) {
  std::vector<ir::ProgramRef> out;
  for (const program::Program &program : programs)
    out.push_back(Access::program(program));
  return out;
}

/// Compute sets that the programs execute; all of them when there are no programs.
std::vector<bool> computeSetsOf(const ir::Graph &graph,
                                const std::vector<ir::ProgramRef> &programs) {
  std::vector<bool> used(graph.computeSets.size(), programs.empty());
  forEachProgram(graph, programs, [&](const ir::ProgramNode &node) {
    if (const auto *execute = std::get_if<ir::Execute>(&node.payload))
      if (execute->computeSet.index() < used.size()) used[execute->computeSet.index()] = true;
  });
  return used;
}

template <class F>
void forEachVariableOf(const GraphCore &core, VertexId vertex, F &&f) {
  const ir::VertexTable &table = core.graph.vertexTable;
  const ir::VertexType &type = core.registry.type(table[vertex].type);
  table.forEachEdge(vertex, [&](const ir::Edge &edge) {
    for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r)
      f(type.fields[edge.field], table.regions[r].variable);
  });
}

void drawEdges(Picture &picture, Dot::vertex_descriptor box, const ir::FieldInfo &field,
               VariableId variable, const std::string &label) {
  if (field.direction != ir::Direction::Out) picture.reads(box, variable, label);
  if (ir::isWritten(field.direction)) picture.writes(box, variable, label);
}

/// Copies and transfers of the programs, each once.
void drawTransfers(Picture &picture, const ir::Graph &graph,
                   const std::vector<ir::ProgramRef> &programs) {
  std::set<const ir::ProgramNode *> drawn;
  forEachProgram(graph, programs, [&](const ir::ProgramNode &node) {
    if (!drawn.insert(&node).second) return;
    const std::string suffix = node.name.empty() ? std::string() : "\n" + node.name;
    if (const auto *copy = std::get_if<ir::Copy>(&node.payload)) {
      const auto box = picture.addBox("Copy" + suffix);
      picture.reads(box, copy->source);
      picture.writes(box, copy->destination);
    } else if (const auto *across = std::get_if<ir::CrossReplicaCopy>(&node.payload)) {
      const auto box = picture.addBox("CrossReplicaCopy" + suffix);
      picture.reads(box, across->source);
      picture.writes(box, across->destination);
    } else if (const auto *read = std::get_if<ir::StreamRead>(&node.payload)) {
      const auto box = picture.addBox("stream " + graph.streams[read->stream.index()].handle);
      picture.writes(box, read->destination);
    } else if (const auto *write = std::get_if<ir::StreamWrite>(&node.payload)) {
      const auto box = picture.addBox("stream " + graph.streams[write->stream.index()].handle);
      picture.reads(box, write->source);
    }
  });
}

} // namespace

void Graph::outputVertexGraph(std::ostream &out, ArrayRef<program::Program> programs) const {
  const GraphCore &core = *need(*this, "outputVertexGraph")->core;
  const std::vector<bool> used = computeSetsOf(core.graph, refs(programs));
  Picture picture(core.graph);
  const ir::VertexTable &table = core.graph.vertexTable;
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    const ir::Vertex &vertex = table.vertices[v];
    if (!used[vertex.computeSet.index()]) continue;
    const std::string tile =
        vertex.tile.valid() ? fmt::format("tile {}", vertex.tile.value) : std::string("no tile");
    const auto box =
        picture.addBox(fmt::format("{}#{}\n{}", core.registry.type(vertex.type).name, v, tile));
    forEachVariableOf(core, VertexId(v), [&](const ir::FieldInfo &field, VariableId variable) {
      drawEdges(picture, box, field, variable, field.name);
    });
  }
  picture.write(out);
}

void Graph::outputComputeGraph(std::ostream &out, ArrayRef<program::Program> programs) const {
  const GraphCore &core = *need(*this, "outputComputeGraph")->core;
  const std::vector<ir::ProgramRef> nodes = refs(programs);
  const std::vector<bool> used = computeSetsOf(core.graph, nodes);
  Picture picture(core.graph);
  for (std::size_t c = 0; c < used.size(); ++c) {
    if (!used[c]) continue;
    const ir::ComputeSet &set = core.graph.computeSets[c];
    const std::string title = set.name.empty() ? fmt::format("compute set {}", c) : set.name;
    const auto box = picture.addBox(fmt::format("{}\n{} vertices", title, set.vertices.size()));
    for (const VertexId vertex : set.vertices) {
      forEachVariableOf(core, vertex, [&](const ir::FieldInfo &field, VariableId variable) {
        drawEdges(picture, box, field, variable, {});
      });
    }
  }
  drawTransfers(picture, core.graph, nodes);
  picture.write(out);
}

} // namespace poplar
