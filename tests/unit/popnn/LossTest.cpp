// SPDX-License-Identifier: MIT
// Losses, counts and the largest elements of rows against plain code.
#include <gtest/gtest.h>

#include "Networks.hpp"

#include <popnn/Loss.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace {

using namespace popnn_test;
using poplar::FLOAT;
using poplar::Half;
using poplar::Tensor;
using poplar::UNSIGNED_INT;

constexpr unsigned kMasked = 0xffffffffu;
constexpr std::size_t kRows = 6, kClasses = 5;
const std::vector<unsigned> kLabels = {0, 4, 2, kMasked, 1, 1};

/// Positive rows, as a softmax gives them, times `scale`.
template <class T>
std::vector<T> probabilities(float scale = 1) {
  std::vector<T> result;
  for (const float x : values<float>(kRows * kClasses, 5, 1))
    result.push_back(T((x + 1.1f) / 8 * scale));
  return result;
}

struct Wanted {
  std::vector<double> loss, deltas;
};

Wanted plainLoss(const std::vector<double> &p, popnn::LossType type, double deltasScale,
                 double scaling) {
  Wanted wanted;
  for (std::size_t row = 0; row < kRows; ++row) {
    double loss = 0;
    for (std::size_t i = 0; i < kClasses; ++i) {
      const double x = p[row * kClasses + i], e = kLabels[row] == i ? 1 : 0;
      if (type == popnn::SUM_SQUARED_LOSS) {
        wanted.deltas.push_back(x - e);
        loss += 0.5 * (x - e) * (x - e);
      } else {
        wanted.deltas.push_back(
            kLabels[row] == kMasked ? 0 : deltasScale / scaling * (x - e * scaling));
        loss -= e * (std::log(x) - std::log(scaling));
      }
    }
    wanted.loss.push_back(kLabels[row] == kMasked ? 0 : loss);
  }
  return wanted;
}

std::size_t plainCorrect(const std::vector<double> &p) {
  std::size_t correct = 0;
  for (std::size_t row = 0; row < kRows; ++row) {
    const auto begin = p.begin() + static_cast<std::ptrdiff_t>(row * kClasses);
    const auto largest = std::max_element(begin, begin + kClasses) - begin;
    correct += static_cast<unsigned>(largest) == kLabels[row];
  }
  return correct;
}

template <class T, class Label>
void checkLoss(popnn::LossType type, Layout layout, bool scaled) {
  Harness h;
  const auto p = probabilities<T>(scaled ? 100 : 1);
  const std::vector<Label> labels(kLabels.begin(), kLabels.end());
  const poplar::Type element = poplar::equivalent_device_type<T>().value;
  const Tensor outputs = h.input({kRows, kClasses}, p, layout), expected = h.input({kRows}, labels);
  const Tensor loss = h.graph.addVariable(element, {kRows});
  poputil::mapTensorLinearly(h.graph, loss);
  const Tensor deltas = h.graph.addVariable(element, {kRows, kClasses});
  const Tensor numCorrect = h.input({1}, std::vector<unsigned>{10});
  if (scaled)
    h.prog.add(popnn::calcLoss(h.graph, outputs, expected, loss, deltas,
                               h.input({}, std::vector<T>{T(16.0f)}),
                               h.input({}, std::vector<T>{T(100.0f)}), numCorrect, type, "loss"));
  else
    h.prog.add(popnn::calcLoss(h.graph, outputs, expected, loss, deltas, numCorrect, type, "loss"));
  EXPECT_EQ(h.graph.getTileMapping(deltas), h.graph.getTileMapping(outputs));
  const unsigned l = h.read(loss), d = h.read(deltas), n = h.read(numCorrect);
  h.run();
  const Wanted wanted = plainLoss(asDoubles(p), type, scaled ? 16 : 1, scaled ? 100 : 1);
  const double accuracy = sizeof(T) == 2 ? 2e-3 : 2e-6;
  expectNear(h.result<T>(l), wanted.loss, accuracy);
  expectNear(h.result<T>(d), wanted.deltas, accuracy);
  EXPECT_EQ(h.result<unsigned>(n)[0], 10 + plainCorrect(asDoubles(p)));
}

TEST(Loss, MatchesFormulas) {
  for (const Layout layout : kLayouts)
    for (const auto type : {popnn::SUM_SQUARED_LOSS, popnn::LossType::CROSS_ENTROPY_LOSS}) {
      checkLoss<float, unsigned>(type, layout, false);
      checkLoss<float, int>(type, layout, false);
      checkLoss<Half, unsigned>(type, layout, false);
    }
  checkLoss<float, unsigned>(popnn::CROSS_ENTROPY_LOSS, Layout::Linear, true);
  checkLoss<Half, int>(popnn::CROSS_ENTROPY_LOSS, Layout::Linear, true);
}

