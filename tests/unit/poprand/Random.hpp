// SPDX-License-Identifier: MIT
// A harness with poprand's vertices, and moments of samples.
#pragma once

#include "../popops/Harness.hpp"

#include <poprand/RandomGen.hpp>
#include <poprand/codelets.hpp>

#include <algorithm>
#include <numeric>

namespace poprand_test {

using popops_test::Shape;

struct Harness : popops_test::Harness {
  explicit Harness(unsigned tiles = 6) : popops_test::Harness(tiles) {
    poprand::addCodelets(graph);
  }

  poplar::Tensor reference(const Shape &shape) {
    const poplar::Tensor t = graph.addVariable(poplar::FLOAT, shape);
    poputil::mapTensorLinearly(graph, t, 4, 1);
    return t;
  }

  poplar::Tensor seed(unsigned low, unsigned high) {
    return input({2}, std::vector<unsigned>{low, high});
  }
};

/// The elements that `make(harness, reference, seed)` gives for a reference of n elements.
template <class T, class Make>
std::vector<double> sample(std::size_t n, Make make, unsigned seedLow = 42) {
  Harness h;
  const poplar::Tensor seed = h.seed(seedLow, 7);
  const unsigned out = h.read(make(h, h.reference({n}), &seed));
  h.run();
  std::vector<double> values;
  for (const T x : h.result<T>(out))
    values.push_back(static_cast<double>(static_cast<float>(x)));
  if (std::is_same_v<T, int>) {
    const auto exact = h.result<T>(out);
    std::transform(exact.begin(), exact.end(), values.begin(),
                   [](T x) { return static_cast<double>(x); });
  }
  return values;
}

inline double meanOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

inline double deviationOf(const std::vector<double> &values) {
  const double mean = meanOf(values);
  double sum = 0;
  for (const double x : values)
    sum += (x - mean) * (x - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

inline double lowestOf(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}
inline double highestOf(const std::vector<double> &values) {
  return *std::max_element(values.begin(), values.end());
}

} // namespace poprand_test
