// SPDX-License-Identifier: MIT
// Normalisation layers against the formulas; gradients against finite differences through mean and
// variance.
#include <gtest/gtest.h>

#include "Networks.hpp"

#include <popnn/BatchNorm.hpp>
#include <popnn/GroupNorm.hpp>
#include <popnn/InstanceNorm.hpp>
#include <popnn/LayerNorm.hpp>
#include <popnn/Norms.hpp>
#include <popops/ElementWise.hpp>

namespace {

using namespace popnn_test;
using poplar::FLOAT;
using poplar::Half;
using poplar::Tensor;
using Pair = std::pair<Tensor, Tensor>;

constexpr std::size_t kBatch = 3, kChannels = 4, kField = 5;
constexpr float kEps = 1e-3f;
const Shape kShape = {kBatch, kChannels, kField};

enum class Kind { Batch, Group, StridedGroup, Layer, Instance };
const std::vector<Kind> kKinds = {Kind::Batch, Kind::Group, Kind::StridedGroup, Kind::Layer,
                                  Kind::Instance};

std::size_t statisticOf(Kind kind, std::size_t n, std::size_t c) {
  switch (kind) {
  case Kind::Batch:
    return c;
  case Kind::Group:
    return n * 2 + c / 2;
  case Kind::StridedGroup:
    return n * 2 + c % 2;
  case Kind::Layer:
    return n;
  default:
    return n * kChannels + c;
  }
}

std::size_t statisticsOf(Kind kind) {
  return 1 + statisticOf(kind, kBatch - 1, kChannels - 1);
}

struct Plain {
  std::vector<double> mean, invStdDev, out;
};

Plain plain(Kind kind, const std::vector<double> &x, const std::vector<float> &gamma,
            const std::vector<float> &beta, bool unbiased) {
  std::vector<double> sum(statisticsOf(kind), 0), squares(sum), count(sum);
  const auto each = [&](auto f) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t c = i / kField % kChannels;
      f(i, statisticOf(kind, i / kField / kChannels, c), c);
    }
  };
  each([&](std::size_t i, std::size_t s, std::size_t) {
    sum[s] += x[i];
    count[s] += 1;
  });
  Plain result;
  for (std::size_t s = 0; s < sum.size(); ++s)
    result.mean.push_back(sum[s] / count[s]);
  each([&](std::size_t i, std::size_t s, std::size_t) {
    squares[s] += (x[i] - result.mean[s]) * (x[i] - result.mean[s]);
  });
  for (std::size_t s = 0; s < sum.size(); ++s) {
    const double bias = unbiased ? count[s] / (count[s] - 1) : 1;
    result.invStdDev.push_back(1 / std::sqrt((squares[s] / count[s] + double(kEps)) * bias));
  }
  each([&](std::size_t i, std::size_t s, std::size_t c) {
    result.out.push_back((x[i] - result.mean[s]) * result.invStdDev[s] * gamma[c] + beta[c]);
  });
  return result;
}

poplar::OptionFlags optionsOf(Kind kind) {
  if (kind == Kind::StridedGroup) return {{"groupNormStridedChannelGrouping", "true"}};
  return {};
}

Pair statistics(Kind kind, Harness &h, const Tensor &acts, bool unbiased, bool stable) {
  const auto options = optionsOf(kind);
  switch (kind) {
  case Kind::Batch:
    return popnn::bn::batchNormStatistics(h.graph, acts, kEps, h.prog, unbiased, stable);
  case Kind::Layer:
    return popnn::ln::layerNormStatistics(h.graph, acts, kEps, h.prog, unbiased, stable);
  case Kind::Instance:
    return popnn::in::instanceNormStatistics(h.graph, acts, kEps, h.prog, unbiased, stable);
  default:
    return popnn::gn::groupNormStatistics(h.graph, acts, kEps, h.prog, 2, unbiased, stable, FLOAT,
                                          {}, options);
  }
}

Pair normalise(Kind kind, Harness &h, const Tensor &acts, const Pair &params, const Pair &stats) {
  const auto call = [&](auto f) {
    return f(h.graph, acts, params.first, params.second, stats.first, stats.second, h.prog, "n",
             optionsOf(kind));
  };
  using Function = Pair (*)(poplar::Graph &, const Tensor &, const Tensor &, const Tensor &,
                            const Tensor &, const Tensor &, poplar::program::Sequence &,
                            const poplar::DebugContext &, const poplar::OptionFlags &);
  return call(kind == Kind::Batch      ? static_cast<Function>(popnn::bn::batchNormalise)
              : kind == Kind::Layer    ? popnn::ln::layerNormalise
              : kind == Kind::Instance ? popnn::in::instanceNormalise
                                       : popnn::gn::groupNormalise);
}