TEST(Loss, DeltasMayTakeThePlaceOfTheOutputs) {
  for (const Layout layout : kLayouts)
    for (const auto type : {popnn::SUM_SQUARED_LOSS, popnn::LossType::CROSS_ENTROPY_LOSS}) {
      Harness h;
      const auto p = probabilities<float>();
      const Tensor outputs = h.input({kRows, kClasses}, p, layout);
      const Tensor loss = h.input({kRows}, std::vector<float>(kRows));
      const Tensor numCorrect = h.input({1}, std::vector<unsigned>{0});
      h.prog.add(popnn::calcLoss(h.graph, outputs, h.input({kRows}, kLabels), loss, outputs,
                                 numCorrect, type, "loss"));
      const unsigned l = h.read(loss), d = h.read(outputs), n = h.read(numCorrect);
      h.run();
      const Wanted wanted = plainLoss(asDoubles(p), type, 1, 1);
      expectNear(h.result<float>(l), wanted.loss, 2e-6);
      expectNear(h.result<float>(d), wanted.deltas, 2e-6);
      EXPECT_EQ(h.result<unsigned>(n)[0], plainCorrect(asDoubles(p)));
    }
}

TEST(Loss, DeltasAreTheGradientOfSoftmaxAndCrossEntropy) {
  const std::size_t n = 4;
  const std::vector<double> x = {0.3, -1, 2, 0.5};
  const unsigned label = 1;
  const auto lossOf = [&](const std::vector<double> &at) {
    double sum = 0;
    for (const double element : at)
      sum += std::exp(element);
    return std::log(sum) - at[label];
  };
  std::vector<float> p;
  double sum = 0;
  for (const double element : x)
    sum += std::exp(element);
  for (const double element : x)
    p.push_back(static_cast<float>(std::exp(element) / sum));
  Harness h;
  const Tensor loss = h.graph.addVariable(FLOAT, {1}), deltas = h.graph.addVariable(FLOAT, {1, n});
  h.graph.setTileMapping(loss, 2);
  h.prog.add(popnn::calcLoss(h.graph, h.input({1, n}, p),
                             h.input({1}, std::vector<unsigned>{label}), loss, deltas,
                             popnn::CROSS_ENTROPY_LOSS));
  const unsigned l = h.read(loss), d = h.read(deltas);
  h.run();
  EXPECT_NEAR(h.result<float>(l)[0], lossOf(x), 1e-6);
  expectNear(h.result<float>(d), differences(lossOf, x), 1e-5);
}

TEST(Loss, AccuracyAdds) {
  Harness h;
  const auto p = probabilities<float>();
  const Tensor count = h.input({1}, std::vector<unsigned>{3}),
               outputs = h.input({kRows, kClasses}, p);
  const Tensor expected = h.input({kRows}, kLabels);
  for (int i = 0; i < 2; ++i)
    h.prog.add(popnn::calcAccuracy(h.graph, outputs, expected, count, "accuracy"));
  const unsigned n = h.read(count);
  h.run();
  EXPECT_EQ(h.result<unsigned>(n)[0], 3 + 2 * plainCorrect(asDoubles(p)));
}

template <class T>
void checkExtremes(Layout layout) {
  Harness h;
  const std::size_t b = 7, n = 13;
  std::vector<T> x;
  for (std::size_t i = 0; i < b * n; ++i)
    x.push_back(T(static_cast<float>(i * 29 % 11))); // with ties
  const Tensor t = h.input({b, n}, x, layout);
  const auto [largest, where] = popnn::maxAndArgMax(h.graph, t, h.prog);
  const auto [smallest, whereSmallest] = popnn::minAndArgMin(h.graph, t, h.prog);
  const unsigned numbers[] = {h.read(largest),
                              h.read(where),
                              h.read(smallest),
                              h.read(whereSmallest),
                              h.read(popnn::argMax(h.graph, t, h.prog)),
                              h.read(popnn::argMin(h.graph, t, h.prog))};
  Tensor indices;
  const Tensor top = popnn::topK(h.graph, t, indices, 4, true, h.prog);
  EXPECT_EQ(top.shape(), (Shape{b, 1, 4}));
  EXPECT_EQ(indices.shape(), (Shape{b, 1, 4}));
  const unsigned topValues = h.read(top), topIndices = h.read(indices);
  h.run();
  for (std::size_t row = 0; row < b; ++row) {
    std::vector<unsigned> order(n);
    std::iota(order.begin(), order.end(), 0u);
    const auto value = [&](unsigned i) { return static_cast<float>(x[row * n + i]); };
    std::sort(order.begin(), order.end(), [&](unsigned i, unsigned j) {
      return value(i) > value(j) || (value(i) == value(j) && i < j);
    });
    EXPECT_EQ(h.result<unsigned>(numbers[1])[row], order[0]);
    EXPECT_EQ(h.result<unsigned>(numbers[4])[row], order[0]);
    EXPECT_EQ(static_cast<float>(h.result<T>(numbers[0])[row]), value(order[0]));
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(h.result<unsigned>(topIndices)[row * 4 + k], order[k]);
      EXPECT_EQ(static_cast<float>(h.result<T>(topValues)[row * 4 + k]), value(order[k]));
    }
    std::sort(order.begin(), order.end(), [&](unsigned i, unsigned j) {
      return value(i) < value(j) || (value(i) == value(j) && i < j);
    });
    EXPECT_EQ(h.result<unsigned>(numbers[3])[row], order[0]);
    EXPECT_EQ(h.result<unsigned>(numbers[5])[row], order[0]);
    EXPECT_EQ(static_cast<float>(h.result<T>(numbers[2])[row]), value(order[0]));
  }
}

