// SPDX-License-Identifier: MIT
// Checks groups, then pieces, then the steps.
#include "compile/program/checks/CheckCollective.hpp"

#include "compile/ProgramVisit.hpp"
#include "view/View.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

namespace poplar_emu::compile {
namespace {

class Checker {
 public:
  Checker(const ir::Graph &graph, const NodeChecks &checks, const ir::Collective &collective)
      : graph_(graph), checks_(checks), collective_(collective) {}

  void run() {
    checks_.writable(collective_.destination);
    if (collective_.source.type != collective_.destination.type) {
      Diagnostic diagnostic = error("source and destination differ in type");
      checks_.show(diagnostic, "source", collective_.source);
      checks_.show(diagnostic, "destination", collective_.destination).raise();
    }
    checkScale();
    checkGroups();
    for (std::size_t i = 0; i < collective_.pieces.size(); ++i)
      checkPiece(i);
    checkDestinations();
    checkSteps(collective_.body);
  }

 private:
  template <class... Args>
  Diagnostic error(fmt::format_string<Args...> format, Args &&...args) const {
    return checks_.error(Code::PE0414, format, std::forward<Args>(args)...);
  }

  void checkScale() const {
    if (collective_.scale == 1) return;
    const ElementType type = collective_.source.type;
    if (type != ElementType::Float && type != ElementType::Half)
      error("results of type {} cannot be scaled", name(type)).raise();
    if (!isCombinable(collective_.combine, type))
      error("results of a combination that {} does not have cannot be scaled", name(type)).raise();
  }

  void checkGroups() {
    const std::uint32_t replicas = graph_.machine.replicationFactor;
    std::vector<bool> seen(replicas);
    for (const std::vector<unsigned> &group : collective_.groups) {
      if (group.size() != collective_.groups.front().size())
        error("groups of {} and of {} replicas", collective_.groups.front().size(), group.size())
            .raise();
      for (const unsigned replica : group) {
        if (replica >= replicas) error("replica {}, the graph has {}", replica, replicas).raise();
        if (seen[replica]) error("replica {} stands in the groups twice", replica).raise();
        seen[replica] = true;
      }
    }
    positions_ = collective_.groups.empty() ? 0 : collective_.groups.front().size();
  }

  void checkPositions(std::size_t piece, const std::vector<unsigned> &positions) const {
    for (const unsigned position : positions)
      if (position >= positions_)
        error("piece {} names position {} in groups of {}", piece, position, positions_).raise();
  }

  void checkRange(std::size_t piece, std::string_view role, std::uint64_t begin,
                  const ir::Operand &operand) const {
    const std::uint64_t elements = collective_.pieces[piece].elements;
    const std::uint64_t size = operand.view.numElements();
    if (begin <= size && elements <= size - begin) return;
    Diagnostic diagnostic = error("piece {} covers [{}, {}) of a {} of {} elements", piece, begin,
                                  begin + elements, role, size);
    checks_.show(diagnostic, role, operand).raise();
  }

  void checkPiece(std::size_t index) const {
    const ir::CollectivePiece &piece = collective_.pieces[index];
    checkRange(index, "destination", piece.destination, collective_.destination);
    if (!piece.chains.empty()) checkRange(index, "source", piece.source, collective_.source);
    checkPositions(index, piece.receivers);
    std::size_t operands = 0;
    for (const std::vector<unsigned> &chain : piece.chains) {
      if (chain.empty()) error("piece {} has an empty chain", index).raise();
      checkPositions(index, chain);
      operands += chain.size();
    }
    const bool combines =
        operands > 1 || (operands == 1 && collective_.combine == Combine::SquareAdd);
    if (combines && !isCombinable(collective_.combine, collective_.source.type))
      error("elements of type {} cannot be combined so", name(collective_.source.type)).raise();
  }

  /// No receiver gets an element twice.
  void checkDestinations() const {
    struct Stretch {
      std::uint64_t begin, end;
      std::size_t piece;
    };
    std::vector<std::vector<Stretch>> stretches(positions_);
    for (std::size_t i = 0; i < collective_.pieces.size(); ++i) {
      const ir::CollectivePiece &piece = collective_.pieces[i];
      if (piece.elements == 0) continue;
      for (const unsigned receiver : piece.receivers)
        stretches[receiver].push_back({piece.destination, piece.destination + piece.elements, i});
    }
    for (std::size_t position = 0; position < positions_; ++position) {
      std::vector<Stretch> &all = stretches[position];
      std::sort(all.begin(), all.end(),
                [](const Stretch &a, const Stretch &b) { return a.begin < b.begin; });
      for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].begin < all[i - 1].end)
          error("position {} receives element {} from pieces {} and {}", position, all[i].begin,
                std::min(all[i - 1].piece, all[i].piece), std::max(all[i - 1].piece, all[i].piece))
              .raise();
    }
  }

  /// Their course is the same whatever the data are.
  void checkSteps(const ir::ProgramRef &program) {
    if (!program || !seen_.insert(program.get()).second) return;
    const bool fixed = std::visit(
        Overloaded{[](const ir::Sequence &) { return true; },
                   [](const ir::Execute &) { return true; }, [](const ir::Copy &) { return true; },
                   [](const ir::Repeat &) { return true; }, [](const ir::Call &) { return true; },
                   [](const ir::CrossReplicaCopy &) { return true; },
                   [](const ir::Collective &) { return true; },
                   [](const ir::WriteUndef &) { return true; },
                   [](const ir::AssumeEqualAcrossReplicas &) { return true; },
                   [](const ir::Block &) { return true; }, [](const ir::Sync &) { return true; },
                   [](const auto &) { return false; }},
        program->payload);
    if (!fixed)
      error("a step depends on data or on the host")
          .at(program->site, "this step")
          .fix("put it before or after the collective")
          .raise();
    forEachChild(*program, [this](const ir::ProgramRef &child) { checkSteps(child); });
    if (const auto *call = std::get_if<ir::Call>(&program->payload))
      if (call->function.index() < graph_.functions.size())
        checkSteps(graph_.functions[call->function.index()].body);
  }

  const ir::Graph &graph_;
  const NodeChecks &checks_;
  const ir::Collective &collective_;
  std::size_t positions_ = 0;
  std::unordered_set<const ir::ProgramNode *> seen_;
};

} // namespace

void checkCollective(const ir::Graph &graph, const NodeChecks &checks,
                     const ir::Collective &collective) {
  Checker(graph, checks, collective).run();
}

} // namespace poplar_emu::compile
