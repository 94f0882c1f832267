// SPDX-License-Identifier: MIT
// Rows that are spread over tiles: softmax, losses, largest elements.
#include "Networks.hpp"

#include <popnn/LogSoftmax.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popops/EncodingConstants.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace {

using namespace popnn_test;
using poplar::Half;
using poplar::Tensor;

// Twice the shortest part and a little, on 12 tiles.
constexpr std::size_t kRows = 2, kWide = 2 * 4096 + 77;

std::vector<double> softmax(const std::vector<double> &x, std::size_t n) {
  std::vector<double> result(x.size());
  for (std::size_t begin = 0; begin < x.size(); begin += n) {
    const double most = *std::max_element(x.begin() + static_cast<std::ptrdiff_t>(begin),
                                          x.begin() + static_cast<std::ptrdiff_t>(begin + n));
    double sum = 0;
    for (std::size_t i = begin; i < begin + n; ++i)
      sum += result[i] = std::exp(x[i] - most);
    for (std::size_t i = begin; i < begin + n; ++i)
      result[i] /= sum;
  }
  return result;
}

/// Tolerances are absolute: elements of so long rows are small.
template <class T>
void expectClose(const std::vector<T> &got, const std::vector<double> &wanted, double tolerance) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(static_cast<float>(got[i]), wanted[i], tolerance) << i;
}

TEST(WideRows, TakeSeveralTiles) {
  Harness h;
  const Tensor in = h.input({1, kWide}, values<float>(kWide, 1));
  const std::size_t before = h.graph.getNumVertices();
  popnn::argMax(h.graph, in, h.prog);
  // Two parts and what is best of them, besides the vertices of an addition.
  EXPECT_GE(h.graph.getNumVertices() - before, 4u);
}

template <class T>
void checkSoftmax(Layout layout, double tolerance) {
  const auto x = values<T>(kRows * kWide, 2);
  const auto exact = softmax(asDoubles(x), kWide);
  for (const auto type : {popnn::NonLinearityType::SOFTMAX, popnn::NonLinearityType::SOFTMAX_STABLE,
                          popnn::NonLinearityType::SOFTMAX_SCALED}) {
    Harness h;
    const Tensor in = h.input({kRows, kWide}, x, layout);
    float scaling = 0;
    const unsigned out = h.read(popnn::nonLinearity(h.graph, type, in, scaling, h.prog));
    popnn::nonLinearityInPlace(h.graph, type, in, h.prog);
    const unsigned inPlace = h.read(in);
    h.run();
    std::vector<double> wanted = exact;
    for (double &p : wanted)
      p *= scaling;
    expectClose(h.result<T>(out), wanted, tolerance * scaling);
    EXPECT_EQ(h.result<T>(inPlace).size(), x.size());
    expectClose(h.result<T>(inPlace), wanted, tolerance * scaling);
  }
}

TEST(WideRows, SoftmaxEqualsItsFormula) {
  checkSoftmax<float>(Layout::Linear, 1e-8);
  checkSoftmax<float>(Layout::OneTile, 1e-8);
  checkSoftmax<Half>(Layout::TwoIpus, 1e-6);
}

template <class T>
void checkLogSoftmax(double tolerance) {
  Harness h;
  const auto x = values<T>(kRows * kWide, 3);
  auto exact = softmax(asDoubles(x), kWide);
  for (double &p : exact)
    p = std::log(p);
  const Tensor in = h.input({kRows, kWide}, x);
  const unsigned out = h.read(popnn::logSoftmax(h.graph, in, h.prog));
  popnn::logSoftmaxInPlace(h.graph, in, h.prog);
  const unsigned inPlace = h.read(in);
  h.run();
  expectClose(h.result<T>(out), exact, tolerance);
  expectClose(h.result<T>(inPlace), exact, tolerance);
}

TEST(WideRows, LogSoftmax) {
  checkLogSoftmax<float>(1e-5);
  checkLogSoftmax<Half>(1e-2);
}

TEST(WideRows, SoftmaxGradient) {
  Harness h;
  const auto x = values<float>(kRows * kWide, 4), g = values<float>(kRows * kWide, 5);
  const Tensor y = popnn::softmaxStable(h.graph, h.input({kRows, kWide}, x), h.prog);
  const unsigned out = h.read(popnn::nonLinearityInputGradient(
      h.graph, popnn::NonLinearityType::SOFTMAX_STABLE, y, h.input({kRows, kWide}, g), h.prog));
  h.run();
  const auto got = h.result<float>(out);
  // Along some elements, against differences of the sum of softmax times g.
  auto row = asDoubles(x);
  row.resize(kWide);
  const auto loss = [&](const std::vector<double> &input) {
    const auto p = softmax(input, kWide);
    return std::inner_product(p.begin(), p.end(), g.begin(), 0.0);
  };
  for (std::size_t i = 0; i < kWide; i += 1999) {
    const double old = row[i], step = 1e-3;
    row[i] = old + step;
    const double above = loss(row);
    row[i] = old - step;
    const double difference = (above - loss(row)) / (2 * step);
    row[i] = old;
    ASSERT_NEAR(got[i], difference, 1e-7) << i;
  }
}

