// SPDX-License-Identifier: MIT
// A profile that is small enough to add up by hand: two IPUs of two tiles, one superstep that runs
// three times, and one transfer between the IPUs.
#pragma once

#include "pva/data/Profile.hpp"

namespace poplar_emu::tool {

//   program 0  Sequence          1, 6
//           1  Repeat 3          2 .. 5
//           2  Sync              10 cycles
//           3  DoExchange 'halo' 30: 20 words and 10 fixed
//           4  Sync              10
//           5  OnTileExecute 'stencil'  200 on the slowest tile, 100 on average
//           6  GlobalExchange 'swap'    50
inline pva::internal::Profile smallProfile() {
  using namespace pva::internal;
  Profile profile;
  profile.versionMajor = 3;
  profile.cycleModel = "ipumodel";
  profile.target.type = "IPU_MODEL";
  profile.target.architecture = "ipu2";
  profile.target.numIpus = 2;
  profile.target.tilesPerIpu = 2;
  profile.target.clockFrequency = 1e9;
  profile.numVertices = 4;
  profile.exchanges.resize(2);
  profile.exchanges[0].name = "halo";
  profile.exchanges[0].totalBytes = 120;
  profile.exchanges[0].tiles = {{0, 80, 40}, {1, 40, 80}};
  profile.exchanges[0].flows = {{0, 1, 80}, {1, 0, 40}};
  profile.exchanges[1].name = "swap";
  profile.exchanges[1].totalBytes = 400;
  profile.exchanges[1].interIpuBytes = 400;
  profile.exchanges[1].tiles = {{0, 200, 200}, {2, 200, 200}};
  profile.exchanges[1].ipuFlows = {{0, 1, 200}, {1, 0, 200}};
  profile.computeSets.resize(1);
  profile.computeSets[0].name = "stencil";
  profile.computeSets[0].activeTiles = 4;
  const auto leaf = [](ProgramType type, const char *name) {
    ProgramInfo program;
    program.type = type;
    program.name = name;
    return program;
  };
  profile.programs = {leaf(ProgramType::Sequence, "main"),
                      leaf(ProgramType::Repeat, "loop"),
                      leaf(ProgramType::Sync, ""),
                      leaf(ProgramType::DoExchange, "halo"),
                      leaf(ProgramType::Sync, ""),
                      leaf(ProgramType::OnTileExecute, "stencil"),
                      leaf(ProgramType::GlobalExchange, "swap")};
  profile.programs[0].children = {1, 6};
  profile.programs[1].children = {2, 3, 4, 5};
  profile.programs[1].repeats = 3;
  profile.programs[3].exchange = 0;
  profile.programs[5].computeSet = 0;
  profile.programs[6].exchange = 1;
  profile.entries = {0};

  std::uint64_t clock = 1000;
  const auto step = [&](std::uint32_t program, CycleParts parts) {
    profile.steps.push_back({program, clock, clock + parts.total(), parts, kNone});
    clock += parts.total();
  };
  for (int i = 0; i < 3; ++i) {
    step(2, {.sync = 10});
    step(3, {.exchange = 30});
    step(4, {.sync = 10});
    step(5, {.compute = 200});
  }
  step(6, {.globalExchange = 50});
  profile.totals = {{2, 3, {.sync = 30}, 0, 0},
                    {3, 3, {.exchange = 90}, 0, 0},
                    {4, 3, {.sync = 30}, 0, 0},
                    {5, 3, {.compute = 600}, 300, 1200}, // 100 on average on 4 tiles
                    {6, 1, {.globalExchange = 50}, 0, 0}};
  profile.totalCycles = 800;
  profile.runs.resize(1);
  profile.runs[0].name = "first";
  profile.runs[0].microseconds = 7;
  profile.runs[0].cycles = 800;
  profile.runs[0].numSteps = profile.steps.size();
  profile.runs[0].partsByIpu.assign(
      2, {.compute = 600, .exchange = 90, .globalExchange = 50, .sync = 60});
  profile.hasExecution = true;
  profile.memory.tiles.resize(4);
  profile.memory.tiles[1].alwaysLive = 100;
  profile.memory.tiles[1].notAlwaysLive = 50;
  profile.memory.tiles[1].gaps = 6;
  return profile;
}

} // namespace poplar_emu::tool
