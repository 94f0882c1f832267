// SPDX-License-Identifier: MIT
// I/O tiles by IPU, and how much of the host's cycles their IPUs wait for.
#pragma once

#include "pva/data/Profile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pva::internal {

/// How many each IPU has.
inline std::vector<std::uint64_t> ioTilesByIpu(const Profile &profile) {
  std::vector<std::uint64_t> counts(profile.target.numIpus);
  for (const std::uint32_t tile : profile.target.ioTiles)
    ++counts[tile / std::max<std::uint64_t>(profile.target.tilesPerIpu, 1)];
  return counts;
}

/// Cycles that I/O tiles deal with the host, all runs and all IPUs that have such tiles together.
struct HostOverlap {
  std::uint64_t ofIoTiles = 0;
  std::uint64_t waitedFor = 0; ///< by the other tiles; they go on during the rest
};

inline HostOverlap hostOverlap(const Profile &profile) {
  const std::vector<std::uint64_t> ioTiles = ioTilesByIpu(profile);
  HostOverlap overlap;
  for (const RunInfo &run : profile.runs) {
    const std::size_t ipus = std::min(run.ioPartsByIpu.size(), run.partsByIpu.size());
    for (std::size_t ipu = 0; ipu < std::min(ipus, ioTiles.size()); ++ipu) {
      if (ioTiles[ipu] == 0) continue;
      overlap.ofIoTiles += run.ioPartsByIpu[ipu].host;
      overlap.waitedFor += std::min(run.ioPartsByIpu[ipu].host, run.partsByIpu[ipu].host);
    }
  }
  return overlap;
}

} // namespace pva::internal
