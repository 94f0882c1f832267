// SPDX-License-Identifier: MIT
// The few numbers that engines without a recorder know, as a profile.
#include "pva/ReportData.hpp"

#include "pva/file/ProfileFile.hpp"
#include "pva/report/MakeReport.hpp"

namespace pva::internal {
namespace {

Profile profileOf(const ReportData &data) {
  Profile profile;
  profile.versionMajor = data.versionMajor;
  profile.versionMinor = data.versionMinor;
  profile.versionPoint = data.versionPoint;
  profile.packageHash = data.packageHash;
  profile.target.numIpus = data.numIpus;
  profile.target.tilesPerIpu = data.tilesPerIpu;
  profile.target.bytesPerTile = data.tilesPerIpu == 0 ? 0 : data.bytesPerIpu / data.tilesPerIpu;
  profile.target.numReplicas = data.numReplicas;
  profile.variables.resize(data.numVariables);
  profile.numEdges = data.numEdges;
  profile.numVertices = data.numVertices;
  for (const std::string &name : data.computeSets)
    profile.computeSets.emplace_back().name = name;
  for (const TileBytes &bytes : data.tiles) {
    TileMemory &tile = profile.memory.tiles.emplace_back();
    tile.alwaysLive = bytes.alwaysLive;
    tile.notAlwaysLive = bytes.notAlwaysLive;
    tile.gaps = bytes.includingGaps - bytes.excludingGaps;
  }
  for (const RunRecord &run : data.runs) {
    RunInfo &info = profile.runs.emplace_back();
    info.name = run.name;
    info.microseconds = run.microseconds;
  }
  profile.hasExecution = true;
  profile.totalCycles = data.totalCycles;
  return profile;
}

} // namespace

Report makeReport(const ReportData &data) {
  return makeReport(std::make_shared<const Profile>(profileOf(data)));
}

void writeReport(const std::string &path, const ReportData &data) {
  writeProfile(path, profileOf(data));
}

} // namespace pva::internal
