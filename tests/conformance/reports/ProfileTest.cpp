// SPDX-License-Identifier: MIT
// Profiles as Poplar documents them: what each option records and writes, and who asks for what.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/ProfileValue.hpp>
#include <pva/pva.hpp>

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace poplar;
using namespace poplar::program;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

namespace {

class ProfileTest : public testing::Test {
 protected:
  ~ProfileTest() override { fs::remove_all(folder); }

  static Device model() {
    IPUModel machine;
    machine.tilesPerIPU = 4;
    return machine.createDevice();
  }
  static Device ipu() {
    for (Device &device : DeviceManager().getDevices(TargetType::IPU, 1))
      if (device.attach()) return std::move(device);
    throw std::runtime_error("no IPU is free");
  }

  /// Five times: two vertices of 30 cycles each on tiles 0 and 1, behind an exchange.
  Engine engineFor(const Device &device, OptionFlags options = {}) {
    Graph graph(device.getTarget());
    std::stringstream source("#include <poplar/Vertex.hpp>\n"
                             "using namespace poplar;\n"
                             "class Twice : public Vertex { public: Input<float> in;\n"
                             "  Output<float> out; void compute() { *out = 2 * *in; } };\n");
    graph.addCodelets(source);
    Tensor in = graph.addVariable(FLOAT, {2}, "in"), out = graph.addVariable(FLOAT, {2}, "out");
    ComputeSet twice = graph.addComputeSet("twice");
    for (unsigned i = 0; i < 2; ++i) {
      graph.setTileMapping(in[i], i);
      graph.setTileMapping(out[i], 1 - i);
      VertexRef vertex = graph.addVertex(twice, "Twice", {{"in", in[i]}, {"out", out[i]}});
      graph.setTileMapping(vertex, 1 - i);
      graph.setPerfEstimate(vertex, 30);
    }
    DataStream feed = graph.addHostToDeviceFIFO("feed", FLOAT, 2);
    Engine engine(graph, {Sequence({Copy(feed, in), Repeat(5, Execute(twice))}), Sequence()},
                  options);
    engine.connectStream("feed", host, host + 2);
    return engine;
  }
  Engine ran(const Device &device, const OptionFlags &options = {}) {
    Engine engine = engineFor(device, options);
    engine.load(device);
    engine.run(0);
    return engine;
  }
  static std::string summary(Engine &engine, const OptionFlags &options = {}) {
    std::ostringstream out;
    engine.printProfileSummary(out, options);
    return out.str();
  }
  OptionFlags reporting(OptionFlags options) const {
    options.set("autoReport.directory", folder.string());
    return options;
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    if (fs::exists(folder))
      for (const auto &entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  float host[2] = {1, 2};
  const fs::path folder =
      fs::path(testing::TempDir()) / ("profile_test_" + std::to_string(getpid()));
};

// "printProfileSummary": on a model no option is needed.
TEST_F(ProfileTest, AModelNeedsNoOption) {
  Engine engine = ran(model());
  const std::string text = summary(engine, {{"showExecutionSteps", "true"}});
  EXPECT_THAT(text, HasSubstr("Twice (2 instances):"));
  EXPECT_THAT(text, HasSubstr("OnTileExecute 'twice': 180 cycles, active tiles 2 / 4"));
  EXPECT_THAT(text, HasSubstr("StreamCopyMid 'feed'"));
  const ProfileValue &execution = engine.getExecutionProfile();
  EXPECT_EQ(execution["profilerMode"].asString(), "IPU_MODEL");
  // Each of five supersteps: 180 cycles with idle threads on two of four tiles, 30 without.
  EXPECT_EQ(execution["simulation"]["activeCyclesByVertexType"]["Twice"].asUint(), 5 * 2 * 30u);
  EXPECT_DOUBLE_EQ(execution["simulation"]["tileCycles"]["activeCompute"].asDouble(),
                   5 * 2 * 30 / 4.0);
  EXPECT_EQ(execution["computeSetCycles"][0].asUint(), 5 * 180u);
}

TEST_F(ProfileTest, AlwaysLiveVariablesNeedNoOption) {
  const Device device = model();
  Graph graph(device.getTarget());
  Tensor kept = graph.addVariable(FLOAT, {20}, "kept"),
         other = graph.addVariable(FLOAT, {5}, "other");
  graph.setTileMapping(kept, 0);
  graph.setTileMapping(other, 1);
  graph.createHostRead("kept", kept);
  DataStream feed = graph.addHostToDeviceFIFO("feed", FLOAT, 5);
  Engine engine(graph, Copy(feed, other));
  const std::string text = summary(engine, {{"showVarStorage", "true"}});
  EXPECT_THAT(text, testing::ContainsRegex("Always-live bytes of variables: +80 B\n"));
  EXPECT_THAT(text,
              testing::ContainsRegex("Always-live variables:\n +kept \\(20 x float\\): +80 B\n"
                                     " +Other variables:\n +other \\(5 x float\\): +20 B\n"));
}

TEST_F(ProfileTest, OnAnIpuSomethingMustBeInstrumented) {
  const Device device = ipu();
  Engine plain = ran(device);
  EXPECT_THAT(summary(plain), HasSubstr("must enable debug.instrumentCompute"));
  EXPECT_THAT(summary(plain), HasSubstr("must enable debug.instrumentExternalExchange"));
  EXPECT_THROW(plain.getReport(), profiling_disabled);
  EXPECT_THROW(plain.getExecutionProfile(), profiling_disabled);
  EXPECT_EQ(plain.getReport(false).compilation().graph().numVertices(), 2u);
  EXPECT_EQ(plain.getGraphProfile()["graphInfo"]["numVertices"].asUint(), 2u);

  Engine compute = ran(device, {{"debug.instrumentCompute", "true"}});
  EXPECT_THAT(summary(compute), Not(HasSubstr("must enable debug.instrumentCompute")));
  EXPECT_THAT(summary(compute), HasSubstr("must enable debug.instrumentExternalExchange"));
  Engine external = ran(device, {{"debug.instrumentExternalExchange", "true"}});
  EXPECT_THAT(summary(external), HasSubstr("must enable debug.instrumentCompute"));
  EXPECT_EQ(external.getExecutionProfile()["profilerMode"].asString(), "EXTERNAL_EXCHANGES");
  Engine all = ran(device, {{"debug.instrument", "true"}});
  EXPECT_THAT(summary(all), Not(HasSubstr("must enable")));
}

TEST_F(ProfileTest, LevelsOfComputeInstrumentation) {
  const Device device = model();
  const auto with = [&](const char *level) {
    Engine engine = ran(device, {{"debug.instrumentCompute", "true"},
                                 {"debug.computeInstrumentationLevel", level}});
    return std::pair<pva::Report, std::size_t>(
        engine.getReport(),
        engine.getExecutionProfile()["simulation"]["activeCyclesByTile"].size());
  };
  using Level = pva::InstrumentationSettings::ComputeInstrumentationLevel;
  EXPECT_EQ(with("device").first.instrumentationSettings().compute(), Level::Device);
  EXPECT_EQ(with("vertex").first.instrumentationSettings().compute(), Level::Vertex);
  // Cycles of single tiles are kept from the level of tiles on.
  EXPECT_EQ(with("device").second, 0u);
  EXPECT_EQ(with("ipu").second, 0u);
  EXPECT_EQ(with("tile").second, 1u);
  EXPECT_EQ(with("vertex").second, 1u);
}

TEST_F(ProfileTest, ProfilingPausesAndStartsAnew) {
  const Device device = model();
  Engine engine = engineFor(device);
  engine.load(device);
  EXPECT_EQ(engine.getReport().execution().runs().size(), 0u); // nothing has run: not an error
  EXPECT_THROW(engine.getExecutionProfile(), missing_profile_data);
  engine.disableExecutionProfiling();
  engine.run(0);
  EXPECT_THROW(engine.getReport(), profiling_disabled);
  engine.enableExecutionProfiling();
  engine.run(0, "second");
  engine.run(1, "third");
  EXPECT_THAT(summary(engine), HasSubstr("Programs executed: 2 (second, third)"));
  engine.resetExecutionProfile();
  EXPECT_THROW(engine.getExecutionProfile(), missing_profile_data);
  engine.run(1);
  EXPECT_EQ(engine.getExecutionProfile()["runs"].size(), 1u);
}

TEST_F(ProfileTest, StepsOfTheFirstRunsOfEachProgram) {
  const Device device = model();
  const auto stepsWith = [&](const OptionFlags &options) {
    Engine engine = engineFor(device, options);
    engine.load(device);
    for (unsigned i = 0; i < 4; ++i)
      engine.run(0);
    const ProfileValue &execution = engine.getExecutionProfile();
    EXPECT_EQ(execution["runs"].size(), 4u);
    EXPECT_EQ(execution["simulation"]["activeCyclesByVertexType"]["Twice"].asUint(),
              4 * 5 * 2 * 30u); // totals are of all runs
    return execution["programTrace"].size();
  };
  const std::size_t two = stepsWith({});
  EXPECT_EQ(stepsWith({{"autoReport.executionProfileProgramRunCount", "1"}}) * 2, two);
  EXPECT_EQ(stepsWith({{"autoReport.executionProfileProgramRunCount", "4"}}), two * 2);
  EXPECT_EQ(stepsWith({{"autoReport.executionProfileProgramRunCount", "0"}}), 0u);
}

TEST_F(ProfileTest, TheCpuHasNoProfile) {
  const Device device = Device::createCPUDevice();
  Graph graph(device.getTarget());
  Engine engine(graph, Sequence());
  std::ostringstream out;
  EXPECT_THROW(engine.printProfileSummary(out), profiling_disabled);
  EXPECT_THROW(engine.getReport(), profiling_disabled);
  EXPECT_THROW(engine.getGraphProfile(), profiling_disabled);
  EXPECT_THROW(engine.getProfile(), profiling_disabled);
  EXPECT_THROW(engine.reportIntervals(out), profiling_disabled);
}

// "autoReport.all": turns on all files.
TEST_F(ProfileTest, AllFiles) {
  {
    Engine engine = ran(ipu(), reporting({{"autoReport.all", "true"}}));
  }
  EXPECT_THAT(files(), testing::IsSupersetOf(
                           {"archive.a", "debug.cbor", "profile.pop", "serialized_graph.json"}));
  const pva::Report report = pva::openReport((folder / "profile.pop").string());
  EXPECT_EQ(report.execution().runs().size(), 1u);
  EXPECT_GT(report.execution().steps().size(), 0u);
  std::ifstream archive(folder / "archive.a", std::ios::binary);
  std::string mark(8, '\0');
  archive.read(mark.data(), 8);
  EXPECT_EQ(mark, "!<arch>\n");
}

TEST_F(ProfileTest, SingleFiles) {
  const Device device = ipu();
  const auto filesWith = [&](const OptionFlags &options) {
    fs::remove_all(folder);
    {
      Engine engine = ran(device, reporting(options));
    }
    return files();
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(filesWith({}), Names());
  EXPECT_EQ(filesWith({{"autoReport.outputArchive", "true"}}), Names{"archive.a"});
  EXPECT_EQ(filesWith({{"autoReport.outputSerializedGraph", "true"}}),
            Names{"serialized_graph.json"});
  EXPECT_EQ(filesWith({{"autoReport.outputGraphProfile", "true"}}), Names{"profile.pop"});
  const auto open = [&] { return pva::openReport((folder / "profile.pop").string()); };
  EXPECT_EQ(open().execution().runs().size(), 0u);
  EXPECT_GT(open().compilation().tiles()[0].memory().total().excludingGaps(), 0u);
  filesWith({{"autoReport.outputExecutionProfile", "true"}});
  EXPECT_EQ(open().execution().runs().size(), 1u);
  EXPECT_EQ(open().compilation().tiles().size(), 0u); // that is the graph's profile
  filesWith({{"autoReport.outputGraphProfile", "true"}, {"autoReport.outputLoweredVars", "true"}});
  const auto lowered = fs::file_size(folder / "profile.pop");
  filesWith({{"autoReport.outputGraphProfile", "true"}});
  EXPECT_LT(fs::file_size(folder / "profile.pop"), lowered);
  // Of the fullest tile, places are kept all the same.
  const pva::Report report = open();
  ASSERT_EQ(report.compilation().tilesWithLivenessInfo().size(), 1u);
  const std::uint64_t tile = report.compilation().tilesWithLivenessInfo()[0];
  std::set<std::string> placed;
  for (const auto &step : report.compilation().livenessProgramSteps())
    for (const auto &variable : step.notAlwaysLiveMemoryForTile(tile).variables())
      placed.insert(variable.name());
  EXPECT_EQ(placed, (std::set<std::string>{"in", "out"}));
}

TEST_F(ProfileTest, TheFileIsThereAfterEachRun) {
  const Device device = model();
  {
    Engine engine = engineFor(device, reporting({{"autoReport.outputExecutionProfile", "true"}}));
    engine.load(device);
    EXPECT_TRUE(files().empty());
    engine.run(0);
    const auto runs = [&] {
      return pva::openReport((folder / "profile.pop").string()).execution().runs().size();
    };
    EXPECT_EQ(runs(), 1u);
    engine.run(0);
    EXPECT_EQ(runs(), 2u);
  }
  fs::remove_all(folder);
  Engine engine = engineFor(device, reporting({{"autoReport.outputExecutionProfile", "true"},
                                               {"autoReport.streamAtEachRun", "false"}}));
  engine.load(device);
  engine.run(0);
  EXPECT_TRUE(files().empty());
}

// "graph_memory_allocation_error::profilePath": the profile of what did not fit.
TEST_F(ProfileTest, AGraphThatDoesNotFitLeavesAProfile) {
  const Device device = model();
  Graph graph(device.getTarget());
  Tensor large = graph.addVariable(FLOAT, {1000000}, "large");
  graph.setTileMapping(large, 3);
  graph.addComputeSet("unused");
  try {
    Engine engine(graph, WriteUndef(large), reporting({{"autoReport.outputGraphProfile", "true"}}));
    FAIL() << "it fits";
  } catch (const graph_memory_allocation_error &error) {
    ASSERT_EQ(error.profilePath, (folder / "profile.pop").string());
    std::ostringstream out;
    printGraphSummary(out, error.profilePath, {{"showVarStorage", "true"}});
    EXPECT_THAT(out.str(), HasSubstr("OUT OF MEMORY"));
    EXPECT_THAT(out.str(), HasSubstr("on tile 3"));
    EXPECT_EQ(pva::openReport(error.profilePath).compilation().graph().numComputeSets(), 1u);
  }
  try {
    Engine engine(graph, WriteUndef(large));
  } catch (const graph_memory_allocation_error &error) {
    EXPECT_EQ(error.profilePath, "");
  }
}

TEST_F(ProfileTest, SummariesOfValuesAndFilesAreThoseOfEngines) {
  const OptionFlags options = {{"showExecutionSteps", "true"}, {"showPerIpuMemoryUsage", "true"}};
  std::string expected;
  std::ostringstream fromValues, fromFile, parts;
  {
    Engine engine = ran(model(), reporting({{"autoReport.all", "true"}}));
    expected = summary(engine, options);
    printProfileSummary(fromValues, engine.getGraphProfile(), engine.getExecutionProfile(),
                        options);
    printGraphSummary(parts, engine.getGraphProfile(), options);
    printExecutionSummary(parts, engine.getGraphProfile(), engine.getExecutionProfile(), options);
  }
  printProfileSummary(fromFile, (folder / "profile.pop").string(), options);
  EXPECT_EQ(fromValues.str(), expected);
  EXPECT_EQ(fromFile.str(), expected);
  EXPECT_EQ(parts.str(), expected);
  EXPECT_THROW(printProfileSummary(fromFile, (folder / "nothing").string()), missing_profile_data);
  EXPECT_THROW(printGraphSummary(fromFile, (folder / "profile.pop").string(), {{"nosuch", "true"}}),
               invalid_option);
}

TEST_F(ProfileTest, ValuesThatDoNotFitTogetherAreRefused) {
  Engine engine = ran(model());
  ProfileValue graph = engine.getGraphProfile();
  graph.asMap()["programs"] = ProfileValue::Vector();
  std::ostringstream out;
  EXPECT_THROW(printProfileSummary(out, graph, engine.getExecutionProfile()), missing_profile_data);
}

TEST_F(ProfileTest, ReportsOfEnginesThatWereNeverLoaded) {
  Engine engine = engineFor(model(), {{"autoReport.outputGraphProfile", "false"}});
  EXPECT_GT(engine.getReport().compilation().tiles()[1].memory().total().excludingGaps(), 0u);
  EXPECT_EQ(engine.getReport(false).compilation().computeSets()[0].name(), "twice");
}

// A run that ends with an error is recorded as far as it came.
TEST_F(ProfileTest, FailedRunsCount) {
  const Device device = model();
  Graph graph(device.getTarget());
  Engine engine(graph, Sequence({Repeat(3, Sequence()), Abort()}));
  engine.load(device);
  EXPECT_THROW(engine.run(0, "failed"), application_runtime_error);
  EXPECT_THAT(summary(engine), HasSubstr("Programs executed: 1 (failed)"));
}

} // namespace
