// SPDX-License-Identifier: MIT
// Equal shares of columns for lanes.
#pragma once

#include <cstddef>

namespace gcl::detail {

/// How many of columns [begin, end) lane `lane` of `lanes` moves. The shares of the lanes add up to
/// all, and over a long run of consecutive calls each lane gets equally many, to within one.
inline std::size_t shareOf(unsigned lane, unsigned lanes, std::size_t begin, std::size_t end) {
  const auto upTo = [&](std::size_t column) {
    return column * (lane + 1) / lanes - column * lane / lanes;
  };
  return upTo(end) - upTo(begin);
}

} // namespace gcl::detail
