// SPDX-License-Identifier: MIT
// A report shows what its profile holds, made in memory or read from a file, and outlives both.
#include "SampleProfile.hpp"

#include "pva/file/ProfileFile.hpp"
#include "pva/report/MakeReport.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace {

using pva::internal::Profile;
using testing::ElementsAre;
using testing::HasSubstr;

pva::Report reportOf(const Profile &profile) {
  return pva::internal::makeReport(std::make_shared<const Profile>(profile));
}

pva::Report sampleReport() {
  return reportOf(pva::internal::sampleProfile());
}

template <class List>
std::vector<std::string> namesOf(const List &list) {
  std::vector<std::string> names;
  for (const auto &item : list)
    names.push_back(item.name());
  return names;
}

TEST(CompilationReport, CountsGraphAndTarget) {
  const pva::Report report = sampleReport();
  const pva::CompilationReport &compilation = report.compilation();
  EXPECT_EQ(compilation.target().numIPUs(), 2u);
  EXPECT_EQ(compilation.target().tilesPerIpu(), 2u);
  EXPECT_EQ(compilation.target().numTiles(), 4u);
  EXPECT_EQ(compilation.target().bytesPerIPU(), 2u * 638976);
  EXPECT_EQ(compilation.target().totalMemory(), 4u * 638976);
  EXPECT_EQ(compilation.target().numReplicas(), 3u);
  EXPECT_EQ(compilation.graph().numComputeSets(), 2u);
  EXPECT_EQ(compilation.graph().numVars(), 2u);
  EXPECT_EQ(compilation.graph().numEdges(), (1ull << 40) + 1);
  EXPECT_EQ(compilation.graph().numVertices(), 7u);
}

TEST(CompilationReport, ListsComputeSetsWithTheirVertices) {
  const pva::Report report = sampleReport();
  EXPECT_THAT(namesOf(report.compilation().computeSets()), ElementsAre("add", "empty"));
  const auto &vertices = report.compilation().computeSets()[0].vertices();
  ASSERT_EQ(vertices.size(), 2u);
  EXPECT_EQ(vertices[0].type().name(), "Adder<float>");
  EXPECT_EQ(vertices[0].type().size(), 12u);
  EXPECT_EQ(vertices[0].count(), 4u);
  EXPECT_THAT(vertices[0].countByTile(), ElementsAre(1, 1, 2, 0));
  EXPECT_TRUE(vertices[1].countByTile().empty());
}

TEST(CompilationReport, SplitsTheMemoryOfATile) {
  const pva::Report report = sampleReport();
  ASSERT_EQ(report.compilation().tiles().size(), 4u);
  const pva::TileMemory &memory = report.compilation().tiles()[3].memory();
  EXPECT_EQ(memory.alwaysLiveBytes(), 60000u);
  EXPECT_EQ(memory.notAlwaysLiveBytes(), 8136u);
  EXPECT_EQ(memory.total().excludingGaps(), 68136u);
  EXPECT_EQ(memory.total().includingGaps(), 68136u + (1ull << 40) + 3);
  EXPECT_EQ(memory.category().variable().nonInterleaved().nonOverlapped(), 4000u);
  EXPECT_EQ(memory.category().vertexCode().nonInterleaved().nonOverlapped(), 4005u);
  EXPECT_EQ(memory.category().instrumentationResults().nonInterleaved().nonOverlapped(), 4016u);
  EXPECT_EQ(memory.category().sharedCodeStorage().nonInterleaved().nonOverlapped(), 0u);

  // Programs take std::max with a uint64_t of their own, and loop by reference.
  std::uint64_t most = 0;
  for (const auto &tile : report.compilation().tiles())
    most = std::max(most, tile.memory().total().excludingGaps());
  EXPECT_EQ(most, 68136u);

  const auto &vertices = report.compilation().tiles()[2].memory().vertices();
  ASSERT_EQ(vertices.size(), 1u);
  EXPECT_EQ(vertices[0].type().name(), "Adder<float>");
  EXPECT_EQ(vertices[0].count(), 2u);
}

