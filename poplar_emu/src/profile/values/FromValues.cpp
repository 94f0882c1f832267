// SPDX-License-Identifier: MIT
// A graph profile read back.
#include "profile/values/Lists.hpp"
#include "profile/values/ProfileValues.hpp"

#include "pva/data/ProgramTypeNames.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

using poplar::ProfileValue;
using pva::internal::Profile;

std::uint32_t small(const ProfileValue &value) {
  return static_cast<std::uint32_t>(value.asUint());
}

void readTarget(const ProfileValue *value, pva::internal::ProfileTarget &target) {
  target.type = textAt(value, "type");
  target.architecture = textAt(value, "architecture");
  target.numReplicas = std::max<std::uint64_t>(numberAt(value, "numReplicas"), 1);
  target.numIpus = numberAt(value, "numIPUs") / target.numReplicas;
  target.tilesPerIpu = numberAt(value, "tilesPerIPU");
  target.numWorkers = numberAt(value, "numWorkerContexts");
  target.bytesPerTile = numberAt(value, "bytesPerTile");
  target.clockFrequency = decimalAt(value, "clockFrequency");
  target.minSyncDelay = numberAt(value, "minSyncDelay");
  forEachAt(value, "ioTiles",
            [&](std::size_t, const auto &tile) { target.ioTiles.push_back(small(tile)); });
}

void readVariables(const ProfileValue *value, std::vector<pva::internal::VariableInfo> &variables) {
  fillAt(value, "names", variables, [](auto &v, const auto &name) { v.name = name.asString(); });
  fillAt(value, "types", variables, [](auto &v, const auto &type) { v.type = type.asString(); });
  fillAt(value, "numElements", variables,
         [](auto &v, const auto &number) { v.numElements = number.asUint(); });
  fillAt(value, "sizes", variables, [](auto &v, const auto &bytes) { v.bytes = bytes.asUint(); });
  fillAt(value, "alwaysLive", variables,
         [](auto &v, const auto &live) { v.alwaysLive = live.asBool(); });
}

void readComputeSets(const ProfileValue *value, std::vector<pva::internal::ComputeSetInfo> &sets) {
  const auto fillVertices = [&](const char *key, auto set) {
    fillAt(value, key, sets, [&](auto &info, const ProfileValue &list) {
      const ProfileValue::Vector &items = list.asVector();
      info.vertices.resize(std::max(info.vertices.size(), items.size()));
      for (std::size_t i = 0; i < items.size(); ++i)
        set(info.vertices[i], items[i]);
    });
  };
  fillAt(value, "names", sets, [](auto &set, const auto &name) { set.name = name.asString(); });
  fillAt(value, "activeTiles", sets,
         [](auto &set, const auto &tiles) { set.activeTiles = small(tiles); });
  fillVertices("vertexTypes", [](auto &count, const auto &type) { count.type = small(type); });
  fillVertices("vertexCounts", [](auto &count, const auto &n) { count.count = n.asUint(); });
  fillVertices("codeletCycles",
               [](auto &count, const auto &cycles) { count.estimatedCycles = cycles.asUint(); });
  fillVertices("codeletFlops",
               [](auto &count, const auto &flops) { count.estimatedFlops = flops.asUint(); });
  fillAt(value, "estimatedCyclesByTile", sets, [](auto &set, const ProfileValue &list) {
    for (const ProfileValue &cycles : list.asVector())
      set.estimatedCyclesByTile.push_back(cycles.asUint());
  });
}

void readExchanges(const ProfileValue *value, std::vector<pva::internal::ExchangeInfo> &exchanges) {
  fillAt(value, "names", exchanges, [](auto &e, const auto &name) { e.name = name.asString(); });
  fillAt(value, "totalBytes", exchanges,
         [](auto &e, const auto &bytes) { e.totalBytes = bytes.asUint(); });
  fillAt(value, "interIPUBytes", exchanges,
         [](auto &e, const auto &bytes) { e.interIpuBytes = bytes.asUint(); });
  fillAt(value, "hostBytes", exchanges,
         [](auto &e, const auto &bytes) { e.hostBytes = bytes.asUint(); });
}

