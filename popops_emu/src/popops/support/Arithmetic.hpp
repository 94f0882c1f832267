// SPDX-License-Identifier: MIT
// Arithmetic of sizes.
#pragma once

#include <cstddef>
#include <vector>

namespace popops::support {

/// a / b, and one more for a remainder.
constexpr std::size_t divideUp(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// Elements of a tensor of this shape.
inline std::size_t volume(const std::vector<std::size_t> &shape) {
  std::size_t elements = 1;
  for (const std::size_t extent : shape)
    elements *= extent;
  return elements;
}

} // namespace popops::support