// A step that sends within IPUs and between them has a leaf for each.
TEST(ExecutionReport, DividesTheDataOfAStepAmongItsLeaves) {
  using pva::internal::ProgramType;
  Profile profile = pva::internal::sampleProfile();
  auto &exchange = profile.exchanges[1];
  exchange.totalBytes = 24;
  exchange.interIpuBytes = 16;
  exchange.tiles = {{0, 24, 0}, {1, 0, 8}, {3, 0, 16}};
  exchange.ipuFlows = {{0, 1, 16}};
  using Bytes = std::vector<std::uint64_t>;
  const auto bytesOf = [&](ProgramType type) {
    profile.programs[1].type = type;
    const pva::Report report = reportOf(profile);
    const auto &ipus = report.execution().steps()[0].ipus();
    return Bytes{ipus[0].dataOut(), ipus[0].dataIn(), ipus[1].dataOut(), ipus[1].dataIn()};
  };
  EXPECT_EQ(bytesOf(ProgramType::DoExchange), (Bytes{8, 8, 0, 0}));
  EXPECT_EQ(bytesOf(ProgramType::GlobalExchange), (Bytes{16, 0, 0, 16}));
}

TEST(CompilationReport, TellsSharedMemoryAndMemoryBeyondTheEnd) {
  Profile profile = pva::internal::sampleProfile();
  profile.target.bytesPerTile = 1000;
  auto &tile = profile.memory.tiles[3];
  tile.bytes = {};
  tile.bytes[0] = 300; // variable
  tile.fullestStep = 0;
  profile.memory.liveness[0].variables = {1};
  using poplar_emu::MemoryCategory;
  profile.memory.lowered = {{"", 0, 3, 800, 100, MemoryCategory::Variable, true},
                            {"", 1, 3, 900, 200, MemoryCategory::Variable, false},
                            {"other", 0, 3, 900, 50, MemoryCategory::Variable, false}};
  const pva::Report report = reportOf(profile);
  const auto &regions = report.compilation().tiles()[3].memory().category().variable();
  EXPECT_EQ(regions.overflowed().nonOverlapped(), 100u);
  EXPECT_EQ(regions.nonInterleaved().nonOverlapped(), 200u);
  EXPECT_EQ(regions.nonInterleaved().overlapped(), 50u);
}

TEST(CompilationReport, TellsInterleavedMemory) {
  Profile profile = pva::internal::sampleProfile();
  profile.target.bytesPerTile = 1000;
  profile.target.interleavedFrom = 600;
  auto &tile = profile.memory.tiles[3];
  tile.bytes = {};
  tile.bytes[0] = 350; // variable
  tile.fullestStep = 0;
  profile.memory.liveness[0].variables = {1};
  using poplar_emu::MemoryCategory;
  profile.memory.lowered = {{"", 0, 3, 500, 150, MemoryCategory::Variable, true}, // across
                            {"", 1, 3, 950, 150, MemoryCategory::Variable, false},
                            {"", 0, 3, 0, 50, MemoryCategory::Variable, true},
                            {"other", 0, 3, 700, 40, MemoryCategory::Variable, false}};
  const pva::Report report = reportOf(profile);
  const auto &regions = report.compilation().tiles()[3].memory().category().variable();
  EXPECT_EQ(regions.interleaved().nonOverlapped(), 50u + 50u);
  EXPECT_EQ(regions.overflowed().nonOverlapped(), 100u);
  EXPECT_EQ(regions.nonInterleaved().nonOverlapped(), 150u);
}

TEST(CompilationReport, KnowsWhatLivesWhen) {
  const pva::Report report = sampleReport();
  const pva::CompilationReport &compilation = report.compilation();
  EXPECT_THAT(compilation.tilesWithLivenessInfo(), ElementsAre(1, 3));
  EXPECT_THAT(namesOf(compilation.alwaysLiveVariables()), ElementsAre("in"));
  EXPECT_EQ(compilation.alwaysLiveVariables()[0].size(), 40u);
  EXPECT_THAT(namesOf(compilation.alwaysLiveVariablesForTile(1)), ElementsAre("in"));
  EXPECT_TRUE(compilation.alwaysLiveVariablesForTile(3).empty());

  const auto &steps = compilation.livenessProgramSteps();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].program()->name(), "scatter");
  EXPECT_EQ(steps[0].notAlwaysLiveMemory().bytes(), 20u);
  EXPECT_THAT(namesOf(steps[0].notAlwaysLiveMemory().variables()), ElementsAre("out"));
  EXPECT_EQ(steps[0].notAlwaysLiveMemoryForTile(3).bytes(), 20u);
  EXPECT_THAT(namesOf(steps[0].notAlwaysLiveMemoryForTile(3).variables()), ElementsAre("out"));
  EXPECT_EQ(steps[0].notAlwaysLiveMemoryForTile(1).bytes(), 0u);
  EXPECT_EQ(steps[1].notAlwaysLiveMemoryForTile(3).bytes(), 20u); // no bytes by tile were kept
}

