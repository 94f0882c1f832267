// SPDX-License-Identifier: MIT
// Levenshtein distance with two rows.
#include "support/NearestName.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace poplar_emu {
namespace {

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = std::tolower(a[i - 1]) == std::tolower(b[j - 1]);
      current[j] =
          std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
    }
    std::swap(previous, current);
  }
  return previous[b.size()];
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates) {
  std::string nearest;
  std::size_t best = std::max<std::size_t>(name.size() / 3, 2) + 1;
  for (const std::string &candidate : candidates) {
    const std::size_t distance = editDistance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

} // namespace poplar_emu
