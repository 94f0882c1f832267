// SPDX-License-Identifier: MIT
// Pooling against plain windows, and gradients against finite differences.
#include <gtest/gtest.h>

#include "Networks.hpp"

#include <popnn/Pooling.hpp>

#include <sstream>

namespace {

using namespace popnn_test;
using poplar::Half;
using poplar::Tensor;
using popnn::PoolingType;
using popnn::pooling::PoolParams;

constexpr std::size_t kBatch = 2, kChannels = 3;

/// Fields of two dimensions.
struct Case {
  std::size_t field[2], kernel[2];
  unsigned stride[2];
  int lower[2], upper[2];
};

const std::vector<Case> kCases = {
    {{4, 6}, {2, 2}, {2, 2}, {0, 0}, {0, 0}},   {{5, 7}, {3, 2}, {1, 2}, {1, 0}, {0, 1}},
    {{6, 5}, {2, 3}, {3, 1}, {-1, 0}, {0, -2}}, {{3, 3}, {1, 1}, {2, 2}, {2, 0}, {0, 2}},
    {{1, 8}, {1, 8}, {1, 1}, {0, 0}, {0, 0}},   {{4, 4}, {2, 2}, {1, 1}, {3, 0}, {0, 3}}};

template <class T>
PoolParams paramsOf(const Case &c, PoolingType type) {
  return {type,
          {c.field[0], c.field[1]},
          {c.kernel[0], c.kernel[1]},
          {c.stride[0], c.stride[1]},
          {c.lower[0], c.lower[1]},
          {c.upper[0], c.upper[1]},
          kChannels,
          kBatch,
          poplar::equivalent_device_type<T>().value};
}

/// Calls f(index of output, indices of the real inputs of its window).
template <class F>
void forEachWindow(const Case &c, const PoolParams &params, F f) {
  const auto out = params.getOutputFieldShape();
  const auto inRange = [&](long i, int d) {
    const long begin = std::max(0, -c.lower[d]);
    const long end = static_cast<long>(c.field[d]) + std::min(0, c.upper[d]);
    return i >= begin && i < end;
  };
  std::size_t output = 0;
  for (std::size_t plane = 0; plane < kBatch * kChannels; ++plane)
    for (std::size_t y = 0; y < out[0]; ++y)
      for (std::size_t x = 0; x < out[1]; ++x, ++output) {
        std::vector<std::size_t> window;
        for (std::size_t v = 0; v < c.kernel[0]; ++v)
          for (std::size_t u = 0; u < c.kernel[1]; ++u) {
            const long i = static_cast<long>(y * c.stride[0] + v) - c.lower[0];
            const long j = static_cast<long>(x * c.stride[1] + u) - c.lower[1];
            if (inRange(i, 0) && inRange(j, 1))
              window.push_back((plane * c.field[0] + static_cast<std::size_t>(i)) * c.field[1] +
                               static_cast<std::size_t>(j));
          }
        f(output, window);
      }
}

std::vector<double> plainPool(const Case &c, const PoolParams &params,
                              const std::vector<double> &in) {
  std::vector<double> out;
  forEachWindow(c, params, [&](std::size_t, const std::vector<std::size_t> &window) {
    double sum = 0, most = -1e300;
    for (const std::size_t i : window) {
      sum += in[i];
      most = std::max(most, in[i]);
    }
    if (window.empty())
      out.push_back(0);
    else if (params.poolingType == PoolingType::MAX)
      out.push_back(most);
    else
      out.push_back(
          params.poolingType == PoolingType::SUM ? sum : sum / static_cast<double>(window.size()));
  });
  return out;
}

const std::vector<PoolingType> kTypes = {PoolingType::MAX, PoolingType::AVG, PoolingType::SUM};

template <class T>
void checkPool(const Case &c, PoolingType type, Layout layout) {
  Harness h;
  const PoolParams params = paramsOf<T>(c, type);
  const auto x = values<T>(kBatch * kChannels * c.field[0] * c.field[1], 11);
  const Tensor in = h.input({kBatch, kChannels, c.field[0], c.field[1]}, x, layout);
  const unsigned out = h.read(popnn::pooling::pool(h.graph, params, in, h.prog, "pool"));
  h.run();
  expectNear(h.result<T>(out), plainPool(c, params, asDoubles(x)), sizeof(T) == 2 ? 1e-3 : 1e-6);
}

TEST(Pooling, MatchesPlainWindows) {
  for (const Case &c : kCases)
    for (const PoolingType type : kTypes) {
      checkPool<float>(c, type, Layout::Linear);
      checkPool<float>(c, type, Layout::TwoIpus);
      checkPool<Half>(c, type, Layout::Scattered);
    }
}

template <class T>
void checkGradient(const Case &c, PoolingType type) {
  Harness h;
  const PoolParams params = paramsOf<T>(c, type);
  const auto out = params.getOutputFieldShape();
  const Shape inShape = {kBatch, kChannels, c.field[0], c.field[1]};
  const Shape outShape = {kBatch, kChannels, out[0], out[1]};
  // All different, so that maxima have one place.
  std::vector<T> x;
  const std::size_t n = popops_test::volume(inShape);
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(T(static_cast<float>(i * 61 % 509) / 64.0f));
  const auto g = values<T>(popops_test::volume(outShape), 12, 1);
  std::vector<T> pooled;
  for (const double y : plainPool(c, params, asDoubles(x)))
    pooled.push_back(T(static_cast<float>(y)));
  const Tensor gradient = h.input(outShape, g);
  const unsigned result = h.read(popnn::pooling::poolInputGradient(
      h.graph, params, h.input(inShape, x), h.input(outShape, pooled), gradient, false, h.prog));
  h.run();
  const auto weighted = [&](const std::vector<double> &at) {
    double sum = 0;
    const auto y = plainPool(c, params, at);
    for (std::size_t i = 0; i < y.size(); ++i)
      sum += y[i] * static_cast<float>(g[i]);
    return sum;
  };
  expectNear(h.result<T>(result), differences(weighted, asDoubles(x)),
             sizeof(T) == 2 ? 2e-3 : 1e-5);
}

TEST(Pooling, GradientsAreFiniteDifferences) {
  for (const Case &c : kCases)
    for (const PoolingType type : kTypes) {
      checkGradient<float>(c, type);
      checkGradient<Half>(c, type);
    }
}

TEST(Pooling, EqualMaximaShareTheGradientIfScaled) {
  for (const bool scaled : {false, true}) {
    Harness h;
    const PoolParams params(PoolingType::MAX, {4}, {4}, {4}, {0}, {0}, 1, 1, poplar::FLOAT);
    const Tensor in = h.input({1, 1, 4}, std::vector<float>{3, 1, 3, 2});
    const unsigned out = h.read(popnn::pooling::poolInputGradient(
        h.graph, params, in, h.input({1, 1, 1}, std::vector<float>{3}),
        h.input({1, 1, 1}, std::vector<float>{8}), scaled, h.prog));
    h.run();
    const float share = scaled ? 4 : 8;
    EXPECT_EQ(h.result<float>(out), (std::vector<float>{share, 0, share, 0}));
  }
}

TEST(Pooling, ParametersAndRefusals) {
  Harness h;
  PoolParams params(PoolingType::AVG, {5, 5}, {2, 2}, {2, 2}, {0, 0}, {1, 0}, 3, 2, poplar::FLOAT);
  EXPECT_EQ(popnn::pooling::getOutputFieldShape(params), (std::vector<std::size_t>{3, 2}));
  EXPECT_EQ(popnn::pooling::getFwdFlops(params), 2u * 3 * 6 * 5);
  EXPECT_STREQ(popnn::pooling::asString(PoolingType::AVG), "avg");
  std::ostringstream text;
  text << params;
  EXPECT_NE(text.str().find("kernelShape {2,2}"), std::string::npos);
  const Tensor in = h.input({2, 3, 5, 5}, std::vector<float>(150));
  const auto refuses = [&](PoolParams wrong) {
    EXPECT_THROW(popnn::pooling::pool(h.graph, wrong, in, h.prog), poputil::poplibs_error);
  };
  const auto change = [&](auto f) {
    PoolParams copy = params;
    f(copy);
    return copy;
  };
  refuses(change([](PoolParams &p) { p.stride = {2}; }));
  refuses(change([](PoolParams &p) { p.stride[0] = 0; }));
  refuses(change([](PoolParams &p) { p.kernelShape[0] = 9; }));
  refuses(change([](PoolParams &p) { p.batchSize = 3; }));
  refuses(change([](PoolParams &p) { p.numChannels = 2; }));
  refuses(change([](PoolParams &p) { p.dType = poplar::HALF; }));
  EXPECT_THROW(popnn::pooling::pool(h.graph, params, in, h.prog, "", {{"fast", "true"}}),
               poplar::invalid_option);
  params.poolingType = PoolingType::MAX;
  EXPECT_THROW(popnn::pooling::poolInputGradient(h.graph, params, 1, in, h.prog),
               poputil::poplibs_error);
}

} // namespace
