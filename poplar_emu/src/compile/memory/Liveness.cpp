// SPDX-License-Identifier: MIT
// Walks the programs and keeps a log of uses.
#include "compile/memory/Liveness.hpp"

#include "compile/ProgramVisit.hpp"

#include <algorithm>
#include <unordered_set>

namespace poplar_emu::compile {
namespace {

/// Beyond so many logged uses, programs and functions seen before are not walked again.
constexpr std::size_t kBudget = 1 << 18;

struct Use {
  VariableId variable;
  Position position;
  Access access;
};

class Walk {
 public:
  Walk(const Input &input, const Usage &usage)
      : input_(input), graph_(input.graph), types_(input.types), usesOf_(graph_.computeSets.size()),
        known_(graph_.computeSets.size()), stamp_(graph_.variables.size()),
        rangeOf_(graph_.variables.size()) {
    result_.alwaysLive.resize(graph_.variables.size());
    for (std::size_t v = 0; v < graph_.variables.size(); ++v) {
      const ir::Variable &variable = graph_.variables[v];
      if (usage.variables[v] && (variable.isConstant() || !variable.initialValues.empty()))
        result_.alwaysLive[v] = true;
    }
    for (const ir::HostHandle &handle : graph_.hostReads)
      markAlways(handle.view);
    for (const ir::HostHandle &handle : graph_.hostWrites)
      markAlways(handle.view);
  }

  Liveness run(const Input &input) && {
    for (const ir::ProgramRef &program : input.programs) {
      log_.clear();
      visit(program);
      endProgram();
    }
    std::erase_if(result_.ranges, [this](const LiveRange &range) {
      return result_.alwaysLive[range.variable.index()];
    });
    std::sort(result_.ranges.begin(), result_.ranges.end(),
              [](const LiveRange &a, const LiveRange &b) { return a.first < b.first; });
    return std::move(result_);
  }

 private:
  void visit(const ir::ProgramRef &program) {
    if (!program) return;
    const bool seenBefore = !seen_.insert(program.get()).second;
    if (seenBefore && logged_ > kBudget) return;
    const ir::ProgramNode &node = *program;
    const std::size_t begin = log_.size();
    ++logged_;
    if (node.graphId == 0 || node.graphId == graph_.id) visitUses(node);
    forEachChild(node, [this](const ir::ProgramRef &child) { visit(child); });
    if (const auto *call = std::get_if<ir::Call>(&node.payload))
      visit(bodyOf(input_, call->function));
    const bool loops = std::holds_alternative<ir::Repeat>(node.payload) ||
                       std::holds_alternative<ir::RepeatWhile>(node.payload) ||
                       std::holds_alternative<ir::Loop>(node.payload);
    if (loops) endLoop(begin);
  }

  void visitUses(const ir::ProgramNode &node) {
    const Position position = next_;
    const std::size_t before = log_.size();
    if (const auto *execute = std::get_if<ir::Execute>(&node.payload)) {
      const ComputeSetId id = execute->computeSet;
      for (Use use : usesOf(id)) {
        use.position = position;
        log_.push_back(use);
      }
      result_.executions.push_back({id, position});
      advance(node);
    }
    forEachOperand(node, [&](const ir::Operand &operand, Access access) {
      for (const view::Piece &piece : operand.view.pieces())
        log_.push_back({piece.variable, position, access});
    });
    logged_ += log_.size() - before;
    if (next_ == position && log_.size() != before) advance(node);
  }
  void advance(const ir::ProgramNode &node) {
    result_.nodes.push_back(&node);
    ++next_;
  }

  /// One use a variable: a read if any vertex reads it.
  const std::vector<Use> &usesOf(ComputeSetId id) {
    std::vector<Use> &uses = usesOf_[id.index()];
    if (known_[id.index()]) return uses;
    known_[id.index()] = true;
    ++epoch_;
    const ir::VertexTable &table = graph_.vertexTable;
    for (const VertexId vertex : graph_.computeSets[id.index()].vertices) {
      const ir::VertexType &type = types_.type(table[vertex].type);
      table.forEachEdge(vertex, [&](const ir::Edge &edge) {
        const bool writes = type.fields[edge.field].direction == ir::Direction::Out;
        for (std::uint32_t r = 0; r < edge.numRegions; ++r) {
          const VariableId variable = table.regions[edge.firstRegion + r].variable;
          std::uint64_t &stamp = stamp_[variable.index()];
          if (stamp != epoch_) {
            stamp = epoch_;
            rangeOf_[variable.index()] = static_cast<std::uint32_t>(uses.size());
            uses.push_back({variable, 0, Access::Write});
          }
          if (!writes) uses[rangeOf_[variable.index()]].access = Access::Read;
        }
      });
    }
    return uses;
  }

  /// What the body reads before it writes it is handed from iteration to iteration.
  void endLoop(std::size_t begin) {
    ++epoch_;
    const std::size_t end = log_.size();
    if (begin == end) return;
    const Position last = next_ - 1;
    for (std::size_t i = begin; i < end; ++i) {
      const Use use = log_[i];
      std::uint64_t &stamp = stamp_[use.variable.index()];
      if (std::exchange(stamp, epoch_) == epoch_ || use.access != Access::Read) continue;
      log_.push_back({use.variable, last, Access::Read});
    }
  }

  void endProgram() {
    ++epoch_;
    for (const Use &use : log_) {
      const std::size_t v = use.variable.index();
      if (std::exchange(stamp_[v], epoch_) != epoch_) {
        if (use.access == Access::Read) result_.alwaysLive[v] = true;
        rangeOf_[v] = static_cast<std::uint32_t>(result_.ranges.size());
        result_.ranges.push_back({use.variable, use.position, use.position});
      } else {
        LiveRange &range = result_.ranges[rangeOf_[v]];
        range.last = std::max(range.last, use.position);
      }
    }
  }

  void markAlways(const view::View &view) {
    for (const view::Piece &piece : view.pieces())
      result_.alwaysLive[piece.variable.index()] = true;
  }

  const Input &input_;
  const ir::Graph &graph_;
  const ir::VertexTypes &types_;
  Liveness result_;
  std::vector<Use> log_; ///< of the program at hand
  std::size_t logged_ = 0;
  Position next_ = 0;
  std::vector<std::vector<Use>> usesOf_; ///< by compute set
  std::vector<bool> known_;
  std::vector<std::uint64_t> stamp_; ///< by variable
  std::uint64_t epoch_ = 0;
  std::vector<std::uint32_t> rangeOf_; ///< by variable
  std::unordered_set<const ir::ProgramNode *> seen_;
};

} // namespace

Liveness findLiveness(const Input &input, const Usage &usage) {
  return Walk(input, usage).run(input);
}

} // namespace poplar_emu::compile