template <class T>
void checkForward(Kind kind, bool unbiased, bool stable, Layout layout) {
  Harness h;
  const auto x = values<T>(60, 1), gamma = values<T>(4, 2), beta = values<T>(4, 3);
  const Tensor acts = h.input(kShape, x, layout);
  const Pair params = popnn::createNormParams(h.graph, acts);
  h.prog.add(poplar::program::Copy(h.input({4}, gamma), params.first));
  h.prog.add(poplar::program::Copy(h.input({4}, beta), params.second));
  const Pair stats = statistics(kind, h, acts, unbiased, stable);
  const unsigned out = h.read(normalise(kind, h, acts, params, stats).first);
  const unsigned mean = h.read(stats.first), invStdDev = h.read(stats.second);
  h.run();
  const auto floats = [](const std::vector<T> &v) {
    return std::vector<float>(v.begin(), v.end());
  };
  const Plain wanted = plain(kind, asDoubles(x), floats(gamma), floats(beta), unbiased);
  const double accuracy = sizeof(T) == 2 ? 6e-3 : 1e-5;
  expectNear(h.result<T>(mean), wanted.mean, accuracy);
  expectNear(h.result<T>(invStdDev), wanted.invStdDev, accuracy);
  expectNear(h.result<T>(out), wanted.out, accuracy);
}

TEST(Norms, MatchFormulas) {
  for (const Kind kind : kKinds)
    for (const bool unbiased : {false, true})
      for (const bool stable : {false, true}) {
        checkForward<float>(kind, unbiased, stable, Layout::Linear);
        checkForward<float>(kind, unbiased, stable, Layout::TwoIpus);
        checkForward<Half>(kind, unbiased, stable, Layout::Linear);
      }
}

Tensor gradient(Kind kind, Harness &h, const Tensor &acts, const Tensor &g, const Pair &stats,
                const Tensor &gamma) {
  const auto options = optionsOf(kind);
  switch (kind) {
  case Kind::Batch:
    return popnn::bn::batchNormGradients(h.graph, acts, g, stats.first, stats.second, gamma,
                                         h.prog);
  case Kind::Layer:
    return popnn::ln::layerNormGradients(h.graph, acts, g, stats.first, stats.second, gamma,
                                         h.prog);
  case Kind::Instance:
    return popnn::in::instanceNormGradients(h.graph, acts, g, stats.first, stats.second, gamma,
                                            h.prog);
  default:
    return popnn::gn::groupNormGradients(h.graph, acts, g, stats.first, stats.second, gamma, h.prog,
                                         FLOAT, {}, options);
  }
}

TEST(Norms, GradientsAreFiniteDifferences) {
  for (const Kind kind : kKinds) {
    Harness h;
    const auto x = values<float>(60, 1), g = values<float>(60, 4, 1);
    const auto gamma = values<float>(4, 2), beta = values<float>(4, 3);
    const Tensor acts = h.input(kShape, x), gradsIn = h.input(kShape, g);
    const Tensor tGamma = h.input({4}, gamma);
    const Pair stats = statistics(kind, h, acts, false, true);
    const unsigned out = h.read(gradient(kind, h, acts, gradsIn, stats, tGamma));
    h.run();
    const auto weighted = [&](const std::vector<double> &at) {
      double sum = 0;
      const auto y = plain(kind, at, gamma, beta, false).out;
      for (std::size_t i = 0; i < y.size(); ++i)
        sum += y[i] * g[i];
      return sum;
    };
    expectNear(h.result<float>(out), differences(weighted, asDoubles(x)), 1e-4);
  }
}

