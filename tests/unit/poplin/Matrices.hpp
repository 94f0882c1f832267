// SPDX-License-Identifier: MIT
// A harness with poplin's vertices, and values for matrices.
#pragma once

#include "../popops/Harness.hpp"

#include <poplin/codelets.hpp>

namespace poplin_test {

using popops_test::Shape;

struct Harness : popops_test::Harness {
  explicit Harness(unsigned tiles = 6) : popops_test::Harness(tiles) { poplin::addCodelets(graph); }
};

/// Multiples of 1/64 in [-1, 1], different for each seed; exact in every type.
template <class T>
std::vector<T> values(std::size_t n, unsigned seed) {
  std::vector<T> result;
  unsigned state = seed * 2654435761u + 1;
  for (std::size_t i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    result.push_back(static_cast<T>(static_cast<float>(static_cast<int>(state >> 25) - 64) / 64));
  }
  return result;
}

} // namespace poplin_test
