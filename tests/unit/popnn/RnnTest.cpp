// SPDX-License-Identifier: MIT
// A small cell over time steps against a plain loop: both directions, fixed and variable lengths.
#include "Networks.hpp"

#include <popnn/Rnn.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popnn_test;
using poplar::Tensor;
using poplar::program::Sequence;
using namespace popnn::rnn;

constexpr std::size_t kSteps = 6, kBatch = 3, kSize = 5;

struct Run {
  bool reverse = false;
  std::vector<unsigned> lengths; ///< none: all steps
};

/// s = s / 2 + x; out = 2 s; interim = x + 1; the sequence is s.
struct Expected {
  std::vector<float> state, outputs, sequence, interim;
};

Expected expect(const Run &run, const std::vector<float> &x, const std::vector<float> &initial) {
  const std::size_t step = kBatch * kSize, all = kSteps * step;
  Expected e{initial, std::vector<float>(all, -7), std::vector<float>(all, -7),
             std::vector<float>(all, -7)};
  std::size_t longest = run.lengths.empty() ? kSteps : 0;
  for (const unsigned length : run.lengths)
    longest = std::max<std::size_t>(longest, length);
  for (std::size_t trip = 0; trip < longest; ++trip) {
    const std::size_t t = run.reverse ? longest - 1 - trip : trip;
    for (std::size_t i = 0; i < step; ++i) {
      const std::size_t member = i / kSize;
      const float next = e.state[i] * 0.5f + x[t * step + i];
      e.outputs[t * step + i] = 2 * next;
      e.interim[t * step + i] = x[t * step + i] + 1;
      if (run.lengths.size() < 2 || t < run.lengths[member]) e.state[i] = next;
      e.sequence[t * step + i] = e.state[i];
    }
  }
  return e;
}

void check(const Run &run, unsigned shards) {
  Harness h;
  const auto x = values<float>(kSteps * kBatch * kSize, 1), s = values<float>(kBatch * kSize, 2);
  const Tensor lengths =
      run.lengths.empty() ? Tensor() : h.input({run.lengths.size()}, run.lengths);
  const RnnParams params(poplar::FLOAT, kBatch, kSteps, lengths, {kSize, kSize});
  EXPECT_EQ(params.variableTimeSteps(), !run.lengths.empty());
  EXPECT_EQ(params.batchVariableTimeSteps(), run.lengths.size() > 1);
  const Tensor input = createInputTensor(h.graph, params, shards, "input");
  h.prog.add(poplar::program::Copy(h.input({kSteps, kBatch, kSize}, x), input));
  const Tensor output = createOutputTensor(h.graph, params, shards, "output");
  const Tensor sequence = createRecurrentTensor(h.graph, params, kSize, shards, "sequence");
  Tensor interim = createRecurrentTensor(h.graph, params, kSize, shards, "interim");
  for (const Tensor &t : {output, sequence, interim})
    popops::fill(h.graph, t, h.prog, -7.0f);
  const Tensor initial = createInitialState(h.graph, params, true, 1, shards, "initial");
  ASSERT_EQ(initial.shape(), (Shape{1, kBatch, kSize}));
  h.prog.add(poplar::program::Copy(h.input({1, kBatch, kSize}, s), initial));

  unsigned calls = 0;
  const auto cell = [&](poplar::Graph &graph, const TimeStepState &time,
                        const RnnBatchwiseFlags &batchwise, std::vector<Tensor> &state,
                        const RnnSlice &slice, std::vector<Tensor> &created, Sequence *init,
                        const poplar::DebugNameAndId &name) {
    ++calls;
    EXPECT_EQ(time.counter.numElements(), 1u);
    EXPECT_EQ(time.seqLen.valid(), !run.lengths.empty());
    EXPECT_EQ(batchwise.valid(), run.lengths.size() > 1);
    EXPECT_EQ(created.size(), 1u);
    EXPECT_NE(init, nullptr);
    using namespace popops::expr;
    Sequence body;
    popops::mapInPlace(graph, _1 * 0.5f + _2, {state[0], slice.inputs[0]}, body, {name, "state"});
    popops::mapWithOutput(graph, _1 * 2.0f, {state[0]}, slice.outputs[0].reshape(state[0].shape()),
                          body, {name, "output"});
    popops::mapWithOutput(graph, _1 + 1.0f, {slice.inputs[0]}, slice.interimOut, body,
                          {name, "interim"});
    return body;
  };
  poplar::OptionFlags options;
  const auto last = Rnn(h.graph, params, run.reverse, {initial[0]}, {sequence, 0}, {input}, nullptr,
                        &interim, {output}, {initial}, h.prog, cell, shards, options, "rnn");
  EXPECT_EQ(calls, 1u);
  ASSERT_EQ(last.size(), 1u);
  const unsigned a = h.read(last[0]), b = h.read(output), c = h.read(sequence), d = h.read(interim),
                 kept = h.read(initial);
  h.run();
  const Expected e = expect(run, x, s);
  EXPECT_EQ(h.result<float>(a), e.state);
  EXPECT_EQ(h.result<float>(b), e.outputs);
  EXPECT_EQ(h.result<float>(c), e.sequence);
  EXPECT_EQ(h.result<float>(d), e.interim);
  EXPECT_EQ(h.result<float>(kept), s);
}

