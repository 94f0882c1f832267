// SPDX-License-Identifier: MIT
// Who sends how much to whom, in blocks of neighbouring tiles when single tiles would be too many.
#pragma once

#include "pva/data/Profile.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace poplar_emu::report {

/// Sums over blocks of `bin` tiles, sorted by source, then destination.
struct BinnedFlow {
  std::uint32_t from = 0, to = 0;
  std::uint64_t bytes = 0;
};
std::vector<BinnedFlow> binned(const std::vector<pva::internal::TileFlow> &flows,
                               std::uint32_t bin);

/// {bin, from, to, bytes}: the smallest power of two of tiles a block whose columns take `budget`
/// bytes at most. Adds up to the flows exactly.
nlohmann::json flowMatrix(const std::vector<pva::internal::TileFlow> &flows, std::size_t tiles,
                          std::size_t budget);

/// The `count` largest as [from, to, bytes].
nlohmann::json largestFlows(const std::vector<pva::internal::TileFlow> &flows, std::size_t count);

} // namespace poplar_emu::report