TEST(CompilationReport, NamesTheTilesThatHaveLivenessData) {
  const pva::Report report = sampleReport();
  for (const std::uint64_t tile : {std::uint64_t{0}, std::uint64_t{1} << 33}) {
    try {
      report.compilation().alwaysLiveVariablesForTile(tile);
      ADD_FAILURE() << "tile " << tile;
    } catch (const std::out_of_range &error) {
      EXPECT_THAT(error.what(), HasSubstr("there is data for tile 1, 3"));
    }
  }
  EXPECT_THROW(report.compilation().livenessProgramSteps()[0].notAlwaysLiveMemoryForTile(2),
               std::out_of_range);
  EXPECT_THROW(pva::Report().compilation().alwaysLiveVariablesForTile(0), std::out_of_range);
}

TEST(Programs, FormATreeOfTheirKinds) {
  const pva::Report report = sampleReport();
  ASSERT_EQ(report.compilation().programs().size(), 2u);
  const std::shared_ptr<pva::Program> root = report.compilation().programs()[0];
  EXPECT_EQ(root->type(), pva::Program::Type::Sequence);
  EXPECT_EQ(root->name(), "main");
  EXPECT_EQ(root->_id(), 0u);
  ASSERT_EQ(root->children().size(), 3u);
  EXPECT_EQ(root->children()[2], report.compilation().programs()[1]);
  EXPECT_EQ(root->children()[2]->children()[0]->type(), pva::Program::Type::Block);
  EXPECT_EQ(root->children()[1]->_id(), 2u);

  const auto *execute = dynamic_cast<const pva::OnTileExecuteProgram *>(root->children()[1].get());
  ASSERT_NE(execute, nullptr);
  EXPECT_EQ(execute->computeset().name(), "add");
  EXPECT_EQ(execute->computeset().vertices()[0].count(), 4u);
  EXPECT_THAT(namesOf(execute->vars()), ElementsAre("in", "out"));
  EXPECT_EQ(execute->vars()[1].bytes(), 20u);
  EXPECT_EQ(execute->vars()[1].offset(), 1024u);
  EXPECT_EQ(execute->vars()[1].category(), "rearrangement");
  EXPECT_TRUE(execute->vars()[0].alwaysLive());
  EXPECT_EQ(execute->vars()[0].unloweredVar()->name(), "in");
  EXPECT_EQ(execute->vars()[0].unloweredVar()->size(), 40u);

  const auto *exchange = dynamic_cast<const pva::DoExchangeProgram *>(root->children()[0].get());
  ASSERT_NE(exchange, nullptr);
  EXPECT_THAT(namesOf(exchange->vars()), ElementsAre("in"));
}

TEST(ExecutionReport, ListsRunsAndTheirSteps) {
  const pva::Report report = sampleReport();
  const pva::ExecutionReport &execution = report.execution();
  EXPECT_EQ(execution.totalCycles().total(), (1ull << 40) + 16);
  EXPECT_THAT(namesOf(execution.runs()), ElementsAre("first", ""));
  EXPECT_EQ(execution.runs()[0].microseconds(), 17u);
  ASSERT_EQ(execution.steps().size(), 4u);
  ASSERT_EQ(execution.runs()[0].steps().size(), 3u);
  ASSERT_EQ(execution.runs()[1].steps().size(), 1u);
  EXPECT_EQ(execution.runs()[1].steps()[0].program()->name(), "fill");
  // A program of a step is the one of the tree.
  EXPECT_EQ(execution.steps()[1].program(), report.compilation().programs()[0]->children()[1]);

  // As in public programs: iterators of two calls form one range.
  std::vector<pva::ExecutionStep> steps(report.execution().steps().begin(),
                                        report.execution().steps().end());
  const auto copies = std::partition(steps.begin(), steps.end(), [](const auto &step) {
    return step.program()->type() != pva::Program::Type::StreamCopyMid;
  });
  EXPECT_EQ(steps.end() - copies, 1);
}

