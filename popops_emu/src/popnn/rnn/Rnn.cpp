// SPDX-License-Identifier: MIT
// The loop over time steps: slices before the cell, updates after it.
#include "support/Errors.hpp"

#include <popnn/Rnn.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/Loop.hpp>
#include <popops/Reduce.hpp>
#include <popops/Zero.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/Util.hpp>

namespace popnn::rnn {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using Name = poplar::DebugNameAndId;
using Tensors = std::vector<Tensor>;

namespace {

const std::string kOperation = "popnn::rnn::Rnn";

void checkSteps(const RnnParams &params, const char *what, const Tensor &t) {
  if (t.rank() == 0 || t.dim(0) != params.maxTimeSteps)
    fail(kOperation,
         std::string(what) + " is " + describe(t) + ", and the network has " +
             std::to_string(params.maxTimeSteps) + " time steps",
         "give it time steps as first dimension");
}

void check(const RnnParams &params, const Tensors &initState, const StateSequence &sequence,
           const Tensors &inputs, const Tensor *interimIn, const Tensor *interimOut,
           const Tensors &outputs, unsigned shards) {
  if (shards == 0 || params.maxTimeSteps == 0)
    fail(kOperation,
         std::to_string(params.maxTimeSteps) + " time steps in " + std::to_string(shards) +
             " parts",
         "choose 1 or more of both");
  for (const Tensor &t : inputs)
    checkSteps(params, "an input", t);
  for (const Tensor &t : outputs)
    checkSteps(params, "an output", t);
  if (interimIn) checkSteps(params, "interimIn", *interimIn);
  if (interimOut) checkSteps(params, "interimOut", *interimOut);
  if (sequence.output.valid()) {
    checkSteps(params, "the sequence of states", sequence.output);
    if (sequence.stateIndex >= initState.size() ||
        sequence.output[0].numElements() != initState[sequence.stateIndex].numElements())
      fail(kOperation,
           "state " + std::to_string(sequence.stateIndex) + " of " +
               std::to_string(initState.size()) + " is kept in " + describe(sequence.output),
           "name a state, and give its sequence the elements of one a step");
  }
  const Tensor &steps = params.varTimeSteps;
  if (steps.valid() && (steps.elementType() != poplar::UNSIGNED_INT ||
                        (steps.numElements() != 1 && steps.numElements() != params.batchSize)))
    fail(kOperation, "the numbers of steps are " + describe(steps),
         "use UNSIGNED_INT, one element or one for each of a batch of " +
             std::to_string(params.batchSize));
}

/// Slices of a step, without the dimension of time.
class Step {
 public:
  Step(Graph &graph, const Tensor &index, const Name &name)
      : graph_(graph), index_(index), name_(name) {}

  Tensor read(const Tensor &t, Sequence &prog) const {
    return popops::dynamicSlice(graph_, t, index_, {0}, {1}, prog, {name_, "Read"})[0];
  }
  /// A variable that is written to the step of t afterwards.
  Tensor room(const Tensor &t) const {
    return popops::createSliceTensor(graph_, t, {0}, {1}, 1, {name_, "room"})[0][0];
  }
  void write(const Tensor &t, const Tensor &slice, Sequence &prog) const {
    popops::dynamicUpdate(graph_, t, slice.reshape(t[0].shape()).expand({0}), index_, {0}, {1},
                          prog, {name_, "Write"});
  }

 private:
  Graph &graph_;
  Tensor index_;
  Name name_;
};

RnnBatchwiseFlags flagsOf(Graph &graph, const RnnParams &params, const Tensor &index,
                          Sequence &prog, const Name &name) {
  if (!params.batchVariableTimeSteps()) return {};
  using namespace popops::expr;
  const Tensor steps = params.varTimeSteps.flatten();
  const auto flag = [&](const Expr &running) {
    return popops::map(graph, popops::expr::Cast(running, params.dataType), {index, steps}, prog,
                       {name, "Running"});
  };
  return {flag(_1 < _2), flag(_1 >= _2)};
}

/// Puts back the state of members of the batch whose steps are over.
void keepStopped(Graph &graph, const Tensors &state, const Tensors &before, const Tensor &running,
                 std::size_t batchSize, Sequence &prog, const Name &name) {
  using namespace popops::expr;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (state[i].rank() < 2 || state[i].dim(state[i].rank() - 2) != batchSize) continue;
    popops::mapInPlace(graph, Select(_1, _2, _3 > 0.0f), {state[i], before[i], running.expand({1})},
                       prog, {name, "Stopped"});
  }
}

} // namespace

