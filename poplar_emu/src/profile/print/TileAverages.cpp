// SPDX-License-Identifier: MIT
// Averages from the parts of each IPU, which are exact, and the cycles of tiles.
#include "profile/print/TileAverages.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace poplar_emu::profile {

using pva::internal::Profile;
using pva::internal::ProgramTotal;

TileAverages tileAverages(const Profile &profile) {
  CycleParts sum; // of all IPUs
  for (const pva::internal::RunInfo &run : profile.runs)
    for (const CycleParts &ipu : run.partsByIpu)
      sum += ipu;
  std::uint64_t tileCycles = 0, threadCycles = 0;
  for (const ProgramTotal &total : profile.totals) {
    tileCycles += total.tileCycles;
    threadCycles += total.threadCycles;
  }
  const double ipus = std::max<double>(static_cast<double>(profile.target.numIpus), 1);
  const double tiles = std::max<double>(ipus * static_cast<double>(profile.target.tilesPerIpu), 1);
  const auto ofIpus = [ipus](std::uint64_t cycles) { return static_cast<double>(cycles) / ipus; };

  TileAverages averages;
  averages.computeWithoutIdleThreads = static_cast<double>(threadCycles) / tiles;
  averages.computeWithIdleThreads = static_cast<double>(tileCycles) / tiles + ofIpus(sum.control);
  averages.exchange = ofIpus(sum.exchange);
  averages.globalExchange = ofIpus(sum.globalExchange);
  averages.host = ofIpus(sum.host);
  averages.sync = ofIpus(sum.total()) - averages.computeWithIdleThreads - averages.exchange -
                  averages.globalExchange - averages.host;
  return averages;
}

std::map<std::string, TypeCycles> cyclesByType(const Profile &profile) {
  std::vector<std::uint64_t> threadCycles(profile.computeSets.size());
  for (const ProgramTotal &total : profile.totals)
    if (const std::uint32_t set = profile.programs[total.program].computeSet;
        set != pva::internal::kNone)
      threadCycles[set] += total.threadCycles;
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
    }
  }
  return types;
}

} // namespace poplar_emu::profile
