// SPDX-License-Identifier: MIT
// Cycles from functions, and a loop over the cycles that are alike.
#include "pipeline/Assemble.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gcl::pipeline {
namespace {

using poplar::program::Call;
using poplar::program::Copy;
using poplar::program::Program;
using poplar::program::Repeat;
using poplar::program::Sequence;

class Assembler {
 public:
  Assembler(Machine &machine, const Positions &positions, const Programs &programs)
      : graph_(machine.whole()), positions_(positions), programs_(programs) {
    for (const PositionPrograms &position : programs.positions) {
      load_.push_back(asFunction(position.load));
      forward_.push_back(asFunction(position.forward));
      store_.push_back(asFunction(position.store));
    }
    for (const PositionPrograms &position : programs.positions)
      compute_.push_back(asFunction(computeOf(position)));
  }

  Program step() const {
    const unsigned end = positions_.numCycles(), ramp = positions_.rampCycles;
    const unsigned main = end - 2 * ramp, times = main / positions_.period;
    Sequence all{programs_.stepBegin};
    for (unsigned cycle = 0; cycle < ramp; ++cycle)
      all.add(cycleProgram(cycle));
    Sequence body;
    for (unsigned cycle = ramp; cycle < ramp + positions_.period && times != 0; ++cycle)
      body.add(cycleProgram(cycle));
    all.add(Repeat(times, body, {"main"}));
    for (unsigned cycle = ramp + times * positions_.period; cycle < end; ++cycle)
      all.add(cycleProgram(cycle));
    all.add(programs_.stepEnd);
    return all;
  }

 private:
  using MaybeFunction = std::optional<poplar::Function>;

  MaybeFunction asFunction(const Sequence &program) const {
    return program.isEmpty() ? MaybeFunction() : graph_.addFunction(program);
  }

  static void addCall(Sequence &program, const MaybeFunction &function) {
    if (function) program.add(Call(*function));
  }

  Sequence computeOf(const PositionPrograms &position) const {
    Sequence compute;
    const auto add = [&](const Sequence &part) {
      if (!part.isEmpty()) compute.add(part);
    };
    add(position.restore);
    add(position.enter);
    addCall(compute, forward_[static_cast<std::size_t>(&position - programs_.positions.data())]);
    add(position.leave);
    add(position.stash);
    for (const unsigned other : position.recompute)
      addCall(compute, forward_[other]);
    add(position.clear);
    add(position.backward);
    add(position.stashGradients);
    add(position.update);
    add(position.advance);
    return compute;
  }

  /// All that leaves active positions, in one exchange for each element type: sources are read
  /// before anything is written.
  Sequence hops(unsigned cycle) const {
    std::map<std::string, std::pair<std::vector<poplar::Tensor>, std::vector<poplar::Tensor>>>
        byType;
    for (const Hop &hop : programs_.hops) {
      if (!positions_.isActive(hop.from, cycle)) continue;
      auto &[sources, destinations] = byType[hop.source.elementType().toString()];
      sources.push_back(hop.source.flatten());
      destinations.push_back(hop.destination.flatten());
    }
    Sequence copies;
    for (const auto &[type, ends] : byType)
      copies.add(
          Copy(poplar::concat(ends.first), poplar::concat(ends.second), false, {"toNextStage"}));
    return copies;
  }

  Sequence cycleProgram(unsigned cycle) const {
    Sequence program;
    for (const auto *part : {&load_, &compute_, &store_})
      for (unsigned position = 0; position < positions_.count(); ++position)
        if (positions_.isActive(position, cycle)) addCall(program, (*part)[position]);
    program.add(hops(cycle));
    return program;
  }

  poplar::Graph &graph_;
  const Positions &positions_;
  const Programs &programs_;
  std::vector<MaybeFunction> load_, forward_, compute_, store_;
};

} // namespace

Program assembleStep(Machine &machine, const Positions &positions, const Programs &programs) {
  return Assembler(machine, positions, programs).step();
}

} // namespace gcl::pipeline
