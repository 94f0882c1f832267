// SPDX-License-Identifier: MIT
// Moments, bounds and types of distributions. Seeds are fixed: what passes, passes always.
#include "Random.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace {

using namespace poprand_test;
using poplar::FLOAT;
using poplar::HALF;
using poplar::Half;
using poplar::INT;
using poplar::Tensor;

constexpr std::size_t kSamples = 40001;

template <class T>
poplar::Type typeOf() {
  return poplar::equivalent_device_type<T>().value;
}

template <class T>
std::vector<double> uniform(double low, double high, std::size_t n = kSamples) {
  return sample<T>(n, [&](Harness &h, const Tensor &reference, const Tensor *seed) {
    return poprand::uniform(h.graph, seed, 3, reference, typeOf<T>(), low, high, h.prog);
  });
}

template <class T>
void checkUniform(double low, double high) {
  const std::vector<double> values = uniform<T>(low, high);
  EXPECT_GE(lowestOf(values), low);
  EXPECT_LE(highestOf(values), high);
  const double width = high - low;
  EXPECT_NEAR(meanOf(values), (low + high) / 2, width * 0.01);
  EXPECT_NEAR(deviationOf(values), width / std::sqrt(12.0), width * 0.01);
  // Ten equal parts, each within six standard deviations of its share.
  std::vector<int> counts(10);
  for (const double x : values)
    ++counts[std::min<std::size_t>(9, static_cast<std::size_t>((x - low) / width * 10))];
  for (const int count : counts)
    EXPECT_NEAR(count, kSamples / 10.0, 6 * std::sqrt(kSamples * 0.09));
}

TEST(Uniform, FillsTheInterval) {
  checkUniform<float>(-1, 1);
  checkUniform<float>(10, 11);
  checkUniform<float>(-3e38, 3e38);
  checkUniform<Half>(-1, 1);
  checkUniform<Half>(0, 1000);
}

TEST(Uniform, NeighboursAreNotCorrelated) {
  const std::vector<double> values = uniform<float>(-1, 1);
  for (const std::size_t lag : {1u, 2u, 3u, 16u, 64u}) {
    double sum = 0;
    for (std::size_t i = lag; i < values.size(); ++i)
      sum += values[i] * values[i - lag];
    // The products have standard deviation 1/3.
    EXPECT_LT(std::abs(sum), 5 * std::sqrt(double(kSamples)) / 3) << "lag " << lag;
  }
}

TEST(Uniform, LimitsAreRoundedInwards) {
  const std::vector<double> one = uniform<Half>(0.9998, 1.0004, 100);
  EXPECT_EQ(lowestOf(one), 1.0);
  EXPECT_EQ(highestOf(one), 1.0);
  for (const double x : uniform<float>(0.1, 0.1000001))
    ASSERT_TRUE(x >= 0.1 && x <= 0.1000001) << x;
}

