// SPDX-License-Identifier: MIT
// Non-linearities against the formulas in double, and gradients against finite differences.
#include <gtest/gtest.h>

#include "Networks.hpp"

#include <popnn/LogSoftmax.hpp>
#include <popnn/NonLinearity.hpp>

#include <algorithm>
#include <sstream>

namespace {

using namespace popnn_test;
using poplar::Half;
using poplar::Tensor;
using N = popnn::NonLinearityType;

const std::vector<N> kElementWise = {N::SIGMOID, N::HARD_SIGMOID, N::RELU, N::TANH,
                                     N::GELU,    N::GELU_ERF,     N::SWISH};
const std::vector<N> kSoftmax = {N::SOFTMAX, N::SOFTMAX_STABLE, N::SOFTMAX_SCALED};

double plain(N type, double x) {
  switch (type) {
  case N::SIGMOID:
    return 1 / (1 + std::exp(-x));
  case N::HARD_SIGMOID:
    return std::min(1.0, std::max(0.0, 0.2 * x + 0.5));
  case N::RELU:
    return std::max(x, 0.0);
  case N::TANH:
    return std::tanh(x);
  case N::GELU:
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  case N::GELU_ERF:
    return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
  default:
    return x / (1 + std::exp(-x));
  }
}

/// Softmax of rows of n.
std::vector<double> plainSoftmax(const std::vector<double> &x, std::size_t n, double scale) {
  std::vector<double> y;
  for (std::size_t row = 0; row < x.size() / n; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += std::exp(x[row * n + i]);
    for (std::size_t i = 0; i < n; ++i)
      y.push_back(std::exp(x[row * n + i]) / sum * scale);
  }
  return y;
}

std::vector<double> plainAll(N type, const std::vector<double> &x, std::size_t n) {
  if (std::count(kSoftmax.begin(), kSoftmax.end(), type) > 0)
    return plainSoftmax(x, n, type == N::SOFTMAX_SCALED ? 62000 : 1);
  std::vector<double> y;
  for (const double element : x)
    y.push_back(plain(type, element));
  return y;
}

bool gradientUsesOutput(N type) {
  return type == N::SIGMOID || type == N::TANH || type == N::SOFTMAX || type == N::SOFTMAX_STABLE;
}

template <class T>
void checkForward(N type, Layout layout) {
  for (const Shape &shape : {Shape{1}, Shape{37}, Shape{5, 19}, Shape{2, 3, 4, 5}, Shape{3, 0}}) {
    Harness h;
    const auto x = values<T>(popops_test::volume(shape), 1);
    const Tensor t = h.input(shape, x, layout), inPlace = h.input(shape, x, layout);
    float scaling = 0;
    const unsigned out = h.read(popnn::nonLinearity(h.graph, type, t, scaling, h.prog, "nl"));
    EXPECT_EQ(scaling, type == N::SOFTMAX_SCALED ? 62000.0f : 1.0f);
    popnn::nonLinearityInPlace(h.graph, type, inPlace, h.prog);
    const unsigned same = h.read(inPlace);
    h.run();
    const double accuracy = sizeof(T) == 2 ? 1e-3 : 2e-6;
    expectNear(h.result<T>(out),
               plainAll(type, asDoubles(x), std::max<std::size_t>(1, shape.back())), accuracy);
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(static_cast<float>(h.result<T>(out)[i]), static_cast<float>(h.result<T>(same)[i]));
  }
}

TEST(NonLinearity, MatchesFormulas) {
  for (const auto &types : {kElementWise, kSoftmax})
    for (const N type : types)
      for (const Layout layout : kLayouts) {
        SCOPED_TRACE(popnn::asString(type));
        checkForward<float>(type, layout);
        checkForward<Half>(type, layout);
      }
}

template <class T>
void checkGradient(N type, Layout layout) {
  Harness h;
  const Shape shape = {4, 7};
  const auto x = asDoubles(values<T>(28, 3, 3.9f));
  const auto g = values<T>(28, 4, 1);
  std::vector<T> act;
  for (const double element : gradientUsesOutput(type) ? plainAll(type, x, 7) : x)
    act.push_back(T(static_cast<float>(element)));
  const Tensor tAct = h.input(shape, act, layout), tG = h.input(shape, g, layout);
  const unsigned out =
      h.read(popnn::nonLinearityInputGradient(h.graph, type, tAct, tG, h.prog, "gradient"));
  h.run();
  const auto weighted = [&](const std::vector<double> &at) {
    double sum = 0;
    const auto y = plainAll(type, at, 7);
    for (std::size_t i = 0; i < y.size(); ++i)
      sum += y[i] * static_cast<float>(g[i]);
    return sum;
  };
  expectNear(h.result<T>(out), differences(weighted, x), sizeof(T) == 2 ? 3e-3 : 2e-5);
}

TEST(NonLinearity, GradientsAreFiniteDifferences) {
  std::vector<N> types = kElementWise;
  types.push_back(N::SOFTMAX);
  types.push_back(N::SOFTMAX_STABLE);
  for (const N type : types)
    for (const Layout layout : kLayouts) {
      SCOPED_TRACE(popnn::asString(type));
      checkGradient<float>(type, layout);
      checkGradient<Half>(type, layout);
    }
}

TEST(NonLinearity, GeluIsFlatOrStraightFarOut) {
  Harness h;
  const Tensor act = h.input({4}, std::vector<float>{-1e20f, 1e20f, -30, 30});
  const Tensor g = h.input({4}, std::vector<float>{1, 1, 1, 1});
  const unsigned gradient =
      h.read(popnn::nonLinearityInputGradient(h.graph, N::GELU, act, g, h.prog, "g"));
  h.run();
  EXPECT_EQ(h.result<float>(gradient), (std::vector<float>{0, 1, 0, 1}));
}

TEST(NonLinearity, InAComputeSet) {
  Harness h;
  const auto x = values<float>(50, 1);
  const Tensor t = h.input({50}, x), act = h.input({50}, x), g = h.input({50}, x);
  poplar::ComputeSet cs = h.graph.addComputeSet("cs");
  popnn::nonLinearityInPlace(h.graph, N::RELU, t, cs);
  const unsigned gradient =
      h.read(popnn::nonLinearityInputGradient(h.graph, N::RELU, act, g, cs, "g"));
  h.prog.add(poplar::program::Execute(cs));
  const unsigned out = h.read(t);
  h.run();
  expectNear(h.result<float>(out), plainAll(N::RELU, asDoubles(x), 1), 0);
  expectNear(h.result<float>(gradient), plainAll(N::RELU, asDoubles(x), 1), 0);
}

TEST(NonLinearity, StableSoftmaxOfLargeInputs) {
  Harness h;
  const Tensor t = h.input({2}, std::vector<float>{1000, 1000});
  const unsigned stable = h.read(popnn::softmaxStable(h.graph, t, h.prog));
  const unsigned plain = h.read(popnn::softmax(h.graph, t, h.prog, "overflows"));
  const unsigned logs = h.read(popnn::logSoftmax(h.graph, t, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(stable), (std::vector<float>{0.5f, 0.5f}));
  EXPECT_TRUE(std::isnan(h.result<float>(plain)[0]));
  EXPECT_NEAR(h.result<float>(logs)[0], -std::log(2.0), 1e-6);
}

TEST(NonLinearity, LogSoftmaxInBothForms) {
  for (const Layout layout : kLayouts) {
    Harness h;
    const auto x = values<Half>(60, 9);
    const Tensor t = h.input({4, 15}, x, layout), u = h.input({4, 15}, x, layout);
    const unsigned out = h.read(popnn::logSoftmax(h.graph, t, h.prog));
    popnn::logSoftmaxInPlace(h.graph, u, h.prog);
    const unsigned same = h.read(u);
    h.run();
    auto wanted = plainSoftmax(asDoubles(x), 15, 1);
    for (double &y : wanted)
      y = std::log(y);
    expectNear(h.result<Half>(out), wanted, 1e-3);
    expectNear(h.result<Half>(same), wanted, 1e-3);
  }
}

TEST(NonLinearity, ShortNames) {
  Harness h;
  const Tensor t = h.input({3}, std::vector<float>{-1, 0, 2}),
               u = h.input({3}, std::vector<float>{-1, 0, 2});
  float scaling = 0;
  const unsigned a = h.read(popnn::relu(h.graph, t, h.prog, "relu"));
  const unsigned b = h.read(popnn::tanh(h.graph, t, scaling, h.prog));
  popnn::sigmoidInPlace(h.graph, u, h.prog);
  const unsigned c = h.read(u);
  h.run();
  EXPECT_EQ(h.result<float>(a), (std::vector<float>{0, 0, 2}));
  EXPECT_EQ(scaling, 1.0f);
  EXPECT_NEAR(h.result<float>(b)[2], std::tanh(2.0), 1e-6);
  EXPECT_NEAR(h.result<float>(c)[0], 1 / (1 + std::exp(1.0)), 1e-6);
}

TEST(NonLinearity, Refusals) {
  Harness h;
  const Tensor ints = h.input({4}, std::vector<int>(4)), t = h.input({4}, std::vector<float>(4));
  const Tensor scalar = h.input({}, std::vector<float>(1));
  poplar::ComputeSet cs = h.graph.addComputeSet("cs");
  const auto refuses = [](auto f) { EXPECT_THROW(f(), poputil::poplibs_error); };
  refuses([&] { popnn::nonLinearity(h.graph, N::RELU, ints, h.prog); });
  refuses([&] { popnn::nonLinearity(h.graph, N::SOFTMAX, scalar, h.prog); });
  refuses([&] { popnn::nonLinearityInPlace(h.graph, N::SOFTMAX, t, cs); });
  refuses(
      [&] { popnn::nonLinearityInPlace(h.graph, N::RELU, t.expand({0}).broadcast(2, 0), h.prog); });
  refuses([&] { popnn::nonLinearityInputGradient(h.graph, N::RELU, t, t.slice(0, 3), h.prog); });
  refuses([&] { popnn::nonLinearityInputGradient(h.graph, N::SOFTMAX, t, t, cs); });
  refuses([&] { popnn::logSoftmax(h.graph, scalar, h.prog); });
}

TEST(NonLinearity, ReadsAndWritesNames) {
  for (const auto &[word, type] : {std::pair<const char *, N>{"hard_sigmoid", N::HARD_SIGMOID},
                                   {"softmax_scaled", N::SOFTMAX_SCALED},
                                   {"gelu_erf", N::GELU_ERF}}) {
    std::istringstream in(word);
    N read = N::RELU;
    in >> read;
    EXPECT_EQ(read, type);
  }
  std::ostringstream out;
  out << N::SOFTMAX_SCALED << "; " << N::HARD_SIGMOID;
  EXPECT_EQ(out.str(), "softmax (scaled, stable); hard sigmoid");
  std::istringstream wrong("sine");
  N read = N::RELU;
  EXPECT_THROW(wrong >> read, poputil::poplibs_error);
  EXPECT_THROW(poputil::templateVertex("V", N::SOFTMAX), poputil::poplibs_error);
}

} // namespace
