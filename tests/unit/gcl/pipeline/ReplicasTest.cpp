// SPDX-License-Identifier: MIT
// Pipelines in several replicas: data parallel, with sharded optimiser state, tensor parallel.
#include "Network.hpp"

#include <gcl/codelets.hpp>
#include <gcl/pipeline/TensorParallel.hpp>
#include <poplin/codelets.hpp>

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

constexpr float kRate = 1.0f / 2048;

struct ReplicaResult {
  std::map<std::string, Floats> weights; ///< of all replicas, one after the other
  Floats output;
};

/// Runs on `replicas` of `ipus` IPUs. Values of weights and inputs are for all replicas, one
/// after the other; inputs for each transfer.
ReplicaResult runReplicas(const Model &model, const Options &options, unsigned replicas,
                          unsigned ipus, const std::map<std::string, Floats> &weights,
                          std::map<std::string, Floats> inputs, std::size_t outputs) {
  poplar::Device device = makeDevice(replicas * ipus);
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(replicas));
  gcl::addCodelets(graph);
  poplin::addCodelets(graph);
  const Pipeline pipeline = build(graph, model, options);
  poplar::Engine engine(graph, pipeline.program);
  engine.load(device);
  for (auto &[name, values] : inputs)
    engine.connectStream(name, values.data(), values.data() + values.size());
  ReplicaResult result;
  result.output.resize(outputs);
  engine.connectStream("loss", result.output.data(), result.output.data() + outputs);
  result.weights = weights;
  for (auto &[name, values] : result.weights)
    engine.writeTensor(name, values.data(), values.data() + values.size());
  engine.run();
  for (auto &[name, values] : result.weights)
    engine.readTensor(name, values.data(), values.data() + values.size());
  return result;
}

Floats repeated(const Floats &values, unsigned times) {
  Floats all;
  for (unsigned i = 0; i < times; ++i)
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

class DataParallel : public testing::TestWithParam<OptimiserState> {};

TEST_P(DataParallel, ReplicasEqualMoreMicroBatches) {
  constexpr unsigned kReplicas = 2, kMicroBatches = 4;
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.update = sgdWithMomentum(kRate, 0.5f);
  options.stepsPerRun = 3;
  options.reduction = Reduction::Mean;
  options.optimiserState = GetParam();
  const Weights start = sampleWeights(2);

  options.microBatches = kMicroBatches * kReplicas;
  const std::size_t count = static_cast<std::size_t>(options.microBatches) * options.stepsPerRun;
  const Result one = run(model, options, start, count * kWidth);

  options.microBatches = kMicroBatches;
  Weights each;
  for (const auto &[name, values] : start)
    each[name] = repeated(values, kReplicas);
  const ReplicaResult several =
      runReplicas(model, options, kReplicas, 2, each,
                  {{"x", sampleData(count, 0)}, {"target", sampleData(count, 1)}}, count * kWidth);
  for (const auto &[name, values] : several.weights)
    for (std::size_t i = 0; i < kWidth; ++i) {
      EXPECT_NEAR(values[i], one.weights.at(name)[i], 1e-6f) << name << i;
      EXPECT_EQ(values[i], values[kWidth + i]) << name << i;
    }
  for (std::size_t i = 0; i < several.output.size(); ++i)
    EXPECT_NEAR(several.output[i], one.output[i], 1e-5f) << i;
  EXPECT_NE(one.weights, start);
}

INSTANTIATE_TEST_SUITE_P(States, DataParallel,
                         testing::Values(OptimiserState::Replicated, OptimiserState::Sharded),
                         [](const auto &info) {
                           return info.param == OptimiserState::Sharded ? "Sharded" : "Replicated";
                         });

TEST(DataParallelInference, ReplicasEqualMoreMicroBatches) {
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.mode = Mode::Inference;
  options.microBatches = 8;
  const Result one = run(model, options, sampleWeights(2), 8 * kWidth);
  options.microBatches = 4;
  Weights each;
  for (const auto &[name, values] : sampleWeights(2))
    each[name] = repeated(values, 2);
  const ReplicaResult two =
      runReplicas(model, options, 2, 2, each,
                  {{"x", sampleData(8, 0)}, {"target", sampleData(8, 1)}}, 8 * kWidth);
  EXPECT_EQ(two.output, one.output);
}

TEST(DataParallelState, ShardsAreParts) {
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.update = sgdWithMomentum(kRate, 0.5f);
  options.microBatches = 3;
  options.optimiserState = OptimiserState::Sharded;
  poplar::Device device = makeDevice(4);
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(2));
  const Pipeline pipeline = build(graph, model, options);
  poplar::Engine engine(graph, pipeline.program);
  engine.load(device);
  Floats velocity(2 * kWidth / 2); // half of a weight's for each replica
  EXPECT_NO_THROW(
      engine.readTensor("w0/velocity", velocity.data(), velocity.data() + velocity.size()));
}

