// SPDX-License-Identifier: MIT
// Random programs: copies, compute sets and control flow around them.
#include "ElementTypes.hpp"
#include "RandomGraph.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace differential {

using namespace poplar::program;

namespace {

std::vector<unsigned> valuesOf(const reference::Memory &memory, const reference::Tensor &tensor) {
  std::vector<unsigned> values;
  for (const reference::Element &e : tensor.elements)
    values.push_back(memory[e.variable][e.index]);
  return values;
}

} // namespace

RandomGraph::RandomGraph(const poplar::Target &target, unsigned replicas, unsigned seed,
                         const std::string &codelets)
    : random_(seed), graph_(target, poplar::replication_factor(replicas)), replicas_(replicas),
      numTiles_(graph_.getTarget().getNumTiles()) {
  graph_.addCodelets(codelets);
  for (unsigned type = 0; type < elementTypes().size(); ++type)
    for (unsigned n = 2 + pick(3); n-- > 0;)
      addVariable(type);
  // The last variable is an INT scalar of its own: it steers control flow and is never written.
  flagVariable_ = numVariables();
  flag_ = {graph_.addVariable(poplar::INT, {}, "flag"), reference::variable(flagVariable_, {})};
  graph_.setTileMapping(flag_.tensor, pick(numTiles_));
}

Step RandomGraph::randomProgram(unsigned depth) {
  return asProgram(sequence(depth));
}

Step RandomGraph::randomCopies(unsigned count) {
  Sequence program;
  std::vector<reference::WorldEffect> effects;
  for (; count > 0; --count) {
    const Step step = copy(8);
    program.add(step.program);
    effects.push_back(step.effect);
  }
  return asProgram({program, [effects](reference::World &world) {
                      for (const reference::WorldEffect &effect : effects)
                        effect(world);
                    }});
}

/// All that the host may write and read.
Step RandomGraph::asProgram(const Step &step) {
  variables_.push_back({flag_, 0});
  for (unsigned id = 0; id < numVariables(); ++id) {
    graph_.createHostWrite("w" + std::to_string(id), variables_[id].whole.tensor);
    graph_.createHostRead("r" + std::to_string(id), variables_[id].whole.tensor);
  }
  return {step.program, [effect = step.effect, starts = counters_,
                         values = counterValues_](reference::World &world) {
            values->assign(world.size(), starts);
            effect(world);
          }};
}

Step RandomGraph::sequence(unsigned depth) {
  Sequence program;
  std::vector<reference::WorldEffect> effects;
  for (unsigned n = 1 + pick(5); n-- > 0;) {
    Step step = depth > 0 && chance(30)       ? control(depth - 1)
                : replicas_ > 1 && chance(25) ? copyAcrossReplicas()
                : chance(40)                  ? copy()
                                              : computeSet();
    program.add(step.program);
    effects.push_back(step.effect);
  }
  return {program, [effects](reference::World &world) {
            for (const reference::WorldEffect &effect : effects)
              effect(world);
          }};
}

Step RandomGraph::copy(std::size_t maxElements) {
  const unsigned type = pick(elementTypes().size());
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::optional<Pair> to = viewOf(type, 1, maxElements);
    if (!to || hasDuplicates(to->model)) continue;
    const std::size_t n = to->model.elements.size();
    std::optional<Pair> from = viewOf(type, n, n);
    if (!from) continue;
    return {Copy(from->tensor, to->tensor),
            reference::everywhere([from = from->model, to = to->model](reference::Memory &m) {
              const std::vector<unsigned> values = valuesOf(m, from);
              for (std::size_t i = 0; i < values.size(); ++i)
                at(m, to.elements[i]) = values[i];
            })};
  }
  return {Sequence(), [](reference::World &) {}};
}

/// All replicas send before any receives.
Step RandomGraph::copyAcrossReplicas() {
  std::vector<unsigned> target(replicas_);
  std::iota(target.begin(), target.end(), 0U);
  const auto keepsOne = [&] {
    for (unsigned r = 0; r < replicas_; ++r)
      if (target[r] == r) return true;
    return false;
  };
  while (keepsOne())
    std::shuffle(target.begin(), target.end(), random_);
  std::map<unsigned, unsigned> map;
  for (unsigned r = 0; r < replicas_; ++r)
    map[r] = target[r];

  const unsigned type = pick(elementTypes().size());
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::optional<Pair> to = viewOf(type, 1, 400);
    if (!to || hasDuplicates(to->model)) continue;
    const std::size_t n = to->model.elements.size();
    std::optional<Pair> from = chance(30) ? to : viewOf(type, n, n);
    if (!from) continue;
    return {CrossReplicaCopy(from->tensor, to->tensor, map),
            [from = from->model, to = to->model, target](reference::World &world) {
              std::vector<std::vector<unsigned>> sent;
              for (const reference::Memory &memory : world)
                sent.push_back(valuesOf(memory, from));
              for (std::size_t r = 0; r < world.size(); ++r)
                for (std::size_t i = 0; i < sent[r].size(); ++i)
                  at(world[target[r]], to.elements[i]) = sent[r][i];
            }};
  }
  return {Sequence(), [](reference::World &) {}};
}

Step RandomGraph::control(unsigned depth) {
  Step body = sequence(depth);
  const reference::Element flag{flagVariable_, 0};
  switch (pick(6)) {
  case 0: {
    const unsigned count = pick(4);
    return {Repeat(count, body.program), [=](reference::World &m) {
              for (unsigned i = 0; i < count; ++i)
                body.effect(m);
            }};
  }
  case 1: {
    Step other = sequence(depth);
    return {If(flag_.tensor, body.program, other.program),
            [=](reference::World &m) { (at(m[0], flag) ? body : other).effect(m); }};
  }
  case 2: {
    Step other = sequence(depth);
    const int value = static_cast<int>(pick(4));
    Switch program(flag_.tensor, {{value, body.program}, {value + 1, other.program}});
    return {program, [=](reference::World &m) {
              if (at(m[0], flag) == static_cast<unsigned>(value)) body.effect(m);
              if (at(m[0], flag) == static_cast<unsigned>(value + 1)) other.effect(m);
            }};
  }
  case 3: {
    poplar::Function function = graph_.addFunction(body.program);
    return {Sequence{Call(function), Call(function)}, [=](reference::World &m) {
              body.effect(m);
              body.effect(m);
            }};
  }
  case 4: { // a loop that counts a variable of its own down
    const int start = static_cast<int>(pick(4));
    poplar::Tensor value = graph_.addVariable(poplar::INT, {}),
                   more = graph_.addVariable(poplar::BOOL, {});
    poplar::Tensor first = graph_.addConstant(poplar::INT, {}, start);
    for (const poplar::Tensor &t : {value, more, first})
      graph_.setTileMapping(t, pick(numTiles_));
    poplar::ComputeSet cs = graph_.addComputeSet("count down");
    poplar::VertexRef vertex =
        graph_.addVertex(cs, "CountDown", {{"value", value}, {"more", more}});
    graph_.setTileMapping(vertex, pick(numTiles_));
    return {Sequence{Copy(first, value), RepeatWhileTrue(Execute(cs), more, body.program)},
            [=](reference::World &m) {
              for (int i = 1; i < start; ++i)
                body.effect(m);
            }};
  }
  default:
    return {Block(body.program), body.effect};
  }
}

} // namespace differential