TEST(ExecutionReport, SplitsAStepByIpu) {
  const pva::Report report = sampleReport();
  // A compute set: the slowest tiles take 10 and 12 cycles, 4 more are spent on both IPUs, 5 on
  // sync.
  const pva::ExecutionStep &compute = report.execution().steps()[1];
  ASSERT_EQ(compute.ipus().size(), 2u);
  EXPECT_EQ(compute.ipus()[0].cycles(), 14u);
  EXPECT_EQ(compute.ipus()[1].cycles(), 16u);
  EXPECT_EQ(compute.ipus()[0].allCycles().from().min(), 11u);
  EXPECT_EQ(compute.ipus()[0].allCycles().to().max(), 32u);
  EXPECT_EQ(compute.ipus()[0].activeCycles().cyclesFrom().max(), 16u);
  EXPECT_EQ(compute.ipus()[0].activeCycles().cyclesTo().max(), 30u);
  EXPECT_EQ(compute.ipus()[1].activeCycles().cyclesTo().max(), 32u);
  EXPECT_THAT(compute.cyclesByTile(), ElementsAre(10, 10, 10, 12));
  ASSERT_EQ(compute.computeSets().size(), 1u);
  EXPECT_EQ(compute.computeSets()[0].name(), "add");
  EXPECT_THAT(compute.computeSets()[0].cyclesByTile(), ElementsAre(10, 10, 10, 12));
  EXPECT_THAT(compute.computeSets()[0].estimatedCyclesByTile(), ElementsAre(9, 9, 18, 0));

  const pva::ExecutionStep &exchange = report.execution().steps()[0];
  EXPECT_EQ(exchange.ipus()[0].dataOut(), 24u);
  EXPECT_EQ(exchange.ipus()[0].dataIn(), 0u);
  EXPECT_EQ(exchange.ipus()[1].dataIn(), 16u);
  EXPECT_EQ(exchange.ipus()[1].cycles(), 6u);
  EXPECT_THAT(exchange.cyclesByTile(), ElementsAre(6, 6, 6, 6));
  EXPECT_TRUE(exchange.computeSets().empty());

  // Only IPU 1 takes part.
  const pva::ExecutionStep &fill = report.execution().steps()[3];
  EXPECT_EQ(fill.ipus()[0].cycles(), 0u);
  EXPECT_EQ(fill.ipus()[0].allCycles().to().max(), 38u);
}

TEST(ExecutionReport, ListsBlocksOfATileByStart) {
  Profile profile = pva::internal::sampleProfile();
  using Kind = pva::internal::BlockInfo::Kind;
  profile.blocks.push_back({1, 2, 3, 4, Kind::Common}); // inside the block that starts at 3
  profile.blocks.push_back({1, 2, 1, 2, Kind::Common});
  const pva::Report report = reportOf(profile);
  ASSERT_EQ(report.execution().blocks(0).size(), 1u);
  const auto blocks = report.execution().blocks(2);
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(blocks[0].cyclesFrom(), 1u);
  EXPECT_TRUE(blocks[1].isStreamCopy());
  EXPECT_EQ(blocks[1].cyclesTo(), (1ull << 40) + 15);
  EXPECT_TRUE(blocks[2].isCommon());
  EXPECT_EQ(blocks[2].program()->name(), "scatter");
  EXPECT_TRUE(blocks[3].isOverflow());
  EXPECT_TRUE(blocks[4].isBlockFlush());
  EXPECT_FALSE(blocks[4].isOverflow());
  EXPECT_EQ(blocks[4].tile(), 2u);
  EXPECT_TRUE(report.execution().blocks(3).empty());
  EXPECT_TRUE(report.execution().blocks(4000).empty());
}

