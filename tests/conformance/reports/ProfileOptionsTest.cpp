// SPDX-License-Identifier: MIT
// Options that say what a profile holds: single replicas and IPUs, floating-point operations,
// estimates; and what it says of I/O tiles.
#include "ProfileGraphs.hpp"

#include <poplar/ProfileValue.hpp>
#include <pva/pva.hpp>

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace profile_test;

namespace {

/// Cycles of the compute step that two replicas spend on different amounts of work.
std::uint64_t cyclesOfSpin(const OptionFlags &options) {
  const Device device = model();
  Graph graph(device.getTarget(), replication_factor(2));
  addCodelets(graph);
  Tensor n = graph.addVariable(UNSIGNED_INT, {}, "n");
  graph.setTileMapping(n, 1);
  ComputeSet set = graph.addComputeSet("spin");
  VertexRef vertex = graph.addVertex(set, "Spin", {{"n", n}});
  graph.setTileMapping(vertex, 1);
  graph.createHostWrite("n", n);
  Engine engine(graph, Execute(set), options);
  engine.load(device);
  const unsigned amounts[] = {10, 1000};
  engine.writeTensor("n", amounts, amounts + 2);
  engine.run();
  std::ostringstream text;
  engine.printProfileSummary(text);
  const bool namesOne = text.str().find("Replica profiled:") != std::string::npos;
  bool asksForOne = false;
  for (const auto &[key, value] : options)
    asksForOne = asksForOne || key == "profiler.replicaToProfile";
  EXPECT_EQ(namesOne, asksForOne);
  const pva::Report report = engine.getReport();
  for (const pva::ExecutionStep &step : report.execution().steps())
    if (!step.computeSets().empty()) return step.computeSets()[0].cyclesByTile()[1];
  return 0;
}

#ifdef POPLAR_EMU_SANITIZE
#define COUNTED(name) DISABLED_##name // nothing is counted there
#else
#define COUNTED(name) name
#endif

// "profiler.replicaToProfile": the cycles are those of this replica.
TEST(ProfileOptions, COUNTED(OneReplicaIsProfiled)) {
  const auto of = [](const char *replica) {
    return cyclesOfSpin(
        {{"debug.instrumentCompute", "true"}, {"profiler.replicaToProfile", replica}});
  };
  const std::uint64_t first = of("0"), second = of("1");
  EXPECT_GT(first, 0u);
  EXPECT_GT(second, 10 * first);
  EXPECT_EQ(cyclesOfSpin({{"debug.instrumentCompute", "true"}}), second); // the slowest
  EXPECT_THROW(of("2"), invalid_option);
  EXPECT_THROW(of("-1"), invalid_option);
}

/// Tiles 1 and 3 of IPU 0 take 6 * 11 and 6 * 13 cycles, tile 5 of IPU 1 takes 6 * 15; five times.
Engine addsOnThreeTiles(const Device &device, const OptionFlags &options) {
  Graph graph(device.getTarget());
  addCodelets(graph);
  Tensor t = graph.addVariable(FLOAT, {8, 4}, "t");
  for (unsigned i = 0; i < 8; ++i)
    graph.setTileMapping(t[i], i);
  ComputeSet set = graph.addComputeSet("add");
  for (const unsigned tile : {1, 3, 5}) {
    VertexRef vertex = graph.addVertex(set, "Add<2>", {{"in", t[tile]}, {"out", t[tile - 1]}});
    graph.setTileMapping(vertex, tile - 1);
    graph.setPerfEstimate(vertex, 10 + tile, 8);
  }
  Engine engine(graph, Sequence({WriteUndef(t), Repeat(5, Execute(set))}), options);
  engine.load(device);
  engine.run();
  return engine;
}

// "debug.computeInstrumentationLevel": with `ipu`, cycles of each IPU and of no tile.
TEST(ProfileOptions, CyclesOfSingleIpus) {
  const Device device = model();
  Engine engine = addsOnThreeTiles(
      device, {{"debug.instrumentCompute", "true"}, {"debug.computeInstrumentationLevel", "ipu"}});
  const pva::Report report = engine.getReport();
  EXPECT_EQ(report.instrumentationSettings().compute(),
            pva::InstrumentationSettings::ComputeInstrumentationLevel::Ipu);
  int found = 0;
  for (const pva::ExecutionStep &step : report.execution().steps()) {
    if (step.program()->type() != pva::Program::Type::OnTileExecute) continue;
    ++found;
    EXPECT_EQ(step.ipus()[1].cycles() - step.ipus()[0].cycles(), 6 * (15u - 13u));
    EXPECT_TRUE(step.computeSets()[0].cyclesByTile().empty());
  }
  EXPECT_EQ(found, 5);
  const ProfileValue &steps = engine.getExecutionProfile()["simulation"]["steps"];
  found = 0;
  for (const ProfileValue &step : steps.asVector())
    if (const ProfileValue *ipus = step.getOrNull("cyclesByIPU")) {
      ++found;
      EXPECT_EQ((*ipus)[0].asUint(), 6 * 13u);
      EXPECT_EQ((*ipus)[1].asUint(), 6 * 15u);
    }
  EXPECT_EQ(found, 5);
  std::ostringstream text, again;
  engine.printProfileSummary(text, {{"showExecutionSteps", "true"}});
  EXPECT_THAT(text.str(), testing::HasSubstr("active tiles 3 / 8, by IPU 78 / 90"));
  printProfileSummary(again, engine.getGraphProfile(), engine.getExecutionProfile(),
                      {{"showExecutionSteps", "true"}});
  EXPECT_EQ(again.str(), text.str());
}

// "profiler.includeFlopEstimates": floating-point operations that estimates name.
TEST(ProfileOptions, FlopsAreThereWhenAskedFor) {
  const Device device = model();
  const auto summaryOf = [](Engine &engine) {
    std::ostringstream out;
    engine.printProfileSummary(out);
    return out.str();
  };
  Engine plain = addsOnThreeTiles(device, {});
  EXPECT_THAT(summaryOf(plain), testing::Not(testing::HasSubstr("FLOP")));
  Engine engine = addsOnThreeTiles(device, {{"profiler.includeFlopEstimates", "true"}});
  const std::string text = summaryOf(engine);
  EXPECT_THAT(text, testing::ContainsRegex("Estimated FLOPs: +120 \\("));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "Estimated FLOPs by vertex type:\n +Add<2> \\(3 instances\\): +120\n"));
  EXPECT_EQ(engine.getGraphProfile()["computeSets"]["codeletFlops"][0][0].asUint(), 3 * 8u);
  EXPECT_EQ(engine.getExecutionProfile()["simulation"]["flopsByVertexType"]["Add<2>"].asUint(),
            5 * 3 * 8u);
  std::ostringstream again;
  printProfileSummary(again, engine.getGraphProfile(), engine.getExecutionProfile());
  EXPECT_EQ(again.str(), text);
}

