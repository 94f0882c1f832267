// SPDX-License-Identifier: MIT
// What was modelled: machine, cycle model with its constants, and how much was recorded.
#include "page/sections/Sections.hpp"

#include "pva/data/IoTiles.hpp"

#include <fmt/format.h>

namespace poplar_emu::report {

nlohmann::json targetSection(Shared &shared) {
  const pva::internal::Profile &profile = shared.profile;
  const pva::internal::ProfileTarget &target = profile.target;
  nlohmann::json constants = nlohmann::json::array();
  for (const pva::internal::ModelConstant &constant : profile.constants)
    constants.push_back({constant.name, constant.value, constant.unit, constant.source});
  return {{"version", fmt::format("{}.{}.{}", profile.versionMajor, profile.versionMinor,
                                  profile.versionPoint)},
          {"packageHash", profile.packageHash},
          {"cycleModel", profile.cycleModel},
          {"countedCycles", profile.countedCycles},
          {"computeInstrumentation", profile.computeInstrumentation},
          {"externalExchangeInstrumentation", profile.externalExchangeInstrumentation},
          {"type", target.type},
          {"architecture", target.architecture},
          {"numIpus", target.numIpus},
          {"numReplicas", target.numReplicas},
          {"tilesPerIpu", target.tilesPerIpu},
          {"numWorkers", target.numWorkers},
          {"bytesPerTile", target.bytesPerTile},
          {"clockFrequency", target.clockFrequency},
          {"minSyncDelay", target.minSyncDelay},
          {"ioTilesByIpu", pva::internal::ioTilesByIpu(profile)},
          {"numVertices", profile.numVertices},
          {"numEdges", profile.numEdges},
          {"hasExecution", profile.hasExecution},
          {"totalCycles", profile.totalCycles},
          {"constants", std::move(constants)}};
}

} // namespace poplar_emu::report
