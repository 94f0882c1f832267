// SPDX-License-Identifier: MIT
// Engines that cannot serve a call: moved from, or in the middle of a run.
#include "Diagnostics.hpp"

#include <poplar_emu/Observe.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class EngineUse : public DiagnosticsTest {
 protected:
  /// An engine that copies a stream "in" three times to a tensor with the handles "read" and
  /// "write".
  Engine makeEngine() {
    t = variable(FLOAT, {4}, "t");
    in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
    RemoteBuffer rows = graph.addRemoteBuffer("rows", FLOAT, 4, 2);
    graph.createHostRead("read", t);
    graph.createHostWrite("write", t);
    return Engine(graph, Sequence(Copy(rows, t), Repeat(3, Copy(in, t))));
  }
  Tensor t;
  DataStream in;
  float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};

TEST_F(EngineUse, AfterItWasMovedFrom) {
  Engine engine = makeEngine();
  const Engine other(std::move(engine));
  std::ostringstream out;
  const std::vector<std::string> parts = {"moved from"};
  // NOLINTNEXTLINE(bugprone-use-after-move): what such an engine answers
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.prepare(device));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.deploy());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.load(device));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.run());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.run(0, "", RuntimeOptions()));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.loadAndRun(device));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.stop());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.readTensor("read", values, values + 4));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.readTensor("read", values));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts),
                    engine.writeTensor("write", values, values + 4));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.connectStream("in", values));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts),
                    engine.connectStreamToCallback("in", [](void *) {}));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts),
                    engine.copyFromRemoteBuffer("rows", values, 0));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.copyToRemoteBuffer(values, "rows", 0));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.listStreams());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.setPrintStream(out));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.setPrintTensorStream(out));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.serializeExecutable(out));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", (parts), engine.printProfileSummary(out));
}

TEST_F(EngineUse, GettersAfterItWasMovedFrom) {
  Engine engine = makeEngine();
  Engine other(std::move(engine));
  std::ostringstream out;
  const std::vector<std::string> parts = {"moved from"};
  // NOLINTNEXTLINE(bugprone-use-after-move): what such an engine answers
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.getEngineOptions());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.getTileClockFrequency());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.getProfile());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.reportIntervals(out));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.resetExecutionProfile());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts), engine.clearSimulatedErrors());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0215", (parts),
                                 poplar_emu::observe(engine, nullptr));
  engine = std::move(other); // and what it gets back it serves
  engine.connectStream("in", values);
  engine.load(device);
  engine.run();
}

TEST_F(EngineUse, OfExecutablesThatWereMovedFrom) {
  Executable executable = compileGraph(graph, {Sequence()});
  const Executable other(std::move(executable));
  std::ostringstream out;
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_DIAGNOSTIC(poplar_error, "PE0803", ({"empty"}), executable.serialize(out));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0801", ({"empty"}), Engine engine(executable));
}

TEST_F(EngineUse, FromItsOwnCallback) {
  Engine engine = makeEngine();
  int calls = 0;
  std::ostringstream out;
  engine.connectStreamToCallback("in", [&](void *p) {
    ++calls;
    std::copy(values, values + 4, static_cast<float *>(p));
    const std::vector<std::string> parts = {"running", "callback"};
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.run());
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.run(0, "", RuntimeOptions()));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.load(device));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.prepare(device));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.deploy());
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.loadAndRun(device));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts),
                      engine.writeTensor("write", values, values + 4));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.connectStream("in", values));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts),
                      engine.connectStreamToCallback("in", [](void *) {}));
    EXPECT_DIAGNOSTIC(poplar_error, "PE0514", (parts), engine.setPrintStream(out));
  });
  engine.load(device);
  engine.run();
  EXPECT_EQ(calls, 3);
}

TEST_F(EngineUse, ReadsFromItsOwnCallbackAreLegal) {
  Engine engine = makeEngine();
  std::vector<float> seen;
  engine.connectStreamToCallback("in", [&](void *p) {
    float now[4];
    engine.readTensor("read", now, now + 4);
    seen.push_back(now[0]);
    static_cast<float *>(p)[0] = now[0] + 1;
    engine.copyFromRemoteBuffer("rows", now, 0);
    EXPECT_EQ(engine.listStreams().size(), 3u);
    engine.getTimeStamp();
  });
  engine.load(device);
  engine.run();
  EXPECT_EQ(seen, (std::vector<float>{0, 1, 2}));
}

