// SPDX-License-Identifier: MIT
// Pipelined training equals a plain loop over the micro-batches, bit for bit.
#include "Network.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;
using Ipus = std::vector<unsigned>;

constexpr float kRate = 1.0f / 2048;

struct Case {
  const char *name;
  ScheduleKind kind;
  Ipus ipus;
  unsigned microBatches;
  Recompute recompute;
};

std::ostream &operator<<(std::ostream &stream, const Case &c) {
  return stream << c.name;
}

class Training : public testing::TestWithParam<Case> {};

Options optionsOf(const Case &c) {
  Options options;
  options.schedule = c.kind;
  options.microBatches = c.microBatches;
  options.stepsPerRun = 3;
  options.recompute = c.recompute;
  options.update = sgd(kRate);
  return options;
}

TEST_P(Training, EqualsAPlainLoop) {
  const Case &c = GetParam();
  Model model = chainModel(c.ipus.size());
  place(model, c.ipus);
  const Options options = optionsOf(c);
  const std::size_t count = static_cast<std::size_t>(c.microBatches) * options.stepsPerRun;
  const Weights start = sampleWeights(c.ipus.size());
  const Result result = run(model, options, start, count * kWidth);

  HostChain host{start, kRate};
  Floats losses;
  for (std::size_t step = 0; step < options.stepsPerRun; ++step)
    host.step(sampleData(count, 0), sampleData(count, 1), step * c.microBatches, c.microBatches,
              losses);
  EXPECT_EQ(result.output, losses);
  EXPECT_EQ(result.weights, host.weights);
  EXPECT_NE(result.weights, start);
  for (const float loss : losses)
    ASSERT_LT(loss, 1e6f); // also no NaN, which would equal nothing
}

const Case kCases[] = {
    {"OneIpu", ScheduleKind::Sequential, {0, 0}, 4, Recompute::None},
    {"Sharded", ScheduleKind::Sequential, {0, 1, 2}, 4, Recompute::None},
    {"ShardedRecompute", ScheduleKind::Sequential, {0, 1, 2}, 4, Recompute::Stages},
    {"TwoIpus", ScheduleKind::Popart, {0, 1}, 5, Recompute::None},
    {"TwoIpusAtLeast", ScheduleKind::Popart, {0, 1}, 3, Recompute::None},
    {"ThreeIpus", ScheduleKind::Popart, {0, 1, 2}, 7, Recompute::None},
    {"FourIpus", ScheduleKind::Popart, {0, 1, 2, 3}, 9, Recompute::None},
    {"FourIpusRecompute", ScheduleKind::Popart, {0, 1, 2, 3}, 9, Recompute::Stages},
    {"BackwardsThroughIpus", ScheduleKind::Popart, {1, 0}, 4, Recompute::None},
    {"ConsecutiveStages", ScheduleKind::Popart, {0, 0, 1}, 3, Recompute::None},
    {"ConsecutiveStagesRecompute", ScheduleKind::Popart, {0, 0, 1}, 3, Recompute::Stages},
    {"FusedAtTheTurn", ScheduleKind::Popart, {0, 1, 1}, 4, Recompute::Stages},
    {"AnIpuTwice", ScheduleKind::Popart, {0, 1, 0}, 6, Recompute::None},
    {"AnIpuTwiceRecompute", ScheduleKind::Popart, {0, 1, 0}, 6, Recompute::Stages},
    {"Grouped", ScheduleKind::Grouped, {0, 1}, 8, Recompute::None},
    {"GroupedRecompute", ScheduleKind::Grouped, {0, 1, 2}, 6, Recompute::Stages},
    {"GroupedAnIpuTwice", ScheduleKind::Grouped, {0, 1, 0}, 6, Recompute::None},
    {"Interleaved", ScheduleKind::Interleaved, {0, 1}, 4, Recompute::None},
    {"InterleavedRecompute", ScheduleKind::Interleaved, {0, 1, 2}, 3, Recompute::Stages},
};

