// SPDX-License-Identifier: MIT
// What a program measures with its own cycle counters is what the profile of the same run says.
#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <pva/pva.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

namespace {

using namespace poplar;

const char *const kCodelet = R"(
#include <poplar/Vertex.hpp>
class Twice : public poplar::Vertex {
public:
  poplar::InOut<poplar::Vector<float>> data;
  void compute() {
    for (unsigned i = 0; i < data.size(); ++i)
      data[i] = data[i] * 2;
  }
};
)";

/// A graph of some IPUs, and compute sets and copies on them.
class CycleStamps : public testing::Test {
 protected:
  static constexpr unsigned kTilesPerIpu = 4;

  explicit CycleStamps(unsigned numIpus = 1) : device_(makeDevice(numIpus)), graph_(device_) {
    std::stringstream source(kCodelet);
    graph_.addCodelets(source);
  }

  static Device makeDevice(unsigned numIpus) {
    IPUModel model;
    model.numIPUs = numIpus;
    model.tilesPerIPU = kTilesPerIpu;
    return model.createDevice();
  }

  Tensor variable(const std::string &name, unsigned tile) {
    Tensor data = graph_.addVariable(FLOAT, {256}, name);
    graph_.setTileMapping(data, tile);
    graph_.setInitialValue(data, ArrayRef<float>(std::vector<float>(256, 1)));
    return data;
  }

  program::Execute execute(const std::string &name, const Tensor &data, unsigned tile) {
    ComputeSet set = graph_.addComputeSet(name);
    graph_.setTileMapping(graph_.addVertex(set, "Twice", {{"data", data}}), tile);
    return program::Execute(set);
  }

  void show(const std::string &name, const Tensor &counter) {
    graph_.createHostRead(name, counter);
  }

  /// Runs the program; the profile of the run.
  pva::Report run(const program::Program &prog) {
    engine_ = std::make_unique<Engine>(graph_, prog, OptionFlags{{"debug.instrument", "true"}});
    engine_->load(device_);
    engine_->run(0);
    return engine_->getReport();
  }

  std::uint64_t counter(const std::string &name) {
    std::uint32_t words[2] = {};
    engine_->readTensor(name, words, words + 2);
    return words[0] + (std::uint64_t{words[1]} << 32);
  }

  /// The time at which the last step of that name began and ended.
  static std::pair<std::uint64_t, std::uint64_t> timesOf(const pva::Report &report,
                                                         const std::string &name) {
    std::pair<std::uint64_t, std::uint64_t> times{~0ull, 0};
    for (const auto &step : report.execution().steps())
      if (step.program()->name() == name)
        times = {step.ipus()[0].allCycles().from().min(), step.ipus()[0].allCycles().to().max()};
    return times;
  }

  /// The begin of the sync before the step of that name.
  static std::uint64_t startOf(const pva::Report &report, const std::string &name) {
    std::uint64_t sync = 0;
    for (const auto &step : report.execution().steps()) {
      if (step.program()->name() == name) return sync;
      if (step.program()->type() == pva::Program::Type::Sync)
        sync = step.ipus()[0].allCycles().from().min();
    }
    return sync;
  }

  /// Sum of the cycles of all steps.
  static std::uint64_t sumOf(const pva::Report &report) {
    std::uint64_t sum = 0;
    for (const auto &step : report.execution().steps())
      sum += step.ipus()[0].allCycles().to().max() - step.ipus()[0].allCycles().from().min();
    return sum;
  }

  Device device_;
  Graph graph_;
  std::unique_ptr<Engine> engine_;
};

class CycleStampsOfTwoIpus : public CycleStamps {
 protected:
  CycleStampsOfTwoIpus() : CycleStamps(2) {}
};

TEST_F(CycleStamps, ReadTheEndOfTheStepBefore) {
  const Tensor data = variable("data", 0);
  program::Sequence prog;
  prog.add(execute("first", data, 0));
  show("between", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  prog.add(execute("second", data, 0));
  show("after", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  const pva::Report report = run(prog);

  const auto first = timesOf(report, "first"), second = timesOf(report, "second");
  EXPECT_EQ(counter("between"), first.second);
  EXPECT_EQ(counter("after"), second.second);
  EXPECT_GT(second.second - second.first, 256u);
}

TEST_F(CycleStamps, DifferByTheStepsBetweenAndTheStampItself) {
  const Tensor data = variable("data", 0), other = variable("other", 1);
  program::Sequence prog;
  show("a", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  show("b", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  prog.add(execute("compute", data, 0));
  prog.add(program::Copy(data, other));
  show("c", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  const pva::Report report = run(prog);
  const std::uint64_t stamp = counter("b") - counter("a");
  EXPECT_EQ(counter("c") - counter("b"), sumOf(report) + stamp);
}

/// cycleCount around a program, less that around nothing, is the program.
TEST_F(CycleStamps, CountWhatTheProgramTakes) {
  const Tensor data = variable("data", 0), other = variable("other", 2);
  program::Sequence nothing;
  show("nothing", cycleCount(graph_, nothing, 0, SyncType::INTERNAL));
  program::Sequence counted(
      {execute("first", data, 0), program::Copy(data, other), execute("last", data, 0)});
  show("counted", cycleCount(graph_, counted, 0, SyncType::INTERNAL));
  const pva::Report report = run(program::Sequence({nothing, counted}));
  std::uint64_t inside = 0;
  for (const auto &step : report.execution().steps()) {
    const std::uint64_t from = step.ipus()[0].allCycles().from().min();
    const std::uint64_t to = step.ipus()[0].allCycles().to().max();
    if (from >= startOf(report, "first") && to <= timesOf(report, "last").second)
      inside += to - from;
  }
  EXPECT_GT(inside, 512u);
  EXPECT_EQ(counter("counted") - counter("nothing"), inside);
}

/// The clocks of IPUs that do not meet differ, and each stamp reads that of its tile.
TEST_F(CycleStampsOfTwoIpus, ReadTheClockOfTheirOwnIpu) {
  const Tensor here = variable("here", 0), there = variable("there", kTilesPerIpu);
  program::Sequence prog;
  prog.add(execute("on IPU 0", here, 0));
  prog.add(execute("again on IPU 0", here, 0));
  prog.add(execute("on IPU 1", there, kTilesPerIpu));
  show("0", cycleStamp(graph_, prog, 0, SyncType::INTERNAL));
  show("1", cycleStamp(graph_, prog, kTilesPerIpu, SyncType::INTERNAL));
  const pva::Report report = run(prog);
  const auto end = [&](const std::string &name, unsigned ipu) {
    std::uint64_t cycles = 0;
    for (const auto &step : report.execution().steps())
      if (step.program()->name() == name) cycles = step.ipus()[ipu].allCycles().to().max();
    return cycles;
  };
  EXPECT_EQ(counter("0"), end("again on IPU 0", 0));
  EXPECT_EQ(counter("1"), end("on IPU 1", 1));
  EXPECT_LT(counter("1"), counter("0"));
}

} // namespace
