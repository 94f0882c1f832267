// SPDX-License-Identifier: MIT
// A profile that no program made: main() runs a sequence of an exchange, a compute set and a block.
#include "SampleProfile.hpp"

namespace pva::internal {
namespace {

constexpr std::uint64_t kLarge = 1ull << 40; // does not fit 32 bits

ProgramInfo program(ProgramType type, const char *name, std::vector<std::uint32_t> children = {}) {
  ProgramInfo info;
  info.type = type;
  info.name = name;
  info.children = std::move(children);
  return info;
}

void compile(Profile &p) {
  p.target = {"IPU_MODEL", "ipu2", 2, 3, 2, 6, 638976, 212992, 1.33e9, 5, {0, 1, 2, 3}, {2}};
  p.constants = {{"hop", "cycles", "table 7", 1.5}, {"sync", "cycles", "it's \"quoted\"", -2}};
  p.numVertices = 7;
  p.numEdges = kLarge + 1;
  p.vertexTypes = {{"Adder<float>", 12, 100}, {"Copier", 8, kLarge + 2}};
  p.variables = {{"in", "float", 10, 40, true}, {"out", "half", kLarge + 3, 20, false}};
  p.computeSets = {{"add",
                    {{0, 4, {1, 1, 2, 0}, 400, 80}, {1, 1, {}, kLarge + 4, kLarge + 18}},
                    3,
                    {9, 9, 18, 0}},
                   {"empty", {}, 1, {}}};
  p.links = {{"IPU 0 - IPU 1", 64000000000}, {"host", 1}};
  ExchangeInfo exchange;
  exchange.name = "scatter";
  exchange.totalBytes = 24;
  exchange.interIpuBytes = kLarge + 5;
  exchange.hostBytes = 4;
  exchange.tiles = {{0, 24, 0, 4, 8, 0}, {3, 0, 16, 12, 0, 32}};
  exchange.flows = {{0, 1, 8}, {0, 3, 16}};
  exchange.ipuFlows = {{0, 1, kLarge + 6}};
  exchange.links = {{0, 16}, {1, kLarge + 7}};
  p.exchanges = {ExchangeInfo{}, exchange};

  p.programs = {program(ProgramType::Sequence, "main", {1, 2, 3}),
                program(ProgramType::DoExchange, "scatter"),
                program(ProgramType::OnTileExecute, "add"),
                program(ProgramType::Repeat, "loop", {4}),
                program(ProgramType::Block, "stage", {5}),
                program(ProgramType::StreamCopyMid, "fill")};
  p.programs[1].exchange = 1;
  p.programs[1].variables = {0};
  p.programs[2].computeSet = 0;
  p.programs[2].variables = {0, 1};
  p.programs[2].site = "stencil.cpp:41";
  p.programs[3].repeats = kLarge + 8;
  p.programs[5].ipus = {1};
  p.programs[5].onIoTiles = true;
  p.programs[0].controlCode = 4;
  p.programs[2].controlCode = kLarge + 17;
  p.entries = {0, 3};
}

void allot(ProfileMemory &memory) {
  memory.tiles.resize(4);
  for (std::size_t tile = 0; tile < 4; ++tile) {
    TileMemory &m = memory.tiles[tile];
    for (std::size_t i = 0; i < kNumMemoryCategories; ++i)
      m.bytes[i] = 1000 * (tile + 1) + i;
    m.alwaysLive = 15000 * (tile + 1);
    m.notAlwaysLive = 2000 * (tile + 1) + 136;
    m.gaps = kLarge + tile;
    if (tile != 3) m.fullestStep = static_cast<std::uint32_t>(tile % 2);
  }
  memory.lowered = {{"", 0, 1, 64, 40, MemoryCategory::Variable, true},
                    {"stack", kNone, 3, kLarge + 9, 512, MemoryCategory::Stack, false},
                    {"", 1, 3, 1024, 20, MemoryCategory::Rearrangement, false}};
  memory.liveness = {{1, 20, {0, 0, 0, 20}, {1}}, {2, kLarge + 10, {}, {0, 1}}};
  memory.outOfMemory = true;
}

void execute(Profile &p) {
  p.hasExecution = true;
  p.tileCycles = {{10, 10, 10, 12}, {kLarge + 11, 0, 0, 0}};
  p.ipuCycles = {{{7, kLarge + 19}}};
  p.steps = {{1, 5, 11, {1, 2, 3, 0, 0, 0}, kNone},
             {2, 11, 32, {12, 0, 0, 4, 5, 0}, 0},
             {2, 32, 38, {0, 0, 0, 0, 0, 6}, 1},
             {5, 38, kLarge + 12, {0, 0, 0, 0, 2, 0}, kNone, 0}};
  p.stepsDropped = 9;
  p.runs = {{"first",
             0,
             17,
             33,
             0,
             3,
             {{12, 2, 3, 4, 5, 7}, {11, 2, 3, 4, 6, 7}},
             {{0, 1, 2, 3, 4, 23}, {kLarge + 20, 0, 0, 0, 0, 0}}},
            {"", 1, kLarge + 13, 2, 3, 1, {}}};
  p.totals = {{1, 2, {1, 2, 3, 4, 5, 6}, 7, 8}, {2, 3, {11, 12, 13, 14, 15, 16}, 17, kLarge + 14}};
  p.blocks = {{4, 0, 1, 2, BlockInfo::Kind::Common},
              {4, 2, 3, kLarge + 15, BlockInfo::Kind::StreamCopy},
              {0, 2, 5, 6, BlockInfo::Kind::Overflow},
              {0, 2, 7, 8, BlockInfo::Kind::BlockFlush}};
  p.totalCycles = kLarge + 16;
}

} // namespace

Profile sampleProfile() {
  Profile p;
  p.versionMajor = 3;
  p.versionMinor = 4;
  p.versionPoint = 2;
  p.packageHash = "df2b00ba5a";
  p.cycleModel = "hardware";
  p.countedCycles = true;
  p.profiledReplica = 2;
  p.includesFlops = true;
  p.computeInstrumentation = "tile";
  p.externalExchangeInstrumentation = "off";
  compile(p);
  allot(p.memory);
  execute(p);
  return p;
}

} // namespace pva::internal
