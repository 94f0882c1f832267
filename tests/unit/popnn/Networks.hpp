// SPDX-License-Identifier: MIT
// A harness with popnn's vertices, and sample values.
#pragma once

#include "../popops/Harness.hpp"
#include "../popops/InDouble.hpp"

#include <popnn/codelets.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace popnn_test {

using popops_test::asDoubles;
using popops_test::expectNear;
using popops_test::kLayouts;
using popops_test::Layout;
using popops_test::Shape;

struct Harness : popops_test::Harness {
  explicit Harness(unsigned tiles = 6) : popops_test::Harness(tiles) { popnn::addCodelets(graph); }
};

/// Numbers in [-range, range] that differ, exact in half for a range up to 8.
template <class T>
std::vector<T> values(std::size_t n, unsigned seed, float range = 4) {
  std::vector<T> result;
  unsigned state = seed * 2654435761u + 1;
  for (std::size_t i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    result.push_back(T(range * static_cast<float>(static_cast<int>(state >> 22) - 512) / 512.0f));
  }
  return result;
}

/// The gradient of f at x by central differences.
inline std::vector<double> differences(const std::function<double(const std::vector<double> &)> &f,
                                       std::vector<double> x) {
  constexpr double kStep = 1e-5;
  std::vector<double> gradient;
  for (double &element : x) {
    const double old = element;
    element = old + kStep;
    const double above = f(x);
    element = old - kStep;
    gradient.push_back((above - f(x)) / (2 * kStep));
    element = old;
  }
  return gradient;
}

} // namespace popnn_test