// "profiler.includeCycleEstimates"
TEST(ProfileOptions, EstimatesMayBeLeftOut) {
  const Device device = model();
  const auto cyclesOf = [&](const OptionFlags &options) {
    Engine engine = addsOnThreeTiles(device, options);
    const ProfileValue &sets = engine.getGraphProfile()["computeSets"];
    EXPECT_EQ(sets["estimatedCyclesByTile"][0].size(),
              sets["codeletCycles"][0][0].asUint() ? 8 : 0);
    EXPECT_EQ(engine.getExecutionProfile()["computeSetCycles"][0].asUint(), 5 * 6 * 15u);
    return sets["codeletCycles"][0][0].asUint();
  };
  EXPECT_EQ(cyclesOf({}), 11 + 13 + 15u);
  EXPECT_EQ(cyclesOf({{"profiler.includeCycleEstimates", "true"}}), 11 + 13 + 15u);
  EXPECT_EQ(cyclesOf({{"profiler.includeCycleEstimates", "false"}}), 0u);
}

// "target.saveArchive": a path.
TEST(ProfileOptions, TheArchiveGoesWhereItIsWanted) {
  const std::string path =
      testing::TempDir() + "/detail_archive_" + std::to_string(getpid()) + ".a";
  addsOnThreeTiles(model(), {{"target.saveArchive", path}});
  std::ifstream file(path, std::ios::binary);
  std::string mark(8, '\0');
  file.read(mark.data(), 8);
  EXPECT_EQ(mark, "!<arch>\n");
  std::filesystem::remove(path);
}