TEST(Norms, ParameterGradientsAndUpdate) {
  Harness h;
  const auto x = values<float>(60, 1), g = values<float>(60, 4, 1), gamma = values<float>(4, 2),
             beta = values<float>(4, 3);
  const Tensor acts = h.input(kShape, x), gradsIn = h.input(kShape, g);
  Tensor tGamma = h.input({4}, gamma), tBeta = h.input({4}, beta);
  const Pair stats = statistics(Kind::Layer, h, acts, false, false);
  const Pair deltas =
      popnn::ln::layerNormParamGradients(h.graph, acts, gradsIn, stats.first, stats.second, h.prog);
  const unsigned dGamma = h.read(deltas.first), dBeta = h.read(deltas.second);
  popnn::ln::layerNormParamUpdate(h.graph, deltas.first, deltas.second, -2.0f, tGamma, tBeta,
                                  h.prog);
  const unsigned newGamma = h.read(tGamma), newBeta = h.read(tBeta);
  h.run();
  const auto weighted = [&](const std::vector<double> &gammaThenBeta) {
    std::vector<float> a(4), b(4);
    for (std::size_t c = 0; c < 4; ++c) {
      a[c] = static_cast<float>(gammaThenBeta[c]);
      b[c] = static_cast<float>(gammaThenBeta[4 + c]);
    }
    double sum = 0;
    const auto y = plain(Kind::Layer, asDoubles(x), a, b, false).out;
    for (std::size_t i = 0; i < y.size(); ++i)
      sum += y[i] * g[i];
    return sum;
  };
  // Linear, so that unit steps are exact.
  for (std::size_t c = 0; c < 4; ++c) {
    std::vector<double> at(8, 0);
    at[c] = 1;
    const double wantedGamma = weighted(at);
    at[c] = 0;
    at[4 + c] = 1;
    const double wantedBeta = weighted(at);
    EXPECT_NEAR(h.result<float>(dGamma)[c], wantedGamma, 1e-4);
    EXPECT_NEAR(h.result<float>(dBeta)[c], wantedBeta, 1e-4);
    EXPECT_NEAR(h.result<float>(newGamma)[c], gamma[c] - 2 * wantedGamma, 1e-3);
    EXPECT_NEAR(h.result<float>(newBeta)[c], beta[c] - 2 * wantedBeta, 1e-3);
  }
}

TEST(Norms, OverSeveralReplicas) {
  Harness h;
  const auto x = values<float>(60, 1);
  const Tensor acts = h.input(kShape, x);
  unsigned calls = 0;
  // Two replicas with equal inputs: sums double, means stay.
  const auto twice = [&](poplar::Graph &, const std::vector<Tensor> &sums,
                         poplar::program::Sequence &prog, unsigned groupSize,
                         const poplar::DebugContext &, const poplar::OptionFlags &) {
    ++calls;
    EXPECT_EQ(groupSize, 2u);
    std::vector<Tensor> doubled;
    for (const Tensor &t : sums)
      doubled.push_back(popops::add(h.graph, t, t, prog));
    return doubled;
  };
  const Pair alone = popnn::bn::batchNormStatistics(h.graph, acts, kEps, h.prog, false);
  const Pair both = popnn::bn::distributedBatchNormStatistics(h.graph, acts, kEps, h.prog, false,
                                                              twice, 2 * kBatch);
  EXPECT_EQ(calls, 1u);
  const unsigned numbers[] = {h.read(alone.first), h.read(both.first), h.read(alone.second),
                              h.read(both.second)};
  h.run();
  expectNear(h.result<float>(numbers[1]), asDoubles(h.result<float>(numbers[0])), 1e-6);
  expectNear(h.result<float>(numbers[3]), asDoubles(h.result<float>(numbers[2])), 1e-6);
  EXPECT_THROW(popnn::bn::distributedBatchNormStatistics(h.graph, acts, kEps, h.prog, false, twice,
                                                         kBatch + 1),
               poputil::poplibs_error);
}

TEST(Norms, Refusals) {
  Harness h;
  const Tensor acts = h.input(kShape, values<float>(60, 1)),
               line = h.input({4}, values<float>(4, 1));
  const auto refuses = [](auto f) { EXPECT_THROW(f(), poputil::poplibs_error); };
  refuses([&] { popnn::gn::groupNormStatistics(h.graph, acts, kEps, h.prog, 3, false); });
  refuses([&] { popnn::bn::batchNormStatistics(h.graph, line, kEps, h.prog, false); });
  refuses([&] { popnn::ln::layerNormWhiten(h.graph, acts, line, line, h.prog); });
  refuses([&] { popnn::bn::batchNormWhiten(h.graph, acts, line.slice(0, 2), line, h.prog); });
  EXPECT_THROW(popnn::ln::layerNormWhiten(h.graph, acts, line.slice(0, 3), line.slice(0, 3), h.prog,
                                          "", {{"strided", "true"}}),
               poplar::invalid_option);
}

} // namespace
