// SPDX-License-Identifier: MIT
// The graph profile.
#include "profile/values/Lists.hpp"
#include "profile/values/ProfileValues.hpp"

#include "pva/data/ProgramTypeNames.hpp"

namespace poplar_emu::profile {
namespace {

using poplar::ProfileValue;
using pva::internal::kNone;
using pva::internal::Profile;
using Map = ProfileValue::Map;
using Vector = ProfileValue::Vector;

/// Traffic by tile is left out of profiles whose lists would grow larger.
constexpr std::uint64_t kMaxTrafficValues = 1 << 20;

ProfileValue target(const pva::internal::ProfileTarget &target) {
  const std::uint64_t ipus = target.numIpus * target.numReplicas;
  Map map;
  map["type"] = target.type;
  map["architecture"] = target.architecture;
  map["numIPUs"] = ipus;
  map["numReplicas"] = target.numReplicas;
  map["tilesPerIPU"] = target.tilesPerIpu;
  map["numTiles"] = ipus * target.tilesPerIpu;
  map["numWorkerContexts"] = target.numWorkers;
  map["bytesPerTile"] = target.bytesPerTile;
  map["bytesPerIPU"] = target.bytesPerTile * target.tilesPerIpu;
  map["totalMemory"] = target.bytesPerTile * target.tilesPerIpu * ipus;
  map["clockFrequency"] = target.clockFrequency;
  map["minSyncDelay"] = target.minSyncDelay;
  if (!target.ioTiles.empty()) map["ioTiles"] = numbers(target.ioTiles);
  map["relativeSyncDelayByTile"] = numbers(target.relativeSyncDelayByTile);
  return map;
}

ProfileValue graphInfo(const Profile &profile) {
  Map map;
  map["numVars"] = profile.variables.size();
  map["numVertices"] = profile.numVertices;
  map["numEdges"] = profile.numEdges;
  map["numComputeSets"] = profile.computeSets.size();
  return map;
}

ProfileValue vertexTypes(const Profile &profile) {
  Map map;
  map["names"] = each(profile.vertexTypes, [](const auto &type) { return type.name; });
  map["sizes"] = each(profile.vertexTypes, [](const auto &type) { return type.stateBytes; });
  map["codeSizes"] = each(profile.vertexTypes, [](const auto &type) { return type.codeBytes; });
  return map;
}

ProfileValue variables(const Profile &profile) {
  Map map;
  map["names"] = each(profile.variables, [](const auto &v) { return v.name; });
  map["types"] = each(profile.variables, [](const auto &v) { return v.type; });
  map["numElements"] = each(profile.variables, [](const auto &v) { return v.numElements; });
  map["sizes"] = each(profile.variables, [](const auto &v) { return v.bytes; });
  map["alwaysLive"] = each(profile.variables, [](const auto &v) { return boolean(v.alwaysLive); });
  return map;
}

ProfileValue computeSets(const Profile &profile) {
  const auto &sets = profile.computeSets;
  const auto eachVertex = [&](auto get) {
    return each(sets, [get](const auto &set) { return each(set.vertices, get); });
  };
  Map map;
  map["names"] = each(sets, [](const auto &set) { return set.name; });
  map["activeTiles"] = each(sets, [](const auto &set) { return set.activeTiles; });
  map["vertexTypes"] = eachVertex([](const auto &count) { return count.type; });
  map["vertexCounts"] = eachVertex([](const auto &count) { return count.count; });
  map["codeletCycles"] = eachVertex([](const auto &count) { return count.estimatedCycles; });
  if (profile.includesFlops)
    map["codeletFlops"] = eachVertex([](const auto &count) { return count.estimatedFlops; });
  map["estimatedCyclesByTile"] =
      each(sets, [](const auto &set) { return numbers(set.estimatedCyclesByTile); });
  return map;
}

ProfileValue traffic(const Profile &profile, std::uint32_t pva::internal::TileTraffic::*bytes) {
  const std::uint64_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  return each(profile.exchanges, [&](const auto &exchange) {
    Vector byTile;
    if (exchange.tiles.empty() || tiles * profile.exchanges.size() > kMaxTrafficValues)
      return byTile;
    byTile.resize(tiles);
    for (const pva::internal::TileTraffic &tile : exchange.tiles)
      byTile[tile.tile] = tile.*bytes;
    return byTile;
  });
}

ProfileValue exchanges(const Profile &profile) {
  Map map;
  map["names"] = each(profile.exchanges, [](const auto &e) { return e.name; });
  map["totalBytes"] = each(profile.exchanges, [](const auto &e) { return e.totalBytes; });
  map["interIPUBytes"] = each(profile.exchanges, [](const auto &e) { return e.interIpuBytes; });
  map["hostBytes"] = each(profile.exchanges, [](const auto &e) { return e.hostBytes; });
  map["bytesSentByTile"] = traffic(profile, &pva::internal::TileTraffic::sentBytes);
  map["bytesReceivedByTile"] = traffic(profile, &pva::internal::TileTraffic::receivedBytes);
  return map;
}

ProfileValue program(const pva::internal::ProgramInfo &program) {
  Map map;
  map["type"] = pva::internal::programTypeName(program.type);
  map["name"] = program.name;
  if (!program.children.empty()) map["children"] = numbers(program.children);
  if (program.computeSet != kNone) map["computeSet"] = program.computeSet;
  if (program.exchange != kNone) map["exchange"] = program.exchange;
  if (program.type == pva::internal::ProgramType::Repeat) map["count"] = program.repeats;
  if (!program.site.empty()) map["location"] = program.site;
  if (program.onIoTiles) map["onIoTiles"] = boolean(true);
  map["controlCode"] = program.controlCode;
  return map;
}

ProfileValue memoryByTile(const std::vector<pva::internal::TileMemory> &tiles) {
  Map map;
  map["total"] = each(tiles, [](const auto &tile) { return tile.excludingGaps(); });
  map["totalIncludingGaps"] = each(tiles, [](const auto &tile) { return tile.includingGaps(); });
  map["alwaysLive"] = each(tiles, [](const auto &tile) { return tile.alwaysLive; });
  map["notAlwaysLive"] = each(tiles, [](const auto &tile) { return tile.notAlwaysLive; });
  for (std::size_t c = 0; c < kNumMemoryCategories; ++c) {
    std::uint64_t sum = 0;
    for (const pva::internal::TileMemory &tile : tiles)
      sum += tile.bytes[c];
    if (sum != 0)
      map[pva::internal::memoryCategoryName(static_cast<MemoryCategory>(c))] =
          each(tiles, [c](const auto &tile) { return tile.bytes[c]; });
  }
  return map;
}

ProfileValue memory(const pva::internal::ProfileMemory &memory) {
  Map liveness;
  liveness["programs"] = each(memory.liveness, [](const auto &step) {
    return step.program == kNone ? ProfileValue(-1) : ProfileValue(step.program);
  });
  liveness["notAlwaysLiveBytes"] =
      each(memory.liveness, [](const auto &step) { return step.bytes; });
  liveness["variables"] =
      each(memory.liveness, [](const auto &step) { return numbers(step.variables); });
  Map map;
  map["byTile"] = memoryByTile(memory.tiles);
  map["liveness"] = std::move(liveness);
  map["outOfMemory"] = boolean(memory.outOfMemory);
  return map;
}

} // namespace

ProfileValue graphValue(const Profile &profile) {
  std::uint64_t localCopies = 0;
  for (const pva::internal::ProgramInfo &info : profile.programs)
    localCopies +=
        info.type == pva::internal::ProgramType::OnTileExecute && info.computeSet == kNone;
  Map optimizations;
  optimizations["copiesWithinTiles"] = localCopies;
  Map map;
  map["target"] = target(profile.target);
  map["optimizationInfo"] = std::move(optimizations);
  map["graphInfo"] = graphInfo(profile);
  map["vertexTypes"] = vertexTypes(profile);
  map["variables"] = variables(profile);
  map["computeSets"] = computeSets(profile);
  map["exchanges"] = exchanges(profile);
  map["programs"] = each(profile.programs, program);
  map["entryPoints"] = numbers(profile.entries);
  map["memory"] = memory(profile.memory);
  return map;
}

} // namespace poplar_emu::profile