TEST(Extremes, FirstOfEqualOnesWins) {
  for (const Layout layout : kLayouts) {
    checkExtremes<float>(layout);
    checkExtremes<Half>(layout);
    checkExtremes<int>(layout);
    checkExtremes<unsigned>(layout);
  }
}

TEST(Extremes, LargeIntegersAndNaNs) {
  Harness h;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const unsigned a = h.read(popnn::argMax(
      h.graph, h.input({1, 3}, std::vector<unsigned>{4294967294u, 4294967295u, 1}), h.prog));
  const unsigned b =
      h.read(popnn::argMax(h.graph, h.input({1, 3}, std::vector<float>{nan, 1, nan}), h.prog));
  h.run();
  EXPECT_EQ(h.result<unsigned>(a)[0], 1u);
  EXPECT_EQ(h.result<unsigned>(b)[0], 1u);
}

TEST(Extremes, VertexThatProgramsPlaceByName) {
  Harness h;
  const Tensor value = h.graph.addVariable(FLOAT, {}),
               index = h.graph.addVariable(UNSIGNED_INT, {});
  h.graph.setTileMapping(value, 0);
  h.graph.setTileMapping(index, 0);
  const poplar::ComputeSet cs = h.graph.addComputeSet("cs");
  const auto vertex = h.graph.addVertex(
      cs, poputil::templateVertex("popnn::ReduceMaxClassSparse", FLOAT, UNSIGNED_INT),
      {{"activations", h.input({3}, std::vector<float>{1, 5, 2})},
       {"labels", h.input({3}, std::vector<unsigned>{10, 20, 30})},
       {"maxValue", value},
       {"maxIndex", index}});
  h.graph.setTileMapping(vertex, 1);
  h.prog.add(poplar::program::Execute(cs));
  const unsigned v = h.read(value), i = h.read(index);
  h.run();
  EXPECT_EQ(h.result<float>(v)[0], 5);
  EXPECT_EQ(h.result<unsigned>(i)[0], 20u);
}

TEST(Loss, Refusals) {
  Harness h;
  const Tensor p = h.input({2, 3}, std::vector<float>(6)),
               labels = h.input({2}, std::vector<unsigned>(2));
  const Tensor loss = h.input({2}, std::vector<float>(2)),
               deltas = h.input({2, 3}, std::vector<float>(6));
  const Tensor one = h.input({1}, std::vector<float>(1));
  const auto refuses = [](auto f) { EXPECT_THROW(f(), poputil::poplibs_error); };
  const auto sumSquared = popnn::SUM_SQUARED_LOSS, crossEntropy = popnn::CROSS_ENTROPY_LOSS;
  refuses([&] { popnn::calcLoss(h.graph, p, labels.slice(0, 1), loss, deltas, crossEntropy); });
  refuses([&] { popnn::calcLoss(h.graph, p, loss, loss, deltas, crossEntropy); });
  refuses([&] { popnn::calcLoss(h.graph, p, labels, one, deltas, crossEntropy); });
  refuses([&] { popnn::calcLoss(h.graph, p, labels, loss, deltas.transpose(), crossEntropy); });
  refuses([&] { popnn::calcLoss(h.graph, p, labels, loss, deltas, one, one, sumSquared); });
  refuses([&] { popnn::calcLoss(h.graph, p, labels, loss, deltas, loss, one, crossEntropy); });
  refuses([&] { popnn::calcLoss(h.graph, p, labels, loss, deltas, one, crossEntropy); });
  refuses([&] { popnn::calcAccuracy(h.graph, p, labels, labels); });
  refuses([&] { popnn::argMax(h.graph, loss, h.prog); });
  refuses([&] { popnn::argMin(h.graph, h.input({2, 2}, std::vector<unsigned char>(4)), h.prog); });
  Tensor indices;
  refuses([&] { popnn::topK(h.graph, p, indices, 4, true, h.prog); });
}

} // namespace
