// SPDX-License-Identifier: MIT
// Lightweight profiling: what filters choose, what the file keeps, and what they must not change.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/exceptions.hpp>
#include <pva/pva.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace poplar;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const char *const kCodelet = R"(
#include <poplar/Vertex.hpp>
class Twice : public poplar::Vertex {
public:
  poplar::InOut<float> data;
  void compute() { *data = *data * 2; }
};
)";

class Blocks : public testing::Test {
 protected:
  Blocks() : device_(makeDevice()), graph_(device_) {
    std::stringstream source(kCodelet);
    graph_.addCodelets(source);
    data_ = graph_.addVariable(FLOAT, {}, "data");
    graph_.setTileMapping(data_, 0);
    graph_.setInitialValue(data_, 1.0f);
    graph_.createHostRead("data", data_);
    set_ = graph_.addComputeSet("double");
    graph_.setTileMapping(graph_.addVertex(set_, "Twice", {{"data", data_}}), 0);
  }

  static Device makeDevice() {
    IPUModel model;
    model.tilesPerIPU = 4;
    return model.createDevice();
  }

  pva::Report run(const program::Program &prog, const OptionFlags &options) {
    Engine engine(graph_, prog, options);
    engine.load(device_);
    engine.run(0);
    engine.readTensor("data", &result_, &result_ + 1);
    return engine.getReport();
  }

  static std::vector<std::string> names(const pva::Report &report) {
    std::vector<std::string> names;
    for (const auto &block : report.execution().blocks(0))
      names.push_back(block.program()->name());
    return names;
  }

  Device device_;
  Graph graph_;
  Tensor data_;
  ComputeSet set_;
  float result_ = 0;
};

TEST_F(Blocks, AreIgnoredWithoutAFilter) {
  const program::Block block(program::Execute(set_), "block");
  EXPECT_THAT(names(run(block, {})), IsEmpty());
  EXPECT_THAT(names(run(block, {{"debug.instrument", "true"}})), IsEmpty());
}

TEST_F(Blocks, MatchFiltersByTheirWholeName) {
  const program::Sequence prog({program::Block(program::Execute(set_), "stage1"),
                                program::Block(program::Execute(set_), "stage10"),
                                program::Block(program::Execute(set_), "op")});
  EXPECT_THAT(names(run(prog, {{"profiler.blocks.filter", "stage."}})), ElementsAre("stage1"));
  EXPECT_THAT(names(run(prog, {{"profiler.blocks.filter", "op|.*0"}})),
              ElementsAre("stage10", "op"));
  EXPECT_THAT(names(run(prog, {{"profiler.programs.filter", "stage."}})), IsEmpty());
}

TEST_F(Blocks, EncloseProgramsOfAllKindsThatAFilterNames) {
  const program::Sequence layer({program::Execute(set_), program::Execute(set_)}, "layer");
  const Function function = graph_.addFunction(program::Execute(set_, "inFunction"));
  const program::Sequence prog(
      {layer, program::Repeat(2, layer, "twice"), program::Call(function, "call")}, "main");
  EXPECT_THAT(names(run(prog, {{"profiler.programs.filter", "layer"}})),
              ElementsAre("layer", "layer", "layer"));
  EXPECT_THAT(names(run(prog, {{"profiler.programs.filter", "main|twice"}})),
              ElementsAre("main", "twice"));
  EXPECT_THAT(names(run(prog, {{"profiler.programs.filter", "call|inFunction"}})),
              ElementsAre("call", "inFunction"));
}

TEST_F(Blocks, ChangeNeitherResultsNorCycles) {
  const program::Sequence prog({program::Repeat(3, program::Block(program::Execute(set_), "block")),
                                program::Execute(set_)});
  const std::uint64_t cycles =
      run(prog, {{"poplar_emu.vertexCycles", "estimated"}}).execution().totalCycles().total();
  EXPECT_EQ(result_, 16);
  const pva::Report report = run(prog, {{"poplar_emu.vertexCycles", "estimated"},
                                        {"profiler.blocks.filter", "block"},
                                        {"profiler.programs.filter", "double"}});
  EXPECT_EQ(result_, 16);
  EXPECT_EQ(report.execution().totalCycles().total(), cycles);
  EXPECT_EQ(names(report).size(), 7u);
}

TEST_F(Blocks, CountCyclesFromLoadOnAndOnOverRuns) {
  Engine engine(graph_, program::Execute(set_), {{"profiler.programs.filter", "double"}});
  engine.load(device_);
  engine.run(0);
  engine.run(0);
  const pva::Report report = engine.getReport();
  const auto blocks = report.execution().blocks(0);
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].cyclesFrom(), 0u);
  EXPECT_GT(blocks[0].cyclesTo(), 0u);
  EXPECT_GE(blocks[1].cyclesFrom(), blocks[0].cyclesTo());
  EXPECT_EQ(blocks[1].cyclesTo(), report.execution().totalCycles().total());
}

TEST_F(Blocks, AreNotRecordedWhileProfilingIsDisabled) {
  Engine engine(graph_, program::Execute(set_), {{"profiler.programs.filter", "double"}});
  engine.load(device_);
  engine.disableExecutionProfiling();
  engine.run(0);
  engine.enableExecutionProfiling();
  engine.run(0);
  EXPECT_THAT(names(engine.getReport()), ElementsAre("double"));
}

TEST_F(Blocks, StandInTheReportFile) {
  const pva::Report report =
      run(program::Repeat(2, program::Execute(set_)), {{"autoReport.all", "true"},
                                                       {"autoReport.directory", "blocks_report"},
                                                       {"profiler.programs.filter", "double"}});
  const pva::Report file = pva::openReport("blocks_report/profile.pop");
  // With autoReport, transfers are recorded: two at the start, a flush an iteration.
  ASSERT_EQ(file.execution().blocks(0).size(), 6u + 2u * 4u);
  EXPECT_EQ(names(file), names(report));
  EXPECT_EQ(file.execution().blocks(0)[7].cyclesTo(), report.execution().blocks(0)[7].cyclesTo());
}

template <class Error, class Function>
std::string messageOf(Function function) {
  try {
    function();
  } catch (const Error &error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_F(Blocks, RefuseWhatIsNoRegularExpression) {
  for (const char *option : {"profiler.blocks.filter", "profiler.programs.filter"})
    EXPECT_THAT(messageOf<invalid_option>([&] { run(program::Execute(set_), {{option, "(op"}}); }),
                AllOf(HasSubstr(option), HasSubstr("'(op'"), HasSubstr("fix:")));
}

TEST_F(Blocks, RefuseATileThatAnIpuHasNot) {
  EXPECT_THAT(messageOf<invalid_option>([&] {
                run(program::Execute(set_),
                    {{"profiler.blocks.tile", "4"}, {"profiler.programs.filter", "double"}});
              }),
              AllOf(HasSubstr("profiler.blocks.tile"), HasSubstr("0 to 3")));
}

} // namespace
