// SPDX-License-Identifier: MIT
// The order of elements that sorting documents.
#pragma once

#include "../Harness.hpp"

#include <utility>

namespace popops_test {

/// NaN comes last; -0 equals +0.
template <class T>
std::pair<bool, double> rankOf(T x) {
  if constexpr (isReal<T>) {
    const double value = static_cast<float>(x);
    return {std::isnan(value), std::isnan(value) ? 0 : value};
  } else {
    return {false, static_cast<double>(x)};
  }
}

template <class T>
bool isBefore(T a, T b) {
  return rankOf(a) < rankOf(b);
}

} // namespace popops_test
