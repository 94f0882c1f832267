// SPDX-License-Identifier: MIT
// Results against those that were computed in double.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace popops_test {

template <class T>
void expectNear(const std::vector<T> &actual, const std::vector<double> &wanted, double relative) {
  ASSERT_EQ(actual.size(), wanted.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(static_cast<float>(actual[i]), wanted[i], relative * (1 + std::abs(wanted[i])))
        << "element " << i;
}

template <class T>
std::vector<double> asDoubles(const std::vector<T> &values) {
  std::vector<double> result;
  for (const T x : values)
    result.push_back(static_cast<float>(x));
  return result;
}

} // namespace popops_test
