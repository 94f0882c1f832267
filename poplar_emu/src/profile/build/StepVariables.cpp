// SPDX-License-Identifier: MIT
// Looks at what is moved, and at the pointers in the instances of vertices.
#include "profile/build/StepVariables.hpp"

#include "plan/MoveWalk.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

/// Ranges of addresses that do not overlap, each with a value.
class Ranges {
 public:
  void add(plan::Address begin, plan::Address end, std::uint32_t value) {
    if (begin < end) ranges_.push_back({begin, end, value});
  }
  void sort() {
    std::sort(ranges_.begin(), ranges_.end(),
              [](const Range &a, const Range &b) { return a.begin < b.begin; });
  }
  /// kNone outside. Neighbours ask for the same range most of the time.
  std::uint32_t at(plan::Address address) {
    if (last_ >= ranges_.size() || address < ranges_[last_].begin ||
        address >= ranges_[last_].end) {
      const auto next =
          std::upper_bound(ranges_.begin(), ranges_.end(), address,
                           [](plan::Address a, const Range &range) { return a < range.begin; });
      if (next == ranges_.begin()) return plan::kNone;
      last_ = static_cast<std::size_t>(next - ranges_.begin()) - 1;
      if (address >= ranges_[last_].end) return plan::kNone;
    }
    return ranges_[last_].value;
  }

 private:
  struct Range {
    plan::Address begin, end;
    std::uint32_t value;
  };
  std::vector<Range> ranges_;
  std::size_t last_ = 0;
};

class Finder {
 public:
  Finder(const plan::Plan &plan, const StepTable &table)
      : plan_(plan), table_(table), found_(table.size()) {
    for (std::uint32_t v = 0; v < plan.memory.variables.size(); ++v) {
      const plan::VariableStorage &variable = plan.memory.variables[v];
      variables_.add(variable.address, variable.address + variable.bytes, v);
    }
    variables_.sort();
  }

  std::vector<std::vector<std::uint32_t>> find() {
    for (std::uint32_t i = 0; i < plan_.computes.size(); ++i) {
      addMoves(index(plan::StepKind::Compute, i), plan_.computes[i].gathers);
      addMoves(index(plan::StepKind::Compute, i), plan_.computes[i].scatters);
    }
    addPointers();
    for (std::uint32_t i = 0; i < plan_.copies.size(); ++i)
      for (const plan::MoveList &phase : plan_.copies[i].phases)
        addMoves(index(plan::StepKind::Copy, i), phase);
    for (std::uint32_t i = 0; i < plan_.crossReplicaCopies.size(); ++i) {
      addMoves(index(plan::StepKind::CrossReplicaCopy, i), plan_.crossReplicaCopies[i].staging);
      addMoves(index(plan::StepKind::CrossReplicaCopy, i), plan_.crossReplicaCopies[i].moves);
    }
    addTransfers();
    for (std::vector<std::uint32_t> &variables : found_) {
      std::sort(variables.begin(), variables.end());
      variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    }
    return std::move(found_);
  }

 private:
  std::uint32_t index(plan::StepKind kind, std::uint32_t payload) const {
    return table_.indexOf(kind, payload);
  }

  void add(std::uint32_t step, plan::Address address) {
    const std::uint32_t variable = variables_.at(address);
    std::vector<std::uint32_t> &variables = found_[step];
    if (variable == plan::kNone || (!variables.empty() && variables.back() == variable)) return;
    variables.push_back(variable);
    if (variables.size() < 2 * (unique_ + 16)) return;
    // Two variables by turns must not fill the list.
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    unique_ = variables.size();
  }

  void addMoves(std::uint32_t step, const plan::MoveList &moves) {
    unique_ = found_[step].size();
    plan::forEachPiece(moves, [&](std::uint64_t source, std::uint64_t destination, std::uint64_t) {
      add(step, source);
      add(step, destination);
    });
  }

  /// One side of them is a buffer of the host, whose addresses start at 0.
  void addTransfers() {
    const auto addSide = [&](std::uint32_t step, const plan::MoveList &moves, bool toDevice) {
      unique_ = found_[step].size();
      plan::forEachPiece(moves, [&](std::uint64_t source, std::uint64_t destination,
                                    std::uint64_t) { add(step, toDevice ? destination : source); });
    };
    for (const plan::Sequence &sequence : plan_.sequences)
      for (const plan::Step step : sequence.steps) {
        if (step.kind == plan::StepKind::StreamRead || step.kind == plan::StepKind::StreamWrite)
          addSide(index(step.kind, step.payload), plan_.streamSteps[step.payload].moves,
                  step.kind == plan::StepKind::StreamRead);
        if (step.kind == plan::StepKind::RemoteRead || step.kind == plan::StepKind::RemoteWrite)
          addSide(index(step.kind, step.payload), plan_.remoteSteps[step.payload].moves,
                  step.kind == plan::StepKind::RemoteRead);
      }
  }

  /// Pointers of instances lead to elements, or to tables of rows, whose pointers do.
  void addPointers() {
    Ranges instances;
    for (std::uint32_t i = 0; i < plan_.computes.size(); ++i)
      for (const plan::Batch &batch : plan_.computes[i].batches)
        instances.add(batch.instances,
                      batch.instances +
                          std::uint64_t{batch.count} * plan_.vertexTypes[batch.type].stride,
                      index(plan::StepKind::Compute, i));
    instances.sort();
    struct Table {
      plan::Address begin;
      std::uint32_t step;
    };
    std::vector<Table> tables;
    unique_ = 0;
    for (const plan::Relocation &pointer : plan_.memory.relocations) {
      const std::uint32_t step = instances.at(pointer.location);
      if (step == plan::kNone) continue;
      if (pointer.target >= plan_.memory.instances)
        tables.push_back({pointer.target, step});
      else
        add(step, pointer.target);
    }
    std::sort(tables.begin(), tables.end(),
              [](const Table &a, const Table &b) { return a.begin < b.begin; });
    if (tables.empty()) return;
    for (const plan::Relocation &pointer : plan_.memory.relocations) {
      if (instances.at(pointer.location) != plan::kNone) continue;
      const auto next = std::upper_bound(
          tables.begin(), tables.end(), pointer.location,
          [](plan::Address address, const Table &table) { return address < table.begin; });
      if (next != tables.begin()) add((next - 1)->step, pointer.target);
    }
  }

  const plan::Plan &plan_;
  const StepTable &table_;
  Ranges variables_;
  std::vector<std::vector<std::uint32_t>> found_;
  std::size_t unique_ = 0; ///< in the list at hand, when it was last sorted
};

} // namespace

std::vector<std::vector<std::uint32_t>> variablesOfSteps(const plan::Plan &plan,
                                                         const StepTable &table) {
  return Finder(plan, table).find();
}

} // namespace poplar_emu::profile