TEST(Uniform, IntegersIncludeBothEnds) {
  std::map<double, int> counts;
  for (const double x : uniform<int>(-2, 3))
    ++counts[x];
  ASSERT_EQ(counts.size(), 6u);
  EXPECT_EQ(counts.begin()->first, -2);
  EXPECT_EQ(counts.rbegin()->first, 3);
  for (const auto &[value, count] : counts)
    EXPECT_NEAR(count, kSamples / 6.0, 6 * std::sqrt(kSamples * 5.0 / 36)) << value;
  const auto all = uniform<int>(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  EXPECT_LT(lowestOf(all), -2.1e9);
  EXPECT_GT(highestOf(all), 2.1e9);
  EXPECT_NEAR(meanOf(all), 0, 4.3e9 * 0.01);
}

TEST(LogUniform, LogarithmIsUniform) {
  const auto check = [](const std::vector<double> &values, double high) {
    std::vector<double> logs;
    for (const double x : values)
      logs.push_back(std::log(x));
    EXPECT_GE(lowestOf(values), 2);
    EXPECT_LE(highestOf(values), high);
    const double width = std::log(high / 2);
    EXPECT_NEAR(meanOf(logs), std::log(2.0) + width / 2, width * 0.01);
    EXPECT_NEAR(deviationOf(logs), width / std::sqrt(12.0), width * 0.01);
  };
  const auto make = [](const poplar::Type &type, double high, double base) {
    return [=](Harness &h, const Tensor &reference, const Tensor *seed) {
      return poprand::logUniform(h.graph, seed, 3, reference, type, 2, high, h.prog, base);
    };
  };
  check(sample<float>(kSamples, make(FLOAT, 1e6, M_E)), 1e6);
  check(sample<Half>(kSamples, make(HALF, 1e4, 10)), 1e4);
  const auto integers = sample<int>(kSamples, make(INT, 2147483647, 2));
  EXPECT_GE(lowestOf(integers), 2);
  EXPECT_LE(highestOf(integers), 2147483647);
  EXPECT_EQ(sample<float>(50, make(FLOAT, 1e6, 2)), sample<float>(50, make(FLOAT, 1e6, 10)));
}

TEST(Bernoulli, ShareOfOnes) {
  const auto check = [](const std::vector<double> &values, double p) {
    for (const double x : values)
      ASSERT_TRUE(x == 0 || x == 1) << x;
    EXPECT_NEAR(meanOf(values), p, 6 * std::sqrt(p * (1 - p) / kSamples));
  };
  for (const double p : {0.0, 0.1, 0.5, 0.999, 1.0}) {
    const auto make = [p](const poplar::Type &type) {
      return [p, type](Harness &h, const Tensor &reference, const Tensor *seed) {
        return poprand::bernoulli(h.graph, seed, 3, reference, type, p, h.prog);
      };
    };
    check(sample<float>(kSamples, make(FLOAT)), p);
    check(sample<Half>(kSamples, make(HALF)), p);
    check(sample<int>(kSamples, make(INT)), p);
  }
}

double shareWithin(const std::vector<double> &values, double mean, double distance) {
  std::size_t count = 0;
  for (const double x : values)
    count += std::abs(x - mean) < distance;
  return static_cast<double>(count) / static_cast<double>(values.size());
}

TEST(Normal, MomentsAndTails) {
  const auto check = [](const std::vector<double> &values) {
    EXPECT_NEAR(meanOf(values), 1, 0.03);
    EXPECT_NEAR(deviationOf(values), 2, 0.03);
    EXPECT_NEAR(shareWithin(values, 1, 2), 0.6827, 0.02);
    EXPECT_NEAR(shareWithin(values, 1, 4), 0.9545, 0.01);
    EXPECT_LT(highestOf(values), 1 + 2 * 5.82);
    EXPECT_GT(highestOf(values), 1 + 2 * 3.4);
    EXPECT_LT(lowestOf(values), 1 - 2 * 3.4);
  };
  const auto make = [](const poplar::Type &type) {
    return [type](Harness &h, const Tensor &reference, const Tensor *seed) {
      return poprand::normal(h.graph, seed, 3, reference, type, 1, 2, h.prog);
    };
  };
  check(sample<float>(kSamples, make(FLOAT)));
  check(sample<Half>(kSamples, make(HALF)));
}

TEST(TruncatedNormal, StaysInside) {
  for (const double alpha : {0.1, 1.0, 2.0}) {
    const auto make = [alpha](const poplar::Type &type) {
      return [=](Harness &h, const Tensor &reference, const Tensor *seed) {
        return poprand::truncatedNormal(h.graph, seed, 3, reference, type, -1, 0.5, alpha, h.prog);
      };
    };
    // Of a normal number that is within alpha.
    const double density = std::exp(-alpha * alpha / 2) / std::sqrt(2 * M_PI);
    const double inside = std::erf(alpha / std::sqrt(2.0));
    const double deviation = 0.5 * std::sqrt(1 - 2 * alpha * density / inside);
    for (const auto &values :
         {sample<float>(kSamples, make(FLOAT)), sample<Half>(kSamples, make(HALF))}) {
      EXPECT_GE(lowestOf(values), -1 - 0.5 * alpha);
      EXPECT_LE(highestOf(values), -1 + 0.5 * alpha);
      EXPECT_NEAR(meanOf(values), -1, 0.02 * alpha);
      // Normal numbers come in steps of 1/32, which a narrow interval feels.
      EXPECT_NEAR(deviationOf(values), deviation, 0.05 * deviation + 0.5 / 32 / 4) << alpha;
    }
  }
}

TEST(Distributions, RefuseTypesAndParameters) {
  Harness h;
  const Tensor r = h.reference({4});
  const auto refuses = [](auto f) { EXPECT_THROW(f(), poputil::poplibs_error); };
  refuses([&] { poprand::uniform(h.graph, nullptr, 0, r, poplar::UNSIGNED_INT, 0, 1, h.prog); });
  refuses([&] { poprand::uniform(h.graph, nullptr, 0, r, FLOAT, 1, 0, h.prog); });
  refuses([&] { poprand::uniform(h.graph, nullptr, 0, r, INT, 0, 4e9, h.prog); });
  refuses([&] { poprand::uniform(h.graph, nullptr, 0, r, HALF, 0, 1e5, h.prog); });
  refuses([&] { poprand::normal(h.graph, nullptr, 0, r, INT, 0, 1, h.prog); });
  refuses([&] { poprand::truncatedNormal(h.graph, nullptr, 0, r, INT, 0, 1, 1, h.prog); });
  refuses([&] { poprand::truncatedNormal(h.graph, nullptr, 0, r, FLOAT, 0, 1, 0, h.prog); });
  refuses([&] { poprand::bernoulli(h.graph, nullptr, 0, r, FLOAT, 1.5, h.prog); });
  refuses([&] { poprand::logUniform(h.graph, nullptr, 0, r, FLOAT, 0.5, 2, h.prog); });
  refuses([&] { poprand::logUniform(h.graph, nullptr, 0, r, FLOAT, 2, 2, h.prog); });
  refuses([&] { poprand::logUniform(h.graph, nullptr, 0, r, INT, 1.5, 3, h.prog); });
  refuses([&] { poprand::logUniform(h.graph, nullptr, 0, r, HALF, 1.0001, 1.0002, h.prog); });
  const Tensor threeWords = h.input({3}, std::vector<unsigned>{1, 2, 3});
  const Tensor floats = h.input({2}, std::vector<float>{1, 2});
  refuses([&] { poprand::uniform(h.graph, &threeWords, 0, r, FLOAT, 0, 1, h.prog); });
  refuses([&] { poprand::uniform(h.graph, &floats, 0, r, FLOAT, 0, 1, h.prog); });
  refuses([&] { poprand::setSeed(h.graph, floats, 0, h.prog); });
}

} // namespace
