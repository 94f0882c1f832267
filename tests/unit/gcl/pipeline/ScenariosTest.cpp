// SPDX-License-Identifier: MIT
// Models that visit IPUs more than once, skip stages, share weights and recompute: equal to the
// same model on one IPU.
#include "Network.hpp"
#include "Oracle.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;
using Ipus = std::vector<unsigned>;

constexpr float kRate = 1.0f / 2048;

/// y = a + b.
void addSum(Model &model, const std::string &name, const std::string &a, const std::string &b,
            const std::string &out) {
  model.layer(name)
      .reads({a, b})
      .makes({out})
      .forward([=](const Forward &at) {
        at.output(out, popops::add(at.graph(), at.input(a), at.input(b), at.program()));
      })
      .backward([=](const Backward &at) {
        at.inputGradient(a, at.gradient(out));
        at.inputGradient(b, at.gradient(out));
      });
}

/// x and h are read again by later layers.
Model skippingModel() {
  Model model;
  model.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
  for (const char *weight : {"w0", "w1", "w2"})
    model.weight(weight, poplar::FLOAT, {kWidth});
  addSquare(model, "first", "x", "h", "w0");
  addSquare(model, "second", "h", "u", "w1");
  addSum(model, "third", "u", "x", "v");
  addSquare(model, "fourth", "v", "p", "w2");
  addSum(model, "fifth", "p", "h", "q");
  addLoss(model, "q");
  model.output("loss");
  return model;
}

/// The first and the last layer share a weight.
Model tiedModel() {
  Model model;
  model.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
  model.weight("w0", poplar::FLOAT, {kWidth}).weight("w1", poplar::FLOAT, {kWidth});
  addSquare(model, "embedding", "x", "a", "w0");
  addSquare(model, "middle", "a", "b", "w1");
  addSquare(model, "projection", "b", "c", "w0");
  addLoss(model, "c");
  model.output("loss");
  return model;
}

Result onOneIpu(const Model &model, Options options, const Weights &weights) {
  options.schedule = ScheduleKind::Sequential;
  options.recompute = Recompute::None;
  options.numIoTiles = 0;
  return run(model, options, weights,
             static_cast<std::size_t>(options.microBatches) * options.stepsPerRun * kWidth);
}

Result over(const Ipus &ipus, Model model, const Options &options, const Weights &weights,
            unsigned tiles = 4) {
  place(model, ipus);
  return run(model, options, weights,
             static_cast<std::size_t>(options.microBatches) * options.stepsPerRun * kWidth, "loss",
             tiles);
}

Options training(unsigned microBatches) {
  Options options;
  options.microBatches = microBatches;
  options.stepsPerRun = 2;
  options.update = sgd(kRate);
  return options;
}

void expectClose(const Weights &got, const Weights &expected) {
  for (const auto &[name, values] : expected)
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(got.at(name)[i], values[i], 2e-6f) << name << " " << i;
}

TEST(Scenarios, TensorsOfOneStageAreReadInSeveral) {
  for (const Ipus &ipus : {Ipus{0, 1, 2, 3, 0}, Ipus{0, 1, 0, 1, 0}, Ipus{0, 1, 2, 1, 3},
                           Ipus{2, 2, 1, 1, 0}, Ipus{3, 0, 1, 2, 2}})
    for (const Recompute recompute : {Recompute::None, Recompute::Stages}) {
      Options options = training(11);
      options.recompute = recompute;
      const Result expected = onOneIpu(skippingModel(), options, sampleWeights(3));
      const Result got = over(ipus, skippingModel(), options, sampleWeights(3));
      EXPECT_EQ(got.output, expected.output);
      EXPECT_EQ(got.weights, expected.weights);
    }
}

TEST(Scenarios, RandomStageMapsEqualOneIpu) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 24; ++round) {
    Ipus ipus(2 + random() % 4);
    for (unsigned &ipu : ipus)
      ipu = random() % 4;
    if (std::set<unsigned>(ipus.begin(), ipus.end()).size() < 2) continue;
    const unsigned depth = popartPlan(throughAndBack(ipus), 100).fill + 1;
    Options options = training(depth + random() % 4);
    options.recompute = random() % 2 ? Recompute::Stages : Recompute::None;
    const Result expected = onOneIpu(skippingModel(), options, sampleWeights(3));
    const Result got = over(ipus, skippingModel(), options, sampleWeights(3));
    ASSERT_EQ(got.output, expected.output) << round;
    ASSERT_EQ(got.weights, expected.weights) << round;
  }
}