// What lives when is found when a graph is compiled for reports.
TEST(ProfileOptions, SummariesTellThatLivenessWasNotKept) {
  const Device device = model();
  const auto summaryWith = [&](const OptionFlags &options) {
    Engine engine = addsOnThreeTiles(device, options);
    std::ostringstream out;
    engine.printProfileSummary(out, {{"showVarStorage", "true"}});
    return out.str();
  };
  EXPECT_THAT(summaryWith({}), testing::HasSubstr("Which of them live when was not kept"));
  EXPECT_THAT(summaryWith({{"debug.instrument", "true"}}),
              testing::Not(testing::HasSubstr("was not kept")));
}

/// Twice: brings `in` to tile 7, which does nothing else, and computes on tile 0 meanwhile.
Engine overlaps(const Device &device, unsigned computeCycles, const OptionFlags &options) {
  Graph graph(device.getTarget());
  addCodelets(graph);
  Tensor in = graph.addVariable(FLOAT, {1000}, "in"), t = graph.addVariable(FLOAT, {1000}, "t");
  graph.setTileMapping(in, 3);
  graph.setTileMapping(t, 0);
  DataStream feed = graph.addHostToDeviceFIFO("feed", FLOAT, 1000);
  ComputeSet set = graph.addComputeSet("compute");
  VertexRef vertex = graph.addVertex(set, "Add<1>", {{"in", t}, {"out", t}});
  graph.setTileMapping(vertex, 0);
  graph.setPerfEstimate(vertex, computeCycles);
  Engine engine(graph,
                Sequence({WriteUndef(t), Repeat(2, Sequence({Copy(feed, in), Execute(set)}))}),
                options);
  std::vector<float> host(1000);
  engine.connectStream("feed", host.data());
  engine.load(device);
  engine.run();
  return engine;
}

std::uint64_t sumOf(const ProfileValue &parts) {
  std::uint64_t sum = 0;
  for (const char *part :
       {"compute", "doExchange", "globalExchange", "streamCopy", "sync", "control"})
    sum += parts[part].asUint();
  return sum;
}

// Transfers of I/O tiles are host's cycles where others wait for them, and overlap otherwise.
TEST(ProfileOptions, TransfersOfIoTilesOverlap) {
  IPUModel machine;
  machine.tilesPerIPU = 4;
  const Device device = machine.createDevice();
  const auto hostOf = [&](unsigned computeCycles, const char *overlapped) {
    Engine engine = overlaps(device, computeCycles, {});
    std::ostringstream text, again;
    engine.printProfileSummary(text, {{"showExecutionSteps", "true"}});
    EXPECT_THAT(text.str(),
                testing::ContainsRegex("Host exchange cycles of I/O tiles: +[0-9,]+ \\(" +
                                       std::string(overlapped)));
    EXPECT_THAT(text.str(), testing::HasSubstr("StreamCopyMid 'feed' on I/O tiles"));
    printProfileSummary(again, engine.getGraphProfile(), engine.getExecutionProfile(),
                        {{"showExecutionSteps", "true"}});
    EXPECT_EQ(again.str(), text.str());
    EXPECT_EQ(engine.getGraphProfile()["target"]["ioTiles"][0].asUint(), 3u);
    const ProfileValue &execution = engine.getExecutionProfile();
    const ProfileValue &run = execution["runs"][0], &simulation = execution["simulation"];
    EXPECT_EQ(sumOf(run["cyclesByIPU"][0]), run["cycles"].asUint());
    EXPECT_EQ(sumOf(run["ioCyclesByIPU"][0]), run["cycles"].asUint());
    EXPECT_GT(run["ioCyclesByIPU"][0]["streamCopy"].asUint(), 0u);
    double average = 0;
    for (const char *part : {"compute", "doExchange", "globalExchange", "streamCopy", "sync"})
      average += simulation["tileCycles"][part].asDouble();
    EXPECT_NEAR(average, static_cast<double>(simulation["cycles"].asUint()), 0.01);
    return run["cyclesByIPU"][0]["streamCopy"].asUint();
  };
  EXPECT_EQ(hostOf(100'000, "100.0%"), 0u); // all of it behind the vertex
  EXPECT_GT(hostOf(1, "0.0%"), 0u);
}

} // namespace