// Tensor parallel ------------------------------------------------------------------------------

constexpr std::size_t kBatch = 3, kIn = 5, kHidden = 8, kOut = 4;

Floats pattern(std::size_t count, unsigned seed) {
  Floats values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = 0.02f * static_cast<float>((i * 29 + seed * 13) % 41) - 0.4f;
  return values;
}

Model denseModel(unsigned ranks) {
  Model model;
  model.input("x", poplar::FLOAT, {kBatch, kIn}).input("target", poplar::FLOAT, {kBatch, kOut});
  addColumnParallel(model, {"first", "x", "h", kBatch, kIn, kHidden, ranks});
  addRowParallel(model, {"second", "h", "y", kBatch, kHidden, kOut, ranks});
  addLoss(model, "y");
  model.output("loss");
  place(model, {0, 1});
  return model;
}

TEST(TensorParallel, RanksTogetherEqualTheUnsplitModel) {
  constexpr unsigned kMicroBatches = 3, kSteps = 4;
  Options options;
  options.microBatches = kMicroBatches;
  options.stepsPerRun = kSteps;
  options.update = sgd(0.05f);
  const std::size_t count = kMicroBatches * kSteps;
  const Floats x = pattern(count * kBatch * kIn, 1), target = pattern(count * kBatch * kOut, 2);
  const Floats w1 = pattern(kIn * kHidden, 3), b1 = pattern(kHidden, 4),
               w2 = pattern(kHidden * kOut, 5), b2 = pattern(kOut, 6);
  const ReplicaResult whole =
      runReplicas(denseModel(1), options, 1, 2,
                  {{"first.w", w1}, {"first.b", b1}, {"second.w", w2}, {"second.b", b2}},
                  {{"x", x}, {"target", target}}, count * kBatch * kOut);

  for (const unsigned ranks : {2u, 4u}) {
    options.tensorParallel = ranks;
    // Each transfer has a block for each replica; all ranks get the same.
    const auto toAll = [&](const Floats &data, std::size_t perTransfer) {
      Floats all;
      for (std::size_t m = 0; m < count; ++m)
        for (unsigned rank = 0; rank < ranks; ++rank)
          all.insert(all.end(), data.begin() + static_cast<long>(m * perTransfer),
                     data.begin() + static_cast<long>((m + 1) * perTransfer));
      return all;
    };
    const ReplicaResult split =
        runReplicas(denseModel(ranks), options, ranks, 2,
                    {{"first.w", splitColumns(w1, kHidden, ranks)},
                     {"first.b", b1},
                     {"second.w", w2},
                     {"second.b", repeated(b2, ranks)}},
                    {{"x", toAll(x, kBatch * kIn)}, {"target", toAll(target, kBatch * kOut)}},
                    ranks * count * kBatch * kOut);
    const auto expectClose = [&](const Floats &got, const Floats &expected) {
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_NEAR(got[i], expected[i], 1e-5f) << i;
    };
    expectClose(joinColumns(split.weights.at("first.w"), kHidden, ranks),
                whole.weights.at("first.w"));
    expectClose(split.weights.at("first.b"), whole.weights.at("first.b"));
    expectClose(split.weights.at("second.w"), whole.weights.at("second.w"));
    expectClose(split.weights.at("second.b"), repeated(whole.weights.at("second.b"), ranks));
    expectClose(split.output, toAll(whole.output, kBatch * kOut));
    const Floats &bias = split.weights.at("second.b");
    for (std::size_t i = kOut; i < bias.size(); ++i)
      EXPECT_EQ(bias[i], bias[i % kOut]) << "ranks differ";
  }
  EXPECT_NE(whole.weights.at("first.w"), w1);
}

TEST(TensorParallel, ColumnsSplitAndJoin) {
  const Floats matrix = {0, 1, 2, 3, 10, 11, 12, 13};
  const Floats parts = splitColumns(matrix, 4, 2);
  EXPECT_EQ(parts, (Floats{0, 1, 10, 11, 2, 3, 12, 13}));
  EXPECT_EQ(joinColumns(parts, 4, 2), matrix);
}

} // namespace
