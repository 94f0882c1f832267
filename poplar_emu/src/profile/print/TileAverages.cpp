// SPDX-License-Identifier: MIT
// Averages from the parts of each IPU, which are exact, and the cycles of tiles.
#include "profile/print/TileAverages.hpp"

#include "pva/data/IoTiles.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace poplar_emu::profile {

using pva::internal::Profile;
using pva::internal::ProgramTotal;

namespace {

CycleParts times(std::uint64_t tiles, const CycleParts &parts) {
  return {tiles * parts.compute, tiles * parts.exchange, tiles * parts.globalExchange,
          tiles * parts.host,    tiles * parts.sync,     tiles * parts.control};
}

/// Of all tiles, I/O tiles with what they do.
CycleParts sumOfTiles(const Profile &profile) {
  const std::uint64_t perIpu = std::max<std::uint64_t>(profile.target.tilesPerIpu, 1);
  const std::vector<std::uint64_t> ioTiles = pva::internal::ioTilesByIpu(profile);
  CycleParts sum;
  for (const pva::internal::RunInfo &run : profile.runs)
    for (std::size_t ipu = 0; ipu < run.partsByIpu.size(); ++ipu) {
      const std::uint64_t io = ipu < run.ioPartsByIpu.size() ? ioTiles[ipu] : 0;
      sum += times(perIpu - io, run.partsByIpu[ipu]);
      if (io != 0) sum += times(io, run.ioPartsByIpu[ipu]);
    }
  return sum;
}

} // namespace

TileAverages tileAverages(const Profile &profile) {
  const CycleParts sum = sumOfTiles(profile);
  std::uint64_t tileCycles = 0, threadCycles = 0;
  for (const ProgramTotal &total : profile.totals) {
    tileCycles += total.tileCycles;
    threadCycles += total.threadCycles;
  }
  const double tiles =
      std::max<double>(static_cast<double>(profile.target.numIpus * profile.target.tilesPerIpu), 1);
  const auto ofTiles = [tiles](std::uint64_t cycles) {
    return static_cast<double>(cycles) / tiles;
  };

  TileAverages averages;
  averages.computeWithoutIdleThreads = ofTiles(threadCycles);
  averages.computeWithIdleThreads = ofTiles(tileCycles) + ofTiles(sum.control);
  averages.exchange = ofTiles(sum.exchange);
  averages.globalExchange = ofTiles(sum.globalExchange);
  averages.host = ofTiles(sum.host);
  averages.sync = ofTiles(sum.total()) - averages.computeWithIdleThreads - averages.exchange -
                  averages.globalExchange - averages.host;
  return averages;
}

std::uint64_t flopsOf(const Profile &profile, const ProgramTotal &total) {
  const std::uint32_t set = profile.programs[total.program].computeSet;
  if (set == pva::internal::kNone) return 0;
  std::uint64_t flops = 0;
  for (const pva::internal::VertexCount &count : profile.computeSets[set].vertices)
    flops += count.estimatedFlops;
  return flops * total.executions;
}

std::map<std::string, TypeCycles> cyclesByType(const Profile &profile) {
  std::vector<std::uint64_t> threadCycles(profile.computeSets.size());
  std::vector<std::uint64_t> executions(profile.computeSets.size());
  for (const ProgramTotal &total : profile.totals)
    if (const std::uint32_t set = profile.programs[total.program].computeSet;
        set != pva::internal::kNone) {
      threadCycles[set] += total.threadCycles;
      executions[set] += total.executions;
    }
  std::map<std::string, TypeCycles> types;
  for (std::size_t set = 0; set < profile.computeSets.size(); ++set) {
    const std::vector<pva::internal::VertexCount> &vertices = profile.computeSets[set].vertices;
    std::uint64_t estimated = 0, left = threadCycles[set];
    for (const pva::internal::VertexCount &count : vertices)
      estimated += count.estimatedCycles;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const double share = estimated == 0 ? 1.0 / static_cast<double>(vertices.size())
                                          : static_cast<double>(vertices[i].estimatedCycles) /
                                                static_cast<double>(estimated);
      const auto rounded =
          static_cast<std::uint64_t>(std::llround(share * static_cast<double>(threadCycles[set])));
      const std::uint64_t cycles = i + 1 == vertices.size() ? left : std::min(left, rounded);
      left -= cycles;
      TypeCycles &type = types[profile.vertexTypes[vertices[i].type].name];
      type.instances += vertices[i].count;
      type.cycles += cycles;
      type.flops += executions[set] * vertices[i].estimatedFlops;
    }
  }
  return types;
}

} // namespace poplar_emu::profile