Tensors Rnn(Graph &graph, const RnnParams &params, bool reverse, const Tensors &initState,
            const StateSequence &stateSequence, const Tensors &inputs, const Tensor *interimIn,
            Tensor *interimOut, const Tensors &outputs, const Tensors &created, Sequence &prog,
            const LoopBodyType &loop, unsigned numShards, poplar::OptionFlags &options,
            const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(reverse, inputs, outputs, options));
  check(params, initState, stateSequence, inputs, interimIn, interimOut, outputs, numShards);
  Tensors state;
  for (const Tensor &t : initState)
    state.push_back(poputil::duplicate(graph, t, prog, {di, "state"}));

  // Trips done, the step of a trip, and when to stop.
  const auto number = [&](const char *name) {
    const Tensor t = graph.addVariable(poplar::UNSIGNED_INT, {1}, {di, name});
    graph.setTileMapping(t, 0);
    return t;
  };
  const Tensor begin = number("begin"), index = number("step"), limit = number("limit");
  if (params.variableTimeSteps())
    popops::reduceWithOutput(graph, params.varTimeSteps.flatten(), limit.reshape({}), {0},
                             popops::Operation::MAX, prog, {di, "Steps"});
  else
    popops::fill(graph, limit, prog, static_cast<unsigned>(params.maxTimeSteps), {di, "Steps"});
  if (reverse)
    popops::mapWithOutput(graph, popops::expr::_1 - 1u, {limit}, begin, prog, {di, "Begin"});
  else
    popops::zero(graph, begin, prog, {di, "Begin"});
  prog.add(Copy(begin, index, false, {di}));

  Sequence body(DebugContext{di, "timeStep"}), init(DebugContext{di, "init"});
  const Step step(graph, index, {di});
  RnnSlice slice;
  for (const Tensor &t : inputs)
    slice.inputs.push_back(step.read(t, body));
  if (interimIn) slice.interimIn = step.read(*interimIn, body);
  if (interimOut) slice.interimOut = step.room(*interimOut);
  for (const Tensor &t : outputs)
    slice.outputs.push_back(step.room(t));
  const RnnBatchwiseFlags flags = flagsOf(graph, params, index, body, {di});
  Tensors before;
  if (flags.valid())
    for (const Tensor &t : state)
      before.push_back(poputil::duplicate(graph, t, body, {di, "before"}));
  Tensors own = created;
  body.add(loop(graph, {begin, index, params.variableTimeSteps() ? params.varTimeSteps : Tensor()},
                flags, state, slice, own, &init, {di, "cell"}));
  if (flags.valid()) keepStopped(graph, state, before, flags.mask, params.batchSize, body, {di});
  if (interimOut) step.write(*interimOut, slice.interimOut, body);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    step.write(outputs[i], slice.outputs[i], body);
  if (stateSequence.output.valid())
    step.write(stateSequence.output, state[stateSequence.stateIndex], body);
  if (reverse)
    popops::subInPlace(graph, index, 1u, body, {di, "Next"});
  else
    popops::addInPlace(graph, index, 1u, body, {di, "Next"});

  prog.add(init);
  if (params.variableTimeSteps())
    prog.add(popops::countedForLoop(graph, 0, limit, 1, body, {di, "Time"}));
  else
    prog.add(poplar::program::Repeat(static_cast<unsigned>(params.maxTimeSteps), body, {di}));
  return state;
}

} // namespace popnn::rnn