TEST(Rnn, FixedLength) {
  for (const bool reverse : {false, true})
    for (const unsigned shards : {1u, 2u})
      check({reverse, {}}, shards);
}

TEST(Rnn, OneLengthForAll) {
  for (const bool reverse : {false, true})
    for (const unsigned length : {0u, 1u, 4u, 6u})
      check({reverse, {length}}, 1);
}

TEST(Rnn, OneLengthEach) {
  for (const bool reverse : {false, true}) {
    check({reverse, {4, 1, 6}}, 1);
    check({reverse, {0, 3, 2}}, 1);
  }
}

TEST(Rnn, ReadsWhatAnEarlierRunKept) {
  Harness h;
  const RnnParams params(poplar::FLOAT, kBatch, kSteps, {kSize, kSize});
  const auto x = values<float>(kSteps * kBatch * kSize, 3);
  const Tensor kept = h.input({kSteps, kBatch, kSize}, x);
  const Tensor initial = h.input({kBatch, kSize}, std::vector<float>(kBatch * kSize, 0.0f));
  poplar::OptionFlags options;
  const auto last = Rnn(
      h.graph, params, true, {initial}, {Tensor(), 0}, {}, &kept, nullptr, {}, {}, h.prog,
      [](poplar::Graph &graph, const TimeStepState &, const RnnBatchwiseFlags &,
         std::vector<Tensor> &state, const RnnSlice &slice, std::vector<Tensor> &, Sequence *,
         const poplar::DebugNameAndId &name) {
        Sequence body;
        popops::addInPlace(graph, state[0], slice.interimIn, body, {name});
        return body;
      },
      1, options);
  const unsigned number = h.read(last[0]);
  h.run();
  std::vector<float> sums(kBatch * kSize, 0.0f);
  for (std::size_t i = x.size(); i-- > 0;)
    sums[i % sums.size()] += x[i];
  const auto got = h.result<float>(number);
  for (std::size_t i = 0; i < sums.size(); ++i)
    ASSERT_NEAR(got[i], sums[i], 1e-5) << i;
}

TEST(Rnn, ShapesAndErrors) {
  Harness h;
  const RnnParams params(poplar::HALF, kBatch, kSteps, {kSize, 2 * kSize});
  EXPECT_EQ(params.timeSteps, kSteps);
  EXPECT_GE(params.getMaxShards(h.graph), 1u);
  EXPECT_EQ(params.getOutputBytesPerTile(h.graph), (kBatch * 2 * kSize * 2 + 11) / 12);
  EXPECT_LE(params.getInputBytesPerTile(h.graph), params.getOutputBytesPerTile(h.graph));
  const Tensor out = createOutputTensor(h.graph, params, 2, 1);
  EXPECT_EQ(out.shape(), (Shape{2 * kSteps, kBatch, 2 * kSize}));
  const Tensor first = createInitialState(h.graph, params, true, 1, 1);
  const Tensor steps = createRecurrentTensor(h.graph, params, 2 * kSize, 1);
  EXPECT_EQ(shiftRnnTensor(h.graph, params, steps, first, h.prog, 1).shape(), steps.shape());
  EXPECT_THROW(shiftRnnTensor(h.graph, params, steps, out, h.prog, 1), poputil::poplibs_error);
  EXPECT_THROW(createInputTensor(h.graph, params, 0), poputil::poplibs_error);
  EXPECT_THROW(createInputTensor(h.graph, RnnParams(poplar::HALF, 1, 1, {kSize}), 1),
               poputil::poplibs_error);
  poplar::OptionFlags options;
  const LoopBodyType nothing = [](poplar::Graph &, const TimeStepState &, const RnnBatchwiseFlags &,
                                  std::vector<Tensor> &, const RnnSlice &, std::vector<Tensor> &,
                                  Sequence *,
                                  const poplar::DebugNameAndId &) { return Sequence(); };
  const auto run = [&](const std::vector<Tensor> &inputs, const StateSequence &sequence) {
    Rnn(h.graph, params, false, {first[0]}, sequence, inputs, nullptr, nullptr, {}, {}, h.prog,
        nothing, 1, options);
  };
  EXPECT_NO_THROW(run({steps}, {steps, 0}));
  EXPECT_THROW(run({out}, {}), poputil::poplibs_error);
  EXPECT_THROW(run({steps}, {steps, 1}), poputil::poplibs_error);
}

} // namespace