TEST(Report, SaysWhatWroteIt) {
  const pva::Report report = sampleReport();
  std::stringstream out;
  out << report.poplarVersion() << " " << report.version();
  EXPECT_EQ(out.str(), "3.4.2 (df2b00ba5a) 4.0.0");
  EXPECT_EQ(report.poplarVersion().packageHash(), "df2b00ba5a");
  EXPECT_EQ(report.version().majorVer(), 4u);
  EXPECT_FALSE(report.version().isUnstableFormat());
  using Settings = pva::InstrumentationSettings;
  EXPECT_EQ(report.instrumentationSettings().compute(),
            Settings::ComputeInstrumentationLevel::Tile);
  EXPECT_EQ(report.instrumentationSettings().externalExchange(),
            Settings::ExternalExchangeInstrumentationLevel::Off);
  Profile odd;
  odd.computeInstrumentation = "nonsense";
  odd.externalExchangeInstrumentation = "true";
  EXPECT_EQ(reportOf(odd).instrumentationSettings().compute(),
            Settings::ComputeInstrumentationLevel::Unknown);
  EXPECT_EQ(reportOf(odd).instrumentationSettings().externalExchange(),
            Settings::ExternalExchangeInstrumentationLevel::Tile);
}

TEST(Report, IsTheSameFromAFile) {
  pva::internal::writeProfile("report.pop", pva::internal::sampleProfile());
  const pva::Report report = pva::openReport("report.pop");
  EXPECT_EQ(report.compilation().tiles()[1].memory().notAlwaysLiveBytes(), 4136u);
  EXPECT_EQ(report.execution().steps()[1].ipus()[1].cycles(), 16u);
  EXPECT_EQ(report.execution().blocks(2).size(), 3u);
}

TEST(Report, PartsOutliveIt) {
  const pva::List<pva::Tile> tiles = sampleReport().compilation().tiles();
  EXPECT_EQ(tiles[1].memory().total().excludingGaps(), 34136u);
  const std::vector<pva::ExecutionStep> steps = {sampleReport().execution().steps()[1]};
  EXPECT_EQ(steps[0].ipus()[1].cycles(), 16u);
  EXPECT_EQ(steps[0].program()->name(), "add");
  // A range-for keeps the list, not the objects that it was asked of.
  for (const auto &variable : sampleReport()
                                  .compilation()
                                  .livenessProgramSteps()[0]
                                  .notAlwaysLiveMemoryForTile(3)
                                  .variables())
    EXPECT_EQ(variable.name(), "out");
  auto report = reportOf({});
  report = sampleReport();
  EXPECT_EQ(report.compilation().graph().numVertices(), 7u);
}

TEST(Report, WantsTheDebugInformationThatIsNamed) {
  pva::internal::writeProfile("with_debug.pop", pva::internal::sampleProfile());
  EXPECT_THROW(pva::openReport("with_debug.pop", "no_such_debug.cbor"), std::runtime_error);
  EXPECT_THROW(pva::openReport("no_such_file.pop"), std::runtime_error);
}

TEST(Report, WithoutDataAnswersWithEmptyLists) {
  const pva::Report report;
  EXPECT_TRUE(report.execution().steps().empty());
  EXPECT_TRUE(report.execution().blocks(3).empty());
  EXPECT_TRUE(report.compilation().tiles().empty());
  EXPECT_THROW(report.compilation().tiles().at(0), std::out_of_range);
  EXPECT_TRUE(reportOf({}).execution().steps().empty());
}

struct CountingVisitor : pva::ProgramVisitor {
  int copies = 0, executes = 0, blocks = 0;
  void visitStreamCopyMid(const pva::StreamCopyMidProgram &) override { ++copies; }
  void visitOnTileExecute(const pva::OnTileExecuteProgram &) override { ++executes; }
  void visitBlock(const pva::BlockProgram &) override { ++blocks; }
};

void visitAll(const std::shared_ptr<pva::Program> program, pva::ProgramVisitor &visitor) {
  program->accept(visitor);
  for (const auto &child : program->children())
    visitAll(child, visitor);
}

TEST(ProgramVisitor, IsCalledForTheKindOfTheProgram) {
  CountingVisitor visitor;
  visitAll(sampleReport().compilation().programs()[0], visitor);
  EXPECT_EQ(visitor.copies, 1);
  EXPECT_EQ(visitor.executes, 1);
  EXPECT_EQ(visitor.blocks, 1);
}

} // namespace
