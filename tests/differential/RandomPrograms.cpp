// SPDX-License-Identifier: MIT
// Random programs: copies, compute sets and control flow around them.
#include "ElementTypes.hpp"
#include "RandomGraph.hpp"

namespace differential {

using namespace poplar::program;

RandomGraph::RandomGraph(const poplar::Target &target, unsigned seed, const std::string &codelets)
    : random_(seed), graph_(target), numTiles_(target.getNumTiles()) {
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
  Step step = sequence(depth);
  variables_.push_back({flag_, 0});
  for (unsigned id = 0; id < numVariables(); ++id) {
    graph_.createHostWrite("w" + std::to_string(id), variables_[id].whole.tensor);
    graph_.createHostRead("r" + std::to_string(id), variables_[id].whole.tensor);
  }
  return {step.program, [effect = step.effect, starts = counters_,
                         values = counterValues_](reference::Memory &m) {
            *values = starts;
            effect(m);
          }};
}

Step RandomGraph::sequence(unsigned depth) {
  Sequence program;
  std::vector<reference::Effect> effects;
  for (unsigned n = 1 + pick(5); n-- > 0;) {
    Step step = depth > 0 && chance(30) ? control(depth - 1) : chance(40) ? copy() : computeSet();
    program.add(step.program);
    effects.push_back(step.effect);
  }
  return {program, [effects](reference::Memory &m) {
            for (const reference::Effect &effect : effects)
              effect(m);
          }};
}

Step RandomGraph::copy() {
  const unsigned type = pick(elementTypes().size());
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::optional<Pair> to = viewOf(type, 1, 400);
    if (!to || hasDuplicates(to->model)) continue;
    const std::size_t n = to->model.elements.size();
    std::optional<Pair> from = viewOf(type, n, n);
    if (!from) continue;
    return {Copy(from->tensor, to->tensor),
            [from = from->model, to = to->model](reference::Memory &m) {
              std::vector<unsigned> values;
              for (const reference::Element &e : from.elements)
                values.push_back(at(m, e));
              for (std::size_t i = 0; i < values.size(); ++i)
                at(m, to.elements[i]) = values[i];
            }};
  }
  return {Sequence(), [](reference::Memory &) {}};
}

Step RandomGraph::control(unsigned depth) {
  Step body = sequence(depth);
  const reference::Element flag{flagVariable_, 0};
  switch (pick(6)) {
  case 0: {
    const unsigned count = pick(4);
    return {Repeat(count, body.program), [=](reference::Memory &m) {
              for (unsigned i = 0; i < count; ++i)
                body.effect(m);
            }};
  }
  case 1: {
    Step other = sequence(depth);
    return {If(flag_.tensor, body.program, other.program),
            [=](reference::Memory &m) { (at(m, flag) ? body : other).effect(m); }};
  }
  case 2: {
    Step other = sequence(depth);
    const int value = static_cast<int>(pick(4));
    Switch program(flag_.tensor, {{value, body.program}, {value + 1, other.program}});
    return {program, [=](reference::Memory &m) {
              if (at(m, flag) == static_cast<unsigned>(value)) body.effect(m);
              if (at(m, flag) == static_cast<unsigned>(value + 1)) other.effect(m);
            }};
  }
  case 3: {
    poplar::Function function = graph_.addFunction(body.program);
    return {Sequence{Call(function), Call(function)}, [=](reference::Memory &m) {
              body.effect(m);
              body.effect(m);
            }};
  }
  case 4: { // a loop that counts a variable of its own down
    const int start = static_cast<int>(pick(4));
    poplar::Tensor value = graph_.addVariable(poplar::INT, {}),
                   more = graph_.addVariable(poplar::BOOL, {});
    poplar::Tensor first = graph_.addConstant(poplar::INT, {}, start);
    for (poplar::Tensor t : {value, more, first})
      graph_.setTileMapping(t, pick(numTiles_));
    poplar::ComputeSet cs = graph_.addComputeSet("count down");
    poplar::VertexRef vertex =
        graph_.addVertex(cs, "CountDown", {{"value", value}, {"more", more}});
    graph_.setTileMapping(vertex, pick(numTiles_));
    return {Sequence{Copy(first, value), RepeatWhileTrue(Execute(cs), more, body.program)},
            [=](reference::Memory &m) {
              for (int i = 1; i < start; ++i)
                body.effect(m);
            }};
  }
  default:
    return {Block(body.program), body.effect};
  }
}

} // namespace differential
