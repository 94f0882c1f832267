// SPDX-License-Identifier: MIT
// Writes the lines.
#include "info/ProfileInfo.hpp"

#include "diff/Metrics.hpp"

#include <fmt/format.h>

#include <ostream>

namespace poplar_emu::tool {

void describe(const pva::internal::Profile &profile, std::ostream &out) {
  const auto &target = profile.target;
  out << fmt::format(
      "target       {} {} at {:.2f} GHz, IPUs: {}, tiles of each: {}, replicas: {}\n", target.type,
      target.architecture, target.clockFrequency / 1e9, target.numIpus, target.tilesPerIpu,
      target.numReplicas);
  out << fmt::format("made by      Poplar {}.{}.{} ({}), cycle model {}, cycles of vertices {}\n",
                     profile.versionMajor, profile.versionMinor, profile.versionPoint,
                     profile.packageHash, profile.cycleModel,
                     profile.countedCycles ? "counted" : "estimated");
  if (!target.ioTiles.empty())
    out << fmt::format("I/O tiles    {} of {}\n", target.ioTiles.size(),
                       target.numIpus * target.tilesPerIpu);
  if (profile.profiledReplica != pva::internal::kNone)
    out << fmt::format("profiled     replica {}\n", profile.profiledReplica);
  if (profile.memory.outOfMemory) out << "out of memory: the program was not compiled to its end\n";
  if (!profile.hasExecution)
    out << "no execution: nothing ran, or only the graph was recorded\n";
  else
    out << fmt::format("runs         {}, {} steps kept, {} more counted\n", profile.runs.size(),
                       profile.steps.size(), profile.stepsDropped);
  for (const Metric &metric : metricsOf(profile))
    out << fmt::format("{:<22} {}{}{}\n", metric.name, shown(metric.value),
                       metric.unit.empty() ? "" : " ", metric.unit);
}

} // namespace poplar_emu::tool