TEST_F(EngineUse, TheErrorOfACallbackLeavesRun) {
  Engine engine = makeEngine();
  engine.connectStreamToCallback("in", [&](void *) { engine.run(); });
  engine.load(device);
  EXPECT_DIAGNOSTIC(poplar_error, "PE0514", ({"Engine::run"}), engine.run());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run());
  engine.connectStream("in", values);
  engine.load(device);
  engine.run();
}

TEST_F(EngineUse, FromAnotherThreadWhileItRuns) {
  Engine engine = makeEngine();
  engine.connectStreamToCallback("in", [&](void *p) {
    std::copy(values, values + 4, static_cast<float *>(p));
    std::thread([&] {
      float now[4];
      EXPECT_DIAGNOSTIC(poplar_error, "PE0514", ({"another thread"}), engine.run());
      EXPECT_DIAGNOSTIC(poplar_error, "PE0514", ({"another thread"}),
                        engine.readTensor("read", now, now + 4));
    }).join();
  });
  engine.load(device);
  engine.run();
}

TEST_F(EngineUse, StopEndsTheRunFromACallback) {
  Engine engine = makeEngine();
  int calls = 0;
  engine.connectStreamToCallback("in", [&](void *) {
    if (++calls == 2) engine.stop();
  });
  engine.load(device);
  engine.run();
  EXPECT_EQ(calls, 2);
  engine.run(); // an old stop is forgotten
  EXPECT_EQ(calls, 5);
}

TEST_F(EngineUse, UnknownOptions) {
  Executable executable = compileGraph(graph, {Sequence()});
  EXPECT_DIAGNOSTIC(invalid_option, "PE0701", ({"poplar_emu.executer", "poplar_emu.executor"}),
                    Engine engine(executable, {{"poplar_emu.executer", "serial"}}));
  EXPECT_DIAGNOSTIC(invalid_option, "PE0702", ({"maybe"}),
                    Engine engine(executable, {{"debug.instrument", "maybe"}}));
  Engine engine(executable, {{"poplar_emu.executor", "serial"}});
  std::ostringstream out;
  EXPECT_DIAGNOSTIC(invalid_option, "PE0701", ({"showVarStorge", "showVarStorage"}),
                    engine.printProfileSummary(out, {{"showVarStorge", "true"}}));
  EXPECT_DIAGNOSTIC(invalid_option, "PE0702", ({"yes"}),
                    engine.printProfileSummary(out, {{"showVarStorage", "yes"}}));
  EXPECT_DIAGNOSTIC(invalid_option, "PE0701", ({"nosuch"}),
                    RuntimeOptions options(OptionFlags{{"nosuch", "1"}}));
  engine.printProfileSummary(out, {{"showVarStorage", "true"}, {"showExecutionSteps", "false"}});
}

TEST_F(EngineUse, ReportsGoToNewDirectories) {
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / "poplar_emu_report" / std::to_string(getpid());
  {
    Engine engine(graph, Sequence(),
                  {{"autoReport.all", "true"}, {"autoReport.directory", directory.string()}});
  }
  EXPECT_TRUE(std::filesystem::exists(directory / "profile.pop"));
  std::filesystem::remove_all(directory);

  testing::internal::CaptureStderr();
  {
    Engine engine(graph, Sequence(),
                  {{"autoReport.all", "true"}, {"autoReport.directory", "/proc/no/such/place"}});
    engine.load(device);
    engine.run(); // and once more when the engine goes
  }
  const std::string warnings = testing::internal::GetCapturedStderr();
  const std::size_t first = warnings.find("warning: the report");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(warnings.find("warning: the report", first + 1), std::string::npos);
  EXPECT_THAT(warnings, testing::HasSubstr("the folder cannot be made"));
}

TEST_F(EngineUse, DevicesOfAnotherTypeAreNamed) {
  Target target = Target::createIPUTarget(1, 4, "ipu2");
  Graph other(target);
  Engine engine(other, Sequence());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0506", ({"IPU_MODEL", "type IPU,"}), engine.load(device));
}

} // namespace
} // namespace diagnostics