INSTANTIATE_TEST_SUITE_P(Schedules, Training, testing::ValuesIn(kCases),
                         [](const auto &info) { return info.param.name; });

TEST(Accumulation, MeanIsTheSumOverTheMicroBatches) {
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.microBatches = 4; // a power of two: the division is exact
  options.update = sgd(kRate);
  const Result sum = run(model, options, sampleWeights(2), 4 * kWidth);
  options.reduction = Reduction::Mean;
  options.update = sgd(4 * kRate);
  const Result mean = run(model, options, sampleWeights(2), 4 * kWidth);
  EXPECT_EQ(mean.weights, sum.weights);
}

TEST(Accumulation, RunsFollowEachOther) {
  Model model = chainModel(3);
  place(model, {0, 1, 2});
  Options options;
  options.microBatches = 7; // no multiple of any depth: counters do not start again at row 0
  options.update = sgd(kRate);
  const Result once = [&] {
    Options three = options;
    three.stepsPerRun = 3;
    return run(model, three, sampleWeights(3), 21 * kWidth);
  }();
  const Result thrice = run(model, options, sampleWeights(3), 21 * kWidth, "loss", 4, 3);
  EXPECT_EQ(thrice.output, once.output);
  EXPECT_EQ(thrice.weights, once.weights);
}

TEST(Continuous, EqualsStaleWeightsInAPlainLoop) {
  // Without accumulation: micro-batch m sees on IPU p weights that know m - 2 (P - 1 - p) - 1.
  const std::size_t stages = 3, count = 20;
  Model model = chainModel(stages);
  place(model, {0, 1, 2});
  Options options;
  options.microBatches = count;
  options.accumulation = Accumulation::Off;
  options.update = sgd(kRate);
  const Result result = run(model, options, sampleWeights(stages), count * kWidth);

  const Floats x = sampleData(count, 0), target = sampleData(count, 1);
  Weights weights = sampleWeights(stages);
  // Cycle by cycle, as published: forward parts first, each with the weights of that moment.
  std::vector<std::vector<Floats>> ys(count);
  std::vector<Floats> d(count);
  Floats losses;
  for (std::size_t cycle = 0; cycle < count + 2 * stages - 2; ++cycle)
    for (std::size_t s = 0; s < 2 * stages - 1; ++s) {
      if (cycle < s || cycle - s >= count) continue;
      const std::size_t m = cycle - s;
      const std::size_t l = std::min(s, 2 * stages - 2 - s);
      Floats &w = weights["w" + std::to_string(l)];
      if (s < stages) {
        if (s == 0)
          ys[m].assign(1, Floats(x.begin() + static_cast<long>(m * kWidth),
                                 x.begin() + static_cast<long>((m + 1) * kWidth)));
        Floats y(kWidth);
        for (std::size_t i = 0; i < kWidth; ++i)
          y[i] = ys[m][s][i] * ys[m][s][i] * w[i];
        ys[m].push_back(y);
      }
      if (s + 1 == stages)
        for (std::size_t i = 0; i < kWidth; ++i) {
          d[m].push_back(ys[m][stages][i] - target[m * kWidth + i]);
          losses.push_back(d[m][i] * d[m][i]);
        }
      if (s + 1 < stages) continue;
      for (std::size_t i = 0; i < kWidth; ++i) {
        const float in = ys[m][l][i], gradient = in * in * d[m][i];
        const float byX = in * w[i] * d[m][i];
        d[m][i] = byX + byX;
        w[i] -= kRate * gradient;
      }
    }
  EXPECT_EQ(result.output, losses);
  EXPECT_EQ(result.weights, weights);

  // Only the first micro-batch equals the run on one IPU.
  HostChain host{sampleWeights(stages), kRate};
  Floats fresh;
  for (std::size_t m = 0; m < count; ++m)
    host.step(x, target, m, 1, fresh);
  EXPECT_TRUE(std::equal(fresh.begin(), fresh.begin() + kWidth, result.output.begin()));
  EXPECT_NE(fresh, result.output);
}

} // namespace