TEST(Scenarios, TiedWeightsTrainOnOneIpu) {
  // Sums of gradients are added up in another order than on one IPU.
  for (const Recompute recompute : {Recompute::None, Recompute::Stages}) {
    Options options = training(5);
    options.recompute = recompute;
    const Result expected = onOneIpu(tiedModel(), options, sampleWeights(2));
    const Result got = over({0, 1, 0}, tiedModel(), options, sampleWeights(2));
    expectClose(got.weights, expected.weights);
    EXPECT_NE(got.weights, sampleWeights(2));
  }
}

TEST(Scenarios, InferenceEqualsOneIpu) {
  Options options;
  options.mode = Mode::Inference;
  options.microBatches = 8;
  const Result expected = onOneIpu(skippingModel(), options, sampleWeights(3));
  for (const Ipus &ipus : {Ipus{0, 1, 2, 3, 0}, Ipus{0, 1, 0, 1, 0}, Ipus{1, 0}, Ipus{0, 1, 0}})
    EXPECT_EQ(over(ipus, skippingModel(), options, sampleWeights(3)).output, expected.output);
  options.schedule = ScheduleKind::Grouped;
  EXPECT_EQ(over({0, 1, 2, 3}, skippingModel(), options, sampleWeights(3)).output, expected.output);
  options.schedule = ScheduleKind::Sequential;
  EXPECT_EQ(over({0, 1, 2, 3, 0}, skippingModel(), options, sampleWeights(3)).output,
            expected.output);
}