template <class T>
void checkExtremes() {
  Harness h;
  auto x = values<T>(kRows * kWide, 6, 8);
  // Equal ones in different parts: the first wins. Whole parts of equal ones.
  x[100] = x[5000] = x[8200] = static_cast<T>(50);
  for (std::size_t i = 0; i < 5000; ++i)
    x[kWide + i] = static_cast<T>(3);
  const Tensor in = h.input({kRows, kWide}, x);
  const auto most = popnn::maxAndArgMax(h.graph, in, h.prog);
  const auto least = popnn::minAndArgMin(h.graph, in, h.prog);
  const unsigned a = h.read(most.first), b = h.read(most.second), c = h.read(least.first),
                 d = h.read(least.second);
  h.run();
  for (std::size_t r = 0; r < kRows; ++r) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(r * kWide);
    const auto end = begin + static_cast<std::ptrdiff_t>(kWide);
    const auto less = [](const T &p, const T &q) {
      return static_cast<double>(p) < static_cast<double>(q);
    };
    const auto largest = std::max_element(begin, end, less);
    const auto smallest = std::min_element(begin, end, less);
    EXPECT_EQ(h.result<unsigned>(b)[r], largest - begin);
    EXPECT_EQ(h.result<T>(a)[r], *largest);
    EXPECT_EQ(h.result<unsigned>(d)[r], smallest - begin);
    EXPECT_EQ(h.result<T>(c)[r], *smallest);
  }
}

TEST(WideRows, Extremes) {
  checkExtremes<float>();
  checkExtremes<Half>();
  checkExtremes<int>();
}

TEST(WideRows, TopKEqualsSorting) {
  for (const unsigned k : {1u, 5u, 300u}) {
    Harness h;
    const auto x = values<int>(kRows * kWide, 7, 4000);
    Tensor indices;
    const Tensor top = popnn::topK(h.graph, h.input({kRows, kWide}, x), indices, k, true, h.prog);
    ASSERT_EQ(top.shape(), (Shape{kRows, 1, k}));
    const unsigned first = h.read(top), second = h.read(indices);
    h.run();
    const auto gotValues = h.result<int>(first);
    const auto gotIndices = h.result<unsigned>(second);
    for (std::size_t r = 0; r < kRows; ++r) {
      std::vector<unsigned> order(kWide);
      std::iota(order.begin(), order.end(), 0u);
      std::sort(order.begin(), order.end(), [&](unsigned p, unsigned q) {
        const int a = x[r * kWide + p], b = x[r * kWide + q];
        return a != b ? a > b : p < q;
      });
      for (unsigned i = 0; i < k; ++i) {
        ASSERT_EQ(gotIndices[r * k + i], order[i]) << r << "," << i;
        ASSERT_EQ(gotValues[r * k + i], x[r * kWide + order[i]]);
      }
    }
  }
}

template <class T>
void checkLoss(popnn::LossType type, double tolerance) {
  Harness h;
  // In the first part, just before and just after a border, in the last part, masked, nowhere.
  const std::vector<unsigned> labels = {5, 4134, 4135, kWide - 1, MASKED_LABEL_CODE, kWide + 9};
  const std::size_t b = labels.size();
  auto p = values<T>(b * kWide, 8);
  for (T &x : p)
    x = static_cast<T>(std::abs(static_cast<float>(x)) / 64 + 1.0f / 64);
  const Tensor outputs = h.input({b, kWide}, p), expected = h.input({b}, labels);
  const poplar::Type element = poplar::equivalent_device_type<T>().value;
  const Tensor loss = h.graph.addVariable(element, {b}, "loss");
  const Tensor deltas = h.graph.addVariable(element, {b, kWide}, "deltas");
  const Tensor correct = h.input({1}, std::vector<unsigned>{10});
  h.graph.setTileMapping(loss, 1);
  h.prog.add(popnn::calcLoss(h.graph, outputs, expected, loss, deltas, correct, type));
  const unsigned first = h.read(loss), second = h.read(deltas), third = h.read(correct);
  h.run();
  std::vector<double> wantedLoss(b, 0), wantedDeltas;
  unsigned count = 10;
  for (std::size_t r = 0; r < b; ++r) {
    const bool masked = labels[r] == MASKED_LABEL_CODE;
    std::size_t best = 0;
    for (std::size_t i = 0; i < kWide; ++i) {
      const double value = static_cast<float>(p[r * kWide + i]);
      if (value > static_cast<float>(p[r * kWide + best])) best = i;
      const bool hit = labels[r] == i;
      const double delta = value - hit;
      const bool cross = type == popnn::CROSS_ENTROPY_LOSS;
      wantedDeltas.push_back(cross && masked ? 0 : delta);
      if (cross)
        wantedLoss[r] -= hit ? std::log(value) : 0;
      else if (!masked)
        wantedLoss[r] += 0.5 * delta * delta;
    }
    count += !masked && labels[r] == best;
  }
  expectNear(h.result<T>(first), wantedLoss, tolerance);
  expectNear(h.result<T>(second), wantedDeltas, tolerance);
  EXPECT_EQ(h.result<unsigned>(third)[0], count);
}

TEST(WideRows, LossesEqualTheirFormulas) {
  checkLoss<float>(popnn::CROSS_ENTROPY_LOSS, 1e-5);
  checkLoss<float>(popnn::SUM_SQUARED_LOSS, 1e-5);
  checkLoss<Half>(popnn::CROSS_ENTROPY_LOSS, 2e-3);
  checkLoss<Half>(popnn::SUM_SQUARED_LOSS, 2e-3);
}

} // namespace
