// SPDX-License-Identifier: MIT
// Words for each kind of program.
#include "api/program/tree/ProgramOutline.hpp"

#include "api/Access.hpp"
#include "api/graph/GraphNeed.hpp"
#include "support/Diagnostic.hpp"

#include <ostream>

namespace poplar_emu::api {
namespace {

class Describer {
 public:
  explicit Describer(const ir::Graph &graph) : graph_(graph) {}

  Outline operator()(const ir::Sequence &sequence) const {
    Outline out{"Sequence", fmt::format("{} steps", sequence.steps.size()), {}};
    for (const ir::ProgramRef &step : sequence.steps)
      out.children.push_back({"", step});
    return out;
  }
  Outline operator()(const ir::Execute &execute) const {
    std::string detail = fmt::format("compute set #{}", execute.computeSet.value);
    if (execute.computeSet.index() < graph_.computeSets.size()) {
      const ir::ComputeSet &set = graph_.computeSets[execute.computeSet.index()];
      detail += fmt::format(" '{}', {} vertices", set.name, set.vertices.size());
    }
    if (execute.status) detail += ", status in " + text(*execute.status);
    return {"Execute", detail, {}};
  }
  Outline operator()(const ir::Copy &copy) const {
    return {"Copy", arrow(text(copy.source), text(copy.destination)), {}};
  }
  Outline operator()(const ir::StreamRead &read) const {
    return {
        "Copy", arrow(named("stream", graph_.streams, read.stream), text(read.destination)), {}};
  }
  Outline operator()(const ir::StreamWrite &write) const {
    return {"Copy", arrow(text(write.source), named("stream", graph_.streams, write.stream)), {}};
  }
  Outline operator()(const ir::RemoteRead &read) const {
    return {"Copy", arrow(remote(read.buffer, read.rows), text(read.destination)), {}};
  }
  Outline operator()(const ir::RemoteWrite &write) const {
    return {"Copy", arrow(text(write.source), remote(write.buffer, write.rows)), {}};
  }
  Outline operator()(const ir::Repeat &repeat) const {
    return {"Repeat", fmt::format("{} times", repeat.count), {{"", repeat.body}}};
  }
  Outline operator()(const ir::RepeatWhile &loop) const {
    return {loop.continueOn ? "RepeatWhileTrue" : "RepeatWhileFalse",
            text(loop.predicate),
            {{"condition", loop.condition}, {"body", loop.body}}};
  }
  Outline operator()(const ir::Loop &loop) const { return {"Loop", "", {{"", loop.body}}}; }
  Outline operator()(const ir::If &choice) const {
    return {
        "If", text(choice.predicate), {{"then", choice.thenBranch}, {"else", choice.elseBranch}}};
  }
  Outline operator()(const ir::Switch &choice) const {
    Outline out{"Switch", text(choice.control), {}};
    for (const auto &[value, body] : choice.cases)
      out.children.push_back({fmt::format("case {}", value), body});
    if (choice.onDefault == ir::SwitchDefault::Error) out.detail += ", other values are errors";
    if (choice.defaultCase) out.children.push_back({"default", choice.defaultCase});
    return out;
  }
  Outline operator()(const ir::Call &call) const {
    std::string detail = fmt::format("function #{}", call.function.value);
    if (call.function.index() < graph_.functions.size()) {
      const std::string &name = graph_.functions[call.function.index()].name;
      if (!name.empty()) detail += fmt::format(" '{}'", name);
    }
    return {"Call", detail, {}};
  }
  Outline operator()(const ir::HostCall &call) const {
    return {
        "Call",
        arrow(list(call.inputs), arrow(named("host function", graph_.hostFunctions, call.function),
                                       list(call.outputs))),
        {}};
  }
  Outline operator()(const ir::CrossReplicaCopy &copy) const {
    std::string detail = arrow(text(copy.source), text(copy.destination));
    for (const auto &[from, to] : copy.sourceToDestination)
      detail += fmt::format(" {}->{}", from, to);
    return {"CrossReplicaCopy", detail, {}};
  }
  Outline operator()(const ir::WriteUndef &write) const {
    return {"WriteUndef", text(write.operand), {}};
  }
  Outline operator()(const ir::Collective &collective) const {
    return {"Collective",
            arrow(text(collective.source), text(collective.destination)),
            {{"steps", collective.body}}};
  }
  Outline operator()(const ir::AssumeEqualAcrossReplicas &assume) const {
    return {"AssumeEqualAcrossReplicas", text(assume.operand), {}};
  }
  Outline operator()(const ir::Block &block) const { return {"Block", "", {{"", block.body}}}; }
  Outline operator()(const ir::Sync &sync) const {
    static constexpr const char *kNames[] = {"internal", "external", "global"};
    return {"Sync", kNames[static_cast<int>(sync.kind)], {}};
  }
  Outline operator()(const ir::Print &print) const {
    return {"PrintTensor", fmt::format("\"{}\" {}", print.title, text(print.operand)), {}};
  }
  Outline operator()(const ir::Abort &abort) const {
    std::string detail = fmt::format("\"{}\"", abort.message);
    if (abort.condition) detail += " if " + text(*abort.condition);
    if (abort.printed) detail += " after printing " + text(*abort.printed);
    return {"Abort", detail, {}};
  }
  Outline operator()(const ir::CycleStamp &stamp) const {
    return {
        "CycleStamp", arrow(fmt::format("tile {}", stamp.tile.value), text(stamp.destination)), {}};
  }
  Outline operator()(const ir::HwSeeds &seeds) const {
    const std::string tiles = fmt::format("{} tiles", seeds.tiles.size());
    return {"HwSeeds",
            seeds.write ? arrow(text(seeds.seeds), tiles) : arrow(tiles, text(seeds.seeds)),
            {}};
  }
  Outline operator()(const ir::FpControl &control) const {
    std::string detail = fmt::format("clear {:#x}, set {:#x}", control.clear, control.set);
    if (control.load) detail += ", from " + text(*control.load);
    if (control.store) detail += ", previous state to " + text(*control.store);
    return {"FloatingPointControl", detail, {}};
  }

