// SPDX-License-Identifier: MIT
// Reports survive the way through a file, and files that are none are refused.
#include "pva/ReportData.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace {

pva::internal::ReportData someReport() {
  pva::internal::ReportData data;
  data.versionMajor = 3;
  data.versionMinor = 4;
  data.packageHash = "df2b00ba5a";
  data.numIpus = 2;
  data.tilesPerIpu = 1472;
  data.bytesPerIpu = 1472ull * 638976;
  data.numReplicas = 2;
  data.numVariables = 5;
  data.numEdges = 1ull << 33;
  data.numVertices = 7;
  data.computeSets = {"init", "it's \"quoted\""};
  data.tiles = {{100, 90, 60, 30}, {200, 180, 0, 180}};
  data.runs = {{"", 12}, {"second", 34}};
  data.totalCycles = 987654321;
  return data;
}

void expectSomeReport(const pva::Report &report) {
  const pva::CompilationReport &compilation = report.compilation();
  EXPECT_EQ(compilation.target().numIPUs(), 2u);
  EXPECT_EQ(compilation.target().numTiles(), 2944u);
  EXPECT_EQ(compilation.target().totalMemory(), 2944ull * 638976);
  EXPECT_EQ(compilation.target().numReplicas(), 2u);
  EXPECT_EQ(compilation.graph().numComputeSets(), 2u);
  EXPECT_EQ(compilation.graph().numVars(), 5u);
  EXPECT_EQ(compilation.graph().numEdges(), 1ull << 33);
  EXPECT_EQ(compilation.graph().numVertices(), 7u);
  ASSERT_EQ(compilation.computeSets().size(), 2u);
  EXPECT_EQ(compilation.computeSets()[1].name(), "it's \"quoted\"");

  // Programs take std::max with a uint64_t of their own, and loop by reference.
  std::uint64_t most = 0;
  for (const auto &tile : compilation.tiles())
    most = std::max(most, tile.memory().total().excludingGaps());
  EXPECT_EQ(most, 180u);
  EXPECT_EQ(compilation.tiles()[0].memory().total().includingGaps(), 100u);
  EXPECT_EQ(compilation.tiles()[0].memory().alwaysLiveBytes(), 60u);
  EXPECT_EQ(compilation.tiles()[1].memory().notAlwaysLiveBytes(), 180u);

  ASSERT_EQ(report.execution().runs().size(), 2u);
  EXPECT_EQ(report.execution().runs()[1].name(), "second");
  EXPECT_EQ(report.execution().runs()[1].microseconds(), 34u);
  EXPECT_EQ(report.execution().totalCycles().total(), 987654321u);
  EXPECT_EQ(report.poplarVersion().string(), "3.4.0 (df2b00ba5a)");
}

TEST(Report, HoldsWhatItWasMadeFrom) {
  expectSomeReport(pva::internal::makeReport(someReport()));
}

TEST(Report, ComesBackFromAFile) {
  pva::internal::writeReport("round_trip.pop", someReport());
  expectSomeReport(pva::openReport("round_trip.pop"));
}

TEST(Report, ReplacesTheFileOfAnEarlierRun) {
  pva::internal::writeReport("twice.pop", someReport());
  pva::internal::ReportData second = someReport();
  second.computeSets = {"only"};
  pva::internal::writeReport("twice.pop", second);
  EXPECT_EQ(pva::openReport("twice.pop").compilation().computeSets().size(), 1u);
}

TEST(Report, OutlivesTheReportItWasAskedFor) {
  const pva::List<pva::Tile> tiles = pva::internal::makeReport(someReport()).compilation().tiles();
  EXPECT_EQ(tiles[1].memory().total().excludingGaps(), 180u);
  auto report = pva::internal::makeReport({});
  report = pva::internal::makeReport(someReport());
  expectSomeReport(report);
}

TEST(Report, RefusesMissingAndForeignFiles) {
  EXPECT_THROW(pva::openReport("no_such_file.pop"), std::runtime_error);
  std::ofstream("text.pop") << "this is no report, and long enough to hold a header of a database. "
                               "It still is only text.\n";
  EXPECT_THROW(pva::openReport("text.pop"), std::runtime_error);
  std::ofstream("empty.pop").flush();
  EXPECT_THROW(pva::openReport("empty.pop"), std::runtime_error);
}

TEST(Report, RefusesATruncatedFile) {
  pva::internal::writeReport("whole.pop", someReport());
  std::ifstream whole("whole.pop", std::ios::binary);
  std::stringstream bytes;
  bytes << whole.rdbuf();
  std::ofstream("half.pop", std::ios::binary) << bytes.str().substr(0, bytes.str().size() / 2);
  EXPECT_THROW(pva::openReport("half.pop"), std::runtime_error);
}

TEST(Report, WantsTheDebugInformationThatIsNamed) {
  pva::internal::writeReport("with_debug.pop", someReport());
  EXPECT_THROW(pva::openReport("with_debug.pop", "no_such_debug.cbor"), std::runtime_error);
}

TEST(Report, WithoutDataAnswersWithEmptyLists) {
  const pva::Report report;
  EXPECT_TRUE(report.execution().steps().empty());
  EXPECT_TRUE(report.execution().blocks(3).empty());
  // As in public programs: iterators of two calls form one range.
  std::vector<pva::ExecutionStep> steps(report.execution().steps().begin(),
                                        report.execution().steps().end());
  EXPECT_TRUE(steps.empty());
}

struct CountingVisitor : pva::ProgramVisitor {
  int copies = 0, executes = 0;
  void visitStreamCopyMid(const pva::StreamCopyMidProgram &) override { ++copies; }
  void visitOnTileExecute(const pva::OnTileExecuteProgram &) override { ++executes; }
};

TEST(ProgramVisitor, IsCalledForTheKindOfTheProgram) {
  CountingVisitor visitor;
  const std::vector<std::shared_ptr<pva::Program>> programs = {
      std::make_shared<pva::StreamCopyMidProgram>(), std::make_shared<pva::OnTileExecuteProgram>(),
      std::make_shared<pva::StreamCopyMidProgram>(), std::make_shared<pva::SyncProgram>()};
  for (const auto &program : programs)
    program->accept(visitor);
  EXPECT_EQ(visitor.copies, 2);
  EXPECT_EQ(visitor.executes, 1);
}

} // namespace
