// SPDX-License-Identifier: MIT
// Target and graph.
#include "profile/print/Sections.hpp"

namespace poplar_emu::profile {

void printTarget(Lines &lines, const pva::internal::Profile &profile) {
  const pva::internal::ProfileTarget &target = profile.target;
  const std::uint64_t ipus = target.numIpus * target.numReplicas;
  const std::uint64_t tiles = ipus * target.tilesPerIpu;
  const auto mega = [](std::uint64_t bytes) {
    return groupedDecimal(static_cast<double>(bytes) / (1024 * 1024)) + " MB";
  };
  lines.heading("Target:");
  lines.value(1, "Type:", target.type);
  lines.value(1, "Architecture:", target.architecture);
  lines.number(1, "Number of IPUs:", ipus);
  lines.number(1, "Tiles per IPU:", target.tilesPerIpu);
  lines.number(1, "Total Tiles:", tiles);
  lines.value(1, "Memory per-tile:",
              groupedDecimal(static_cast<double>(target.bytesPerTile) / 1024) + " kB");
  lines.value(1, "Total Memory:", mega(tiles * target.bytesPerTile));
  lines.value(1, "Clock Speed (approx):", groupedDecimal(target.clockFrequency / 1e6) + " MHz");
  lines.number(1, "Number of Replicas:", target.numReplicas);
  lines.number(1, "IPUs per Replica:", target.numIpus);
  lines.number(1, "Tiles per Replica:", target.numIpus * target.tilesPerIpu);
  lines.value(
      1, "Memory per Replica:", mega(target.numIpus * target.tilesPerIpu * target.bytesPerTile));
  lines.empty();
}

void printGraphSize(Lines &lines, const pva::internal::Profile &profile) {
  lines.heading("Graph:");
  lines.number(1, "Number of vertices:", profile.numVertices);
  lines.number(1, "Number of edges:", profile.numEdges);
  lines.number(1, "Number of variables:", profile.variables.size());
  lines.number(1, "Number of compute sets:", profile.computeSets.size());
  lines.empty();
}

void printOptimizations(Lines &lines, const pva::internal::Profile &profile) {
  std::uint64_t shared = 0;
  for (const pva::internal::VariableInfo &variable : profile.variables)
    shared += !variable.alwaysLive;
  std::uint64_t local = 0;
  for (const pva::internal::ProgramInfo &program : profile.programs)
    local += program.type == pva::internal::ProgramType::OnTileExecute &&
             program.computeSet == pva::internal::kNone;
  lines.heading("Optimizations:");
  lines.number(1, "Variables whose memory others may use:", shared);
  lines.number(1, "Copies within tiles:", local);
  lines.empty();
}

} // namespace poplar_emu::profile