TEST(Scenarios, CopiesGoFromStageToStage) {
  // x is read on IPU 0 and IPU 3: it passes IPUs 1 and 2.
  Model model;
  model.input("x", poplar::FLOAT, {kWidth});
  for (const char *weight : {"w0", "w1", "w2"})
    model.weight(weight, poplar::FLOAT, {kWidth});
  addSquare(model, "first", "x", "a", "w0");
  addSquare(model, "second", "a", "b", "w1");
  addSquare(model, "third", "b", "c", "w2");
  addSum(model, "fourth", "c", "x", "loss");
  model.output("loss");
  Options options;
  options.mode = Mode::Inference;
  options.microBatches = 5;
  const Result got = over({0, 1, 2, 3}, model, options, sampleWeights(3));
  EXPECT_EQ(got.output, onOneIpu(model, options, sampleWeights(3)).output);
  std::vector<std::pair<unsigned, unsigned>> way;
  for (const InterIpuCopy &copy : got.pipeline.copies)
    if (copy.tensor == "x") way.emplace_back(copy.from, copy.to);
  EXPECT_EQ(way, (std::vector<std::pair<unsigned, unsigned>>{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_TRUE(got.pipeline.stashes.empty());
}

TEST(Scenarios, WhatTheFirstAndTheLastOfFiveIpusReadPassesAll) {
  Model model = chainModel(4);
  model.layers.pop_back();
  addSum(model, "sum", "y3", "x", "s");
  addLoss(model, "s");
  const Options options = training(9);
  const Result expected = onOneIpu(model, options, sampleWeights(4));
  place(model, {0, 1, 2, 3, 4});
  const Result got = run(model, options, sampleWeights(4), 18 * kWidth, "loss", 4, 1, 6);
  EXPECT_EQ(got.output, expected.output);
  EXPECT_EQ(got.weights, expected.weights);
  std::vector<std::pair<unsigned, unsigned>> way;
  for (const InterIpuCopy &copy : got.pipeline.copies)
    if (copy.tensor == "x") way.emplace_back(copy.from, copy.to);
  EXPECT_EQ(way, (std::vector<std::pair<unsigned, unsigned>>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
}

TEST(Scenarios, StashesAreAsDeepAsMicroBatchesAreUnderWay) {
  const Result got = over({0, 1, 2}, chainModel(3), training(5), sampleWeights(3));
  // Kept: the input and the square on IPUs 0 and 1. The last stage uses what it has just made.
  ASSERT_EQ(got.pipeline.stashes.size(), 4u);
  for (const Stash &stash : got.pipeline.stashes) {
    EXPECT_EQ(stash.depth, 2 * (2 - stash.virtualGraph) + 1) << stash.tensor;
    EXPECT_EQ(stash.bytes, stash.depth * kWidth * sizeof(float)) << stash.tensor;
  }
}

TEST(Scenarios, RecomputationKeepsInputsOfStagesAlone) {
  Options options = training(5);
  options.recompute = Recompute::Stages;
  const Result got = over({0, 1, 2}, chainModel(3), options, sampleWeights(3));
  std::vector<std::pair<std::string, unsigned>> kept;
  for (const Stash &stash : got.pipeline.stashes)
    kept.emplace_back(stash.tensor, stash.depth);
  EXPECT_EQ(kept, (std::vector<std::pair<std::string, unsigned>>{{"x", 5}, {"y0", 3}}));
}

TEST(Scenarios, ConsecutiveStagesKeepTheExternalInputAlone) {
  Options options = training(3);
  options.recompute = Recompute::Stages;
  const Result got = over({0, 0, 1}, chainModel(3), options, sampleWeights(3));
  ASSERT_EQ(got.pipeline.stashes.size(), 1u);
  EXPECT_EQ(got.pipeline.stashes[0].tensor, "x");
  EXPECT_EQ(got.pipeline.stashes[0].depth, 3u);
}

TEST(Scenarios, AStageMayEndWithAView) {
  for (const Recompute recompute : {Recompute::None, Recompute::Stages}) {
    Model model;
    model.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
    model.weight("w0", poplar::FLOAT, {kWidth}).weight("w1", poplar::FLOAT, {kWidth});
    addSquare(model, "first", "x", "a", "w0");
    model.layer("view")
        .reads({"a"})
        .makes({"b"})
        .forward([](const Forward &at) { at.output("b", at.input("a").reverse(0)); })
        .backward([](const Backward &at) { at.inputGradient("a", at.gradient("b").reverse(0)); });
    addSquare(model, "second", "b", "c", "w1");
    addLoss(model, "c");
    model.output("loss");
    Options options = training(7);
    options.recompute = recompute;
    const Result expected = onOneIpu(model, options, sampleWeights(2));
    // The view is a stage of its own: what leaves it is what has just arrived.
    for (const Ipus &ipus : {Ipus{0, 1, 2}, Ipus{0, 0, 1}, Ipus{0, 1, 0}}) {
      const Result got = over(ipus, model, options, sampleWeights(2));
      EXPECT_EQ(got.output, expected.output);
      EXPECT_EQ(got.weights, expected.weights);
    }
  }
}

TEST(Scenarios, OverlappedInputAndOutput) {
  Options options = training(9);
  options.numIoTiles = 32;
  for (const Recompute recompute : {Recompute::None, Recompute::Stages}) {
    options.recompute = recompute;
    const Result expected = onOneIpu(skippingModel(), options, sampleWeights(3));
    const Result got = over({0, 1, 2}, skippingModel(), options, sampleWeights(3), 40);
    EXPECT_EQ(got.output, expected.output);
    EXPECT_EQ(got.weights, expected.weights);
  }
}

TEST(Scenarios, LastAndSummedOutputs) {
  Model all = chainModel(2);
  place(all, {0, 1});
  Options options = training(4);
  const Floats each = run(all, options, sampleWeights(2), 8 * kWidth).output;
  Model last = all, sum = all;
  last.outputs[0].anchor = Anchor::Final;
  sum.outputs[0].anchor = Anchor::Sum;
  Floats lasts, sums;
  for (std::size_t step = 0; step < 2; ++step)
    for (std::size_t i = 0; i < kWidth; ++i) {
      float total = 0;
      for (std::size_t m = 0; m < 4; ++m)
        total += each[(step * 4 + m) * kWidth + i];
      sums.push_back(total);
      lasts.push_back(each[(step * 4 + 3) * kWidth + i]);
    }
  EXPECT_EQ(run(last, options, sampleWeights(2), 2 * kWidth).output, lasts);
  EXPECT_EQ(run(sum, options, sampleWeights(2), 2 * kWidth).output, sums);
}

} // namespace