 private:
  std::string text(const ir::Operand &operand) const {
    return fmt::format("{} {} {}", variableNames(graph_, operand.view), name(operand.type),
                       view::shapeText(operand.view.shape()));
  }
  std::string list(const std::vector<ir::Operand> &operands) const {
    std::string out = "(";
    for (std::size_t i = 0; i < operands.size(); ++i)
      out += (i ? "; " : "") + text(operands[i]);
    return out + ")";
  }
  static std::string arrow(const std::string &from, const std::string &to) {
    return from + " -> " + to;
  }
  template <class Table, class Id>
  static std::string named(const char *what, const Table &table, Id id) {
    if (id.index() >= table.size()) return fmt::format("{} #{}", what, id.value);
    return fmt::format("{} '{}'", what, table[id.index()].handle);
  }
  std::string remote(RemoteBufferId id, const std::optional<ir::Operand> &rows) const {
    std::string out = named("remote buffer", graph_.remoteBuffers, id);
    if (rows) out += " rows " + text(*rows);
    return out;
  }

  const ir::Graph &graph_;
};

void write(const ir::Graph &graph, const ir::ProgramRef &program, const std::string &role,
           std::size_t depth, std::ostream &out) {
  out << std::string(2 * depth, ' ');
  if (!role.empty()) out << role << ": ";
  if (!program) {
    out << "(empty)\n";
    return;
  }
  const Outline node = outline(graph, *program);
  out << node.kind;
  if (!program->name.empty()) out << " '" << program->name << "'";
  if (!node.detail.empty()) out << ": " << node.detail;
  out << '\n';
  for (const Outline::Child &child : node.children)
    write(graph, child.program, child.role, depth + 1, out);
}

} // namespace

Outline outline(const ir::Graph &graph, const ir::ProgramNode &program) {
  return std::visit(Describer(graph), program.payload);
}

void writeProgram(const ir::Graph &graph, const ir::ProgramRef &program, std::ostream &out) {
  write(graph, program, "", 0, out);
}

} // namespace poplar_emu::api

namespace poplar::program {

void dumpProgram(const Graph &graph, const Program &program, std::ostream &out) {
  using namespace poplar_emu::api;
  const poplar_emu::ir::Graph &ir = need(graph, "dumpProgram")->core->graph;
  writeProgram(ir, Access::program(program), out);
}

} // namespace poplar::program
