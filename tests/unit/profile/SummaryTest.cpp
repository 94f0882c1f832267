// SPDX-License-Identifier: MIT
// Summaries, whether printed from data, from values, or from values that went through nothing.
#include "profile/print/Intervals.hpp"
#include "profile/print/SummaryPrinter.hpp"
#include "profile/values/ProfileValues.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::profile {
namespace {

using namespace pva::internal;
using testing::HasSubstr;
using testing::Not;

/// Two IPUs of two tiles; one compute set behind an exchange, run once.
Profile sample() {
  Profile profile;
  profile.cycleModel = "hardware";
  profile.countedCycles = true;
  profile.target = {"IPU_MODEL", "ipu2", 2, 1, 2, 6, 1 << 20, 0, 1e9, 126, {}};
  profile.numVertices = 1200;
  profile.numEdges = 3;
  profile.vertexTypes = {{"Add", 16, 100}};
  profile.variables = {{"a", "float", 10, 40, true}, {"b", "half", 10, 20, false}};
  profile.computeSets = {{"add", {{0, 1200, {}, 64}}, 3, {10, 20, 30, 0}}};
  profile.exchanges.resize(1);
  profile.exchanges[0].totalBytes = 4096;
  profile.exchanges[0].interIpuBytes = 8;
  profile.programs.resize(4);
  profile.programs[0].type = ProgramType::Sequence;
  profile.programs[0].children = {1, 2, 3};
  profile.programs[1].type = ProgramType::Sync;
  profile.programs[2].type = ProgramType::DoExchange;
  profile.programs[2].name = "add";
  profile.programs[2].exchange = 0;
  profile.programs[3].type = ProgramType::OnTileExecute;
  profile.programs[3].name = "add";
  profile.programs[3].computeSet = 0;
  profile.programs[3].site = "a.cpp:7";
  profile.entries = {0};
  profile.memory.tiles.resize(4);
  profile.memory.tiles[2].bytes[0] = 5000;
  profile.memory.tiles[2].alwaysLive = 4000;
  profile.memory.tiles[2].notAlwaysLive = 1000;
  profile.memory.tiles[2].gaps = 24;
  profile.memory.liveness = {{2, 20, {}, {1}}, {3, 0, {}, {}}};
  profile.hasExecution = true;
  profile.runs = {{"warm up", 0, 7, 150, 0, 3, {{30, 20, 0, 0, 100, 0}, {0, 20, 0, 0, 130, 0}}}};
  profile.steps = {{1, 100, 200, {0, 0, 0, 0, 100, 0}, kNone},
                   {2, 200, 220, {0, 20, 0, 0, 0, 0}, kNone},
                   {3, 220, 250, {30, 0, 0, 0, 0, 0}, kNone}};
  profile.totals = {{1, 1, {0, 0, 0, 0, 100, 0}, 0, 0},
                    {2, 1, {0, 20, 0, 0, 0, 0}, 0, 0},
                    {3, 1, {30, 0, 0, 0, 0, 0}, 44, 60}};
  profile.totalCycles = 150;
  return profile;
}

SummaryOptions everything() {
  SummaryOptions options;
  options.showExecutionSteps = options.showVarStorage = options.showOptimizations =
      options.showPerIpuMemoryUsage = true;
  return options;
}

std::string summary(const Profile &profile, const SummaryOptions &options = everything()) {
  std::ostringstream out;
  printSummary(out, profile, options);
  return out.str();
}

TEST(Summary, ValuesPrintAsTheDataDoes) {
  const Profile profile = sample();
  Profile back = profileOf(graphValue(profile));
  addExecution(executionValue(profile), back);
  EXPECT_EQ(summary(back), summary(profile));
}

TEST(Summary, EveryOptionAddsItsSection) {
  const Profile profile = sample();
  const std::string plain = summary(profile, {});
  const auto with = [&](bool SummaryOptions::*option) {
    SummaryOptions options;
    options.*option = true;
    return summary(profile, options);
  };
  for (const auto &[option, text] :
       {std::pair{&SummaryOptions::showExecutionSteps, "Execution steps:"},
        std::pair{&SummaryOptions::showVarStorage, "Variable Storage Liveness"},
        std::pair{&SummaryOptions::showOptimizations, "Optimizations:"},
        std::pair{&SummaryOptions::showPerIpuMemoryUsage, "Total for IPU 1:"},
        std::pair{&SummaryOptions::colours, "\x1b[1mTarget:\x1b[0m"}}) {
    EXPECT_THAT(with(option), HasSubstr(text));
    EXPECT_THAT(plain, Not(HasSubstr(text)));
  }
}

TEST(Summary, LinesOfCycles) {
  const std::string text = summary(sample());
  // Averages over 4 tiles: 60 cycles with idle threads, 44 without; the rest of 150 is waiting.
  for (const char *line :
       {"Total cycles:                                         150 (approx 0.2 microseconds)",
        "(including idle threads): 15.0 (10.0% of total)",
        "(excluding idle threads): 11.0 (7.3% of total)",
        "Tile average IPU exchange cycles:                     20.0 (13.3% of total)",
        "Tile average sync cycles:                             115.0 (76.7% of total)",
        "hardware, vertices counted", "Add (1,200 instances):",
        "OnTileExecute 'add': 30 cycles, active tiles 3 / 4, all tile balance 50.0%",
        "DoExchange 'add': 20 cycles, 4,088 B moved"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(Summary, OnAMachineItSaysWhatToEnable) {
  Profile profile = sample();
  profile.target.type = "IPU";
  profile.computeInstrumentation = "tile";
  profile.externalExchangeInstrumentation = "off";
  EXPECT_THAT(summary(profile),
              HasSubstr("host exchange cycles:                    you must enable "
                        "debug.instrumentExternalExchange"));
  EXPECT_THAT(summary(profile), Not(HasSubstr("debug.instrumentCompute")));
  profile.hasExecution = false;
  profile.computeInstrumentation = "off";
  EXPECT_THAT(summary(profile), HasSubstr("you must enable debug.instrumentCompute"));
  EXPECT_THAT(summary(profile), Not(HasSubstr("Total cycles")));
}

TEST(Summary, OfAnEmptyProfile) {
  EXPECT_THAT(summary(Profile()), HasSubstr("Memory Usage:"));
  EXPECT_THAT(summary(profileOf(poplar::ProfileValue(poplar::ProfileValue::Map()))),
              HasSubstr("Number of vertices:"));
}

TEST(ProfileValues, DocumentedKeys) {
  const poplar::ProfileValue graph = graphValue(sample());
  EXPECT_EQ(graph["target"]["bytesPerIPU"].asUint(), 2u << 20);
  EXPECT_EQ(graph["graphInfo"]["numEdges"].asUint(), 3u);
  EXPECT_EQ(graph["vertexTypes"]["names"][0].asString(), "Add");
  EXPECT_EQ(graph["computeSets"]["vertexCounts"].sum2DUint(), 1200u);
  EXPECT_EQ(graph["exchanges"]["bytesReceivedByTile"][0].size(), 0u); // not kept
  EXPECT_EQ(graph["programs"][0]["children"].toUintVector(), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(graph["programs"][3]["computeSet"].asUint(), 0u);
  EXPECT_EQ(graph["memory"]["byTile"]["totalIncludingGaps"].sumUint(), 5024u);
  EXPECT_EQ(graph["memory"]["byTile"]["variable"].sumUint(), 5000u);
  const poplar::ProfileValue execution = executionValue(sample());
  EXPECT_EQ(execution["profilerMode"].asString(), "IPU_MODEL");
  EXPECT_EQ(execution["programTrace"].toUintVector(), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(execution["simulation"]["cycles"].asUint(), 150u);
  EXPECT_EQ(execution["simulation"]["steps"][2]["type"].asString(), "OnTileExecute");
  const poplar::ProfileValue &tile = execution["simulation"]["tileCycles"];
  EXPECT_DOUBLE_EQ(tile["compute"].asDouble() + tile["doExchange"].asDouble() +
                       tile["globalExchange"].asDouble() + tile["streamCopy"].asDouble() +
                       tile["sync"].asDouble(),
                   150);
}

TEST(ProfileValues, ModesByInstrumentation) {
  Profile profile = sample();
  profile.target.type = "IPU";
  const auto mode = [&] { return executionValue(profile)["profilerMode"].asString(); };
  profile.computeInstrumentation = "vertex";
  EXPECT_EQ(mode(), "VERTICES");
  profile.computeInstrumentation = "tile";
  EXPECT_EQ(mode(), "COMPUTE_SETS");
  profile.computeInstrumentation = "device";
  EXPECT_EQ(mode(), "SINGLE_TILE_COMPUTE_SETS");
  profile.computeInstrumentation = "off";
  profile.externalExchangeInstrumentation = "tile";
  EXPECT_EQ(mode(), "EXTERNAL_EXCHANGES");
  profile.hasExecution = false;
  EXPECT_EQ(mode(), "NONE");
}

TEST(ProfileValues, AWrongKindIsAnError) {
  poplar::ProfileValue graph = graphValue(sample());
  graph.asMap()["target"].asMap()["numIPUs"] = "two";
  EXPECT_THROW(profileOf(graph), poplar::poplar_error);
}

TEST(Intervals, TilesComputeUntilTheyAreIdle) {
  std::ostringstream out;
  printIntervals(out, sample());
  EXPECT_EQ(out.str(), "begin,end,compute,exchange,sync,bytes\n"
                       "100,200,0,0,4,0\n"
                       "200,220,0,4,0,4088\n"
                       "220,230,3,0,1,0\n"
                       "230,240,2,0,2,0\n"
                       "240,250,1,0,3,0\n");
}

} // namespace
} // namespace poplar_emu::profile
