// SPDX-License-Identifier: MIT
// Tile memory as programs see it: "out of memory -> graph_memory_allocation_error", whose
// profilePath tools hand to printGraphSummary; "debug.allowOutOfMemory: when true suppress it";
// getters of pva's tiles, always-live and by step.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/ProfileValue.hpp>
#include <poplar/exceptions.hpp>
#include <pva/pva.hpp>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class MemoryTest : public testing::Test {
 protected:
  MemoryTest() : device_(model()), graph_(device_.getTarget()) {}

  static Device model() {
    IPUModel model;
    model.tilesPerIPU = 8;
    return model.createDevice();
  }
  Tensor onTile(unsigned tile, std::size_t floats, const char *name) {
    Tensor t = graph_.addVariable(FLOAT, {floats}, name);
    graph_.setTileMapping(t, tile);
    return t;
  }
  Copy in(const Tensor &t, const std::string &name) {
    return Copy(graph_.addHostToDeviceFIFO("in " + name, FLOAT, t.numElements()), t, false, name);
  }
  Copy out(const Tensor &t, const std::string &name) {
    return Copy(t, graph_.addDeviceToHostFIFO("out " + name, FLOAT, t.numElements()), false, name);
  }
  /// 800 kB on tile 3.
  Sequence tooMuch() {
    Tensor t = onTile(3, 200000, "too large");
    return Sequence(in(t, "bring"), out(t, "take"));
  }
  /// Removed at the end of the test.
  std::string folder() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("memory_" + std::to_string(getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    return folder_.string();
  }
  ~MemoryTest() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  Device device_;
  Graph graph_;
  std::filesystem::path folder_;
};

TEST_F(MemoryTest, TheErrorNamesAProfileOfWhatDidNotFit) {
  const Sequence program = tooMuch();
  try {
    Engine engine(graph_, program,
                  {{"autoReport.all", "true"}, {"autoReport.directory", folder()}});
    FAIL() << "it fits";
  } catch (const graph_memory_allocation_error &error) {
    ASSERT_TRUE(std::filesystem::exists(error.profilePath)) << error.profilePath;
    const pva::Report report = pva::openReport(error.profilePath);
    const pva::TileMemory &tile = report.compilation().tiles()[3].memory();
    EXPECT_GT(tile.total().excludingGaps(), 638976u);
    EXPECT_EQ(tile.notAlwaysLiveBytes(), 800000u);
    std::vector<std::string> steps;
    for (const pva::LivenessProgramStep &step : report.compilation().livenessProgramSteps())
      steps.push_back(step.program() ? step.program()->name() : "");
    EXPECT_THAT(steps, ElementsAre("bring", "take"));
    std::ostringstream summary;
    printGraphSummary(summary, error.profilePath, {{"showVarStorage", "true"}});
    EXPECT_THAT(summary.str(), HasSubstr("Memory Usage:"));
    EXPECT_THAT(summary.str(), HasSubstr("too large"));
  }
}

TEST_F(MemoryTest, WithoutReportsTheErrorNamesNone) {
  const Sequence program = tooMuch();
  try {
    Engine engine(graph_, program);
    FAIL() << "it fits";
  } catch (const graph_memory_allocation_error &error) {
    EXPECT_EQ(error.profilePath, "");
    EXPECT_THAT(error.what(), HasSubstr("Out of memory on tile 3: "));
    EXPECT_THAT(error.what(), HasSubstr("bytes used but tiles only have 638976 bytes of memory"));
  }
}

TEST_F(MemoryTest, AnyIsAllowedOnRequest) {
  const Sequence program = tooMuch();
  Engine engine(graph_, program,
                {{"debug.allowOutOfMemory", "true"}, {"debug.instrument", "true"}});
  const pva::Report report = engine.getReport(false);
  const pva::TileMemory &tile = report.compilation().tiles()[3].memory();
  EXPECT_GT(tile.category().variable().overflowed().nonOverlapped(), 0u);
}

TEST_F(MemoryTest, VariablesThatNeverLiveTogetherShareMemory) {
  Sequence program;
  for (const char *name : {"first", "second", "third"}) {
    const Tensor t = onTile(2, 1000, name);
    program.add(in(t, name));
    program.add(out(t, name));
  }
  const Tensor kept = onTile(2, 10, "kept");
  graph_.createHostWrite("kept", kept);
  program.add(out(kept, "kept"));
  Engine engine(graph_, program, {{"debug.instrument", "true"}});
  const pva::Report report = engine.getReport(false);
  const pva::CompilationReport &compilation = report.compilation();
  const pva::TileMemory &tile = compilation.tiles()[2].memory();
  EXPECT_EQ(tile.notAlwaysLiveBytes(), 4000u);
  EXPECT_GE(tile.alwaysLiveBytes(), 40u);
  EXPECT_EQ(tile.total().excludingGaps(), tile.alwaysLiveBytes() + tile.notAlwaysLiveBytes());
  EXPECT_GE(tile.total().includingGaps(), tile.total().excludingGaps());

  std::vector<std::string> alive;
  for (const pva::LivenessProgramStep &step : compilation.livenessProgramSteps()) {
    std::string names;
    for (const auto &variable : step.notAlwaysLiveMemory().variables())
      names += variable.name() + " ";
    alive.push_back(names + std::to_string(step.notAlwaysLiveMemory().bytes()));
  }
  EXPECT_THAT(alive, ElementsAre("first 4000", "first 4000", "second 4000", "second 4000",
                                 "third 4000", "third 4000", "0"));
  std::vector<std::string> always;
  for (const auto &variable : compilation.alwaysLiveVariables())
    always.push_back(variable.name());
  EXPECT_THAT(always, ElementsAre("kept"));
}

TEST_F(MemoryTest, CategoriesAddUp) {
  const Tensor a = onTile(0, 100, "a"), b = onTile(1, 100, "b");
  Engine engine(graph_, Sequence(in(a, "a"), Copy(a, b), out(b, "b")),
                {{"debug.instrument", "true"}});
  const pva::Report report = engine.getReport(false);
  for (const pva::Tile &tile : report.compilation().tiles()) {
    const pva::MemoryByCategory &category = tile.memory().category();
    std::uint64_t sum = 0;
    for (const pva::MemoryRegions *regions :
         {&category.constant(), &category.controlCode(), &category.controlTable(),
          &category.copyDescriptor(), &category.globalExchangeCode(), &category.globalMessage(),
          &category.hostExchangeCode(), &category.hostMessage(), &category.instrumentationResults(),
          &category.internalExchangeCode(), &category.rearrangement(), &category.stack(),
          &category.variable(), &category.vectorListDescriptor(), &category.vertexCode(),
          &category.vertexFieldData(), &category.vertexInstanceState()})
      sum += regions->nonInterleaved().nonOverlapped() + regions->interleaved().nonOverlapped() +
             regions->overflowed().nonOverlapped();
    EXPECT_EQ(sum, tile.memory().total().excludingGaps());
    EXPECT_GT(category.controlCode().nonInterleaved().nonOverlapped(), 0u);
    EXPECT_EQ(category.stack().nonInterleaved().nonOverlapped(), 128u) << "no vertices";
  }
  const auto code = [&](std::size_t tile) {
    const pva::MemoryByCategory &category = report.compilation().tiles()[tile].memory().category();
    return category.internalExchangeCode().nonInterleaved().nonOverlapped();
  };
  EXPECT_EQ(code(0), 4u * (1 + 2)) << "100 words are two sends";
  EXPECT_EQ(code(1), 4u * (1 + 3)) << "one fragment comes in";
  EXPECT_EQ(code(2), 0u);
}

} // namespace
