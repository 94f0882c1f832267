// SPDX-License-Identifier: MIT
// Weight updates against their formulas in plain loops.
#include "Network.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

constexpr unsigned kSteps = 4, kMicroBatches = 3;

Floats weightAfter(const UpdateFunction &update) {
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.microBatches = kMicroBatches;
  options.stepsPerRun = kSteps;
  options.update = update;
  return run(model, options, sampleWeights(2), kSteps * kMicroBatches * kWidth).weights.at("w0");
}

/// Calls change(weight, gradient, index) for all elements of all weights after each step.
template <class Change>
Floats onHost(Change &&change) {
  HostChain host{sampleWeights(2), 0};
  const std::size_t count = kSteps * kMicroBatches;
  const Floats x = sampleData(count, 0), target = sampleData(count, 1);
  for (unsigned step = 0; step < kSteps; ++step) {
    Weights sums;
    for (unsigned m = step * kMicroBatches; m < (step + 1) * kMicroBatches; ++m)
      for (const auto &[name, gradient] : host.backward(host.forward(x, m), target, m)) {
        sums[name].resize(kWidth);
        for (std::size_t i = 0; i < kWidth; ++i)
          sums[name][i] += gradient[i];
      }
    for (const auto &[name, sum] : sums)
      for (std::size_t i = 0; i < kWidth; ++i)
        change(host.weights[name][i], sum[i], name + std::to_string(i), step + 1);
  }
  return host.weights.at("w0");
}

void expectClose(const Floats &got, const Floats &expected, float tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], tolerance) << i;
}

TEST(Optimisers, StepsAgainstTheGradient) {
  const Floats expected =
      onHost([](float &w, float g, const std::string &, unsigned) { w -= 0.01f * g; });
  EXPECT_EQ(weightAfter(sgd(0.01f)), expected);
}

TEST(Optimisers, MomentumGathersGradients) {
  std::map<std::string, float> velocity;
  const Floats expected = onHost([&](float &w, float g, const std::string &at, unsigned) {
    float &v = velocity[at];
    v = 0.75f * v + g;
    w -= 0.01f * v;
  });
  expectClose(weightAfter(sgdWithMomentum(0.01f, 0.75f)), expected, 1e-7f);
}

TEST(Optimisers, AdamEqualsItsFormula) {
  std::map<std::string, std::pair<double, double>> moments;
  const Floats expected = onHost([&](float &w, float g, const std::string &at, unsigned t) {
    auto &[m, v] = moments[at];
    m = 0.9 * m + 0.1 * g;
    v = 0.99 * v + 0.01 * g * g;
    const double mean = m / (1 - std::pow(0.9, t)), square = v / (1 - std::pow(0.99, t));
    w -= static_cast<float>(0.02 * mean / (std::sqrt(square) + 1e-6));
  });
  expectClose(weightAfter(adam(0.02f, 0.9f, 0.99f, 1e-6f)), expected, 2e-6f);
}

TEST(Optimisers, StateIsTheHostsToo) {
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.microBatches = kMicroBatches;
  options.update = sgdWithMomentum(0.01f, 0.5f);
  poplar::Device device = makeDevice();
  poplar::Graph graph(device.getTarget());
  const Pipeline pipeline = build(graph, model, options);
  poplar::Engine engine(graph, pipeline.program);
  engine.load(device);
  Floats velocity(kWidth, 1.0f), weight(kWidth, 0.0f);
  engine.readTensor("w1/velocity", velocity.data(), velocity.data() + kWidth);
  EXPECT_EQ(velocity, Floats(kWidth, 0.0f));
  velocity.assign(kWidth, 2.0f);
  engine.writeTensor("w1/velocity", velocity.data(), velocity.data() + kWidth);
  // Weights of zero: no gradients, and the velocity goes on alone.
  Floats x = sampleData(kMicroBatches, 0), target(kMicroBatches * kWidth, 0.0f),
         loss(kMicroBatches * kWidth);
  engine.writeTensor("w0", weight.data(), weight.data() + kWidth);
  engine.writeTensor("w1", weight.data(), weight.data() + kWidth);
  engine.connectStream("x", x.data(), x.data() + x.size());
  engine.connectStream("target", target.data(), target.data() + target.size());
  engine.connectStream("loss", loss.data(), loss.data() + loss.size());
  engine.run();
  engine.readTensor("w1", weight.data(), weight.data() + kWidth);
  for (const float w : weight)
    EXPECT_FLOAT_EQ(w, -0.01f);
}

} // namespace
