// SPDX-License-Identifier: MIT
// Walks the programs once, each shared node once, and notes what they reach.
#include "compile/Usage.hpp"

#include "compile/ProgramVisit.hpp"
#include "support/Diagnostic.hpp"

#include <unordered_set>

namespace poplar_emu::compile {
namespace {

class Walk {
 public:
  explicit Walk(const Input &input)
      : graph_(input.graph), functionState_(graph_.functions.size(), State::New),
        computeSetSeen_(graph_.computeSets.size()) {
    usage_.variables.resize(graph_.variables.size());
    usage_.transferred.resize(graph_.variables.size());
  }

  Usage run(const Input &input) && {
    for (const ir::ProgramRef &program : input.programs)
      visit(program);
    for (const ir::HostHandle &handle : graph_.hostReads)
      markView(handle.view);
    for (const ir::HostHandle &handle : graph_.hostWrites)
      markView(handle.view);
    return std::move(usage_);
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };

  void visit(const ir::ProgramRef &program) {
    if (!program || !seen_.insert(program.get()).second) return;
    const ir::ProgramNode &node = *program;
    // What belongs to another graph is refused by checkPrograms; its ids mean nothing here.
    if (node.graphId == 0 || node.graphId == graph_.id) {
      forEachOperand(node, [this](const ir::Operand &operand, Access) { markView(operand.view); });
      if (isTransfer(node))
        forEachOperand(node, [this](const ir::Operand &operand, Access) {
          for (const view::Piece &piece : operand.view.pieces())
            usage_.transferred[piece.variable.index()] = true;
        });
      if (const auto *execute = std::get_if<ir::Execute>(&node.payload))
        visitComputeSet(execute->computeSet);
      if (const auto *call = std::get_if<ir::Call>(&node.payload))
        visitFunction(call->function, node.site);
    }
    forEachChild(node, [this](const ir::ProgramRef &child) { visit(child); });
  }

  static bool isTransfer(const ir::ProgramNode &node) {
    return std::holds_alternative<ir::StreamRead>(node.payload) ||
           std::holds_alternative<ir::StreamWrite>(node.payload) ||
           std::holds_alternative<ir::RemoteRead>(node.payload) ||
           std::holds_alternative<ir::RemoteWrite>(node.payload);
  }

  void visitFunction(FunctionId id, SiteId caller) {
    if (id.index() >= functionState_.size()) return;
    State &state = functionState_[id.index()];
    if (state == State::Done) return;
    path_.push_back({id, caller});
    if (state == State::Open) raiseRecursion(id);
    state = State::Open;
    // A body that this function shares with a program would count as seen, and the calls in it be
    // missed by the search for recursion.
    std::unordered_set<const ir::ProgramNode *> seenBefore;
    seenBefore.swap(seen_);
    visit(graph_.functions[id.index()].body);
    seen_.merge(seenBefore);
    state = State::Done;
    path_.pop_back();
    usage_.functions.push_back(id);
  }

  [[noreturn]] void raiseRecursion(FunctionId id) const {
    std::size_t first = 0;
    while (path_[first].function != id)
      ++first;
    Diagnostic diagnostic(Code::PE0408, "function {} calls itself", functionName(id));
    for (std::size_t i = first; i + 1 < path_.size(); ++i)
      diagnostic.at(path_[i + 1].caller, "{} calls {}", functionName(path_[i].function),
                    functionName(path_[i + 1].function));
    diagnostic.fix("there is no stack on a tile: use Repeat or RepeatWhileTrue").raise();
  }

  std::string functionName(FunctionId id) const {
    const std::string &name = graph_.functions[id.index()].name;
    return name.empty() ? fmt::format("#{}", id.value) : "'" + name + "'";
  }

  void visitComputeSet(ComputeSetId id) {
    if (id.index() >= computeSetSeen_.size() || computeSetSeen_[id.index()]) return;
    computeSetSeen_[id.index()] = true;
    usage_.computeSets.push_back(id);
    const ir::VertexTable &table = graph_.vertexTable;
    for (const VertexId vertex : graph_.computeSets[id.index()].vertices)
      table.forEachEdge(vertex, [&](const ir::Edge &edge) {
        for (std::uint32_t r = 0; r < edge.numRegions; ++r)
          mark(table.regions[edge.firstRegion + r].variable);
      });
  }

  void markView(const view::View &view) {
    for (const view::Piece &piece : view.pieces())
      mark(piece.variable);
  }
  void mark(VariableId variable) {
    if (variable.index() >= usage_.variables.size()) return;
    usage_.variables[variable.index()] = true;
    // Codelets read the metadata of the quarters that they are given.
    if (const VariableId metadata = graph_.variables[variable.index()].metadata; metadata.valid())
      usage_.variables[metadata.index()] = true;
  }

  struct Frame {
    FunctionId function;
    SiteId caller;
  };

  const ir::Graph &graph_;
  Usage usage_;
  std::vector<State> functionState_;
  std::vector<bool> computeSetSeen_;
  std::vector<Frame> path_; ///< functions being walked, outermost first
  std::unordered_set<const ir::ProgramNode *> seen_;
};

} // namespace

Usage findUsage(const Input &input) {
  return Walk(input).run(input);
}

} // namespace poplar_emu::compile