void readProgram(const ProfileValue &value, pva::internal::ProgramInfo &program) {
  const auto &names = pva::internal::kProgramTypeNames;
  const auto type = std::find(names.begin(), names.end(), textAt(&value, "type"));
  if (type != names.end())
    program.type = static_cast<pva::internal::ProgramType>(type - names.begin());
  program.name = textAt(&value, "name");
  program.repeats = numberAt(&value, "count");
  program.site = textAt(&value, "location");
  program.controlCode = numberAt(&value, "controlCode");
  program.onIoTiles = truthAt(&value, "onIoTiles");
  forEachAt(&value, "children",
            [&](std::size_t, const auto &child) { program.children.push_back(small(child)); });
  if (const ProfileValue *set = member(&value, "computeSet")) program.computeSet = small(*set);
  if (const ProfileValue *exchange = member(&value, "exchange"))
    program.exchange = small(*exchange);
}

void readMemory(const ProfileValue *value, pva::internal::ProfileMemory &memory) {
  const ProfileValue *tiles = member(value, "byTile");
  const auto fill = [&](const char *key, auto set) {
    fillAt(tiles, key, memory.tiles,
           [&](auto &tile, const ProfileValue &bytes) { set(tile, bytes.asUint()); });
  };
  fill("alwaysLive", [](auto &tile, std::uint64_t bytes) { tile.alwaysLive = bytes; });
  fill("notAlwaysLive", [](auto &tile, std::uint64_t bytes) { tile.notAlwaysLive = bytes; });
  fill("totalIncludingGaps", [](auto &tile, std::uint64_t bytes) {
    tile.gaps = bytes - std::min(bytes, tile.excludingGaps());
  });
  for (std::size_t c = 0; c < kNumMemoryCategories; ++c)
    fill(pva::internal::memoryCategoryName(static_cast<MemoryCategory>(c)),
         [c](auto &tile, std::uint64_t bytes) { tile.bytes[c] = bytes; });
  const ProfileValue *liveness = member(value, "liveness");
  fillAt(liveness, "programs", memory.liveness, [](auto &step, const ProfileValue &program) {
    if (program.asDouble() >= 0) step.program = small(program);
  });
  fillAt(liveness, "notAlwaysLiveBytes", memory.liveness,
         [](auto &step, const ProfileValue &bytes) { step.bytes = bytes.asUint(); });
  fillAt(liveness, "variables", memory.liveness, [](auto &step, const ProfileValue &list) {
    for (const ProfileValue &variable : list.asVector())
      step.variables.push_back(small(variable));
  });
  memory.outOfMemory = truthAt(value, "outOfMemory");
}

} // namespace

Profile profileOf(const ProfileValue &graph) {
  Profile profile;
  readTarget(member(&graph, "target"), profile.target);
  const ProfileValue *info = member(&graph, "graphInfo");
  profile.numVertices = numberAt(info, "numVertices");
  profile.numEdges = numberAt(info, "numEdges");
  const ProfileValue *types = member(&graph, "vertexTypes");
  fillAt(types, "names", profile.vertexTypes,
         [](auto &type, const auto &name) { type.name = name.asString(); });
  fillAt(types, "sizes", profile.vertexTypes,
         [](auto &type, const auto &bytes) { type.stateBytes = bytes.asUint(); });
  fillAt(types, "codeSizes", profile.vertexTypes,
         [](auto &type, const auto &bytes) { type.codeBytes = bytes.asUint(); });
  readVariables(member(&graph, "variables"), profile.variables);
  readComputeSets(member(&graph, "computeSets"), profile.computeSets);
  profile.includesFlops = member(member(&graph, "computeSets"), "codeletFlops") != nullptr;
  readExchanges(member(&graph, "exchanges"), profile.exchanges);
  fillAt(&graph, "programs", profile.programs,
         [](auto &program, const ProfileValue &value) { readProgram(value, program); });
  forEachAt(&graph, "entryPoints",
            [&](std::size_t, const auto &entry) { profile.entries.push_back(small(entry)); });
  readMemory(member(&graph, "memory"), profile.memory);
  return profile;
}

} // namespace poplar_emu::profile
