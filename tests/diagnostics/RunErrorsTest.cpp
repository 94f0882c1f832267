// SPDX-License-Identifier: MIT
// Bad input to engines, streams and devices.
#include "Diagnostics.hpp"

#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class RunErrors : public DiagnosticsTest {
 protected:
  /// An engine that copies a stream "in" to a tensor with the handles "read" and "write".
  Engine makeEngine() {
    Tensor t = variable(FLOAT, {4}, "t");
    DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
    graph.createHostRead("read", t);
    graph.createHostWrite("write", t);
    return Engine(graph, Copy(in, t));
  }
  float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};

TEST_F(RunErrors, RunWithoutLoad) {
  Engine engine = makeEngine();
  EXPECT_DIAGNOSTIC(poplar_error, "PE0504", ({"load"}), engine.run());
}

TEST_F(RunErrors, NoSuchProgram) {
  Engine engine = makeEngine();
  engine.connectStream("in", values);
  engine.load(device);
  EXPECT_DIAGNOSTIC(poplar_error, "PE0505", ({"5", "1"}), engine.run(5));
  engine.run(0);
}

TEST_F(RunErrors, StreamNotConnected) {
  Engine engine = makeEngine();
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0501", ({"in"}), engine.run());
  engine.connectStream("in", values);
  engine.run();
}

TEST_F(RunErrors, UnknownHandlesNameTheNearest) {
  Engine engine = makeEngine();
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0502", ({"rad", "read"}),
                    engine.readTensor("rad", values, values + 4));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0502", ({"inn"}),
                    engine.connectStream("inn", values));
}

TEST_F(RunErrors, HostBufferOfAWrongSize) {
  Engine engine = makeEngine();
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"read", "16", "12"}),
                    engine.readTensor("read", values, values + 3));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"write"}),
                    engine.writeTensor("write", values, values + 5));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"in"}),
                    engine.connectStream("in", values, values + 6));
}

TEST_F(RunErrors, DeviceDoesNotFitTheGraph) {
  Engine engine = makeEngine();
  IPUModel model;
  model.tilesPerIPU = 8;
  Device other = model.createDevice();
  EXPECT_DIAGNOSTIC(poplar_error, "PE0506", ({"4 tiles", "8 tiles"}), engine.load(other));
}

TEST_F(RunErrors, DeviceIsNotAttached) {
  Device ipu = DeviceManager().getDevice(0);
  Graph other(ipu.getTarget());
  Engine engine(other, Sequence());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0507", ({"attach"}), engine.load(ipu));
  ASSERT_TRUE(ipu.attach());
  engine.load(ipu);
  engine.run();
  ipu.detach();
  EXPECT_DIAGNOSTIC(poplar_error, "PE0507", ({"detached"}), engine.run());
}

TEST_F(RunErrors, DeviceThatSharesAnIpuIsBusy) {
  Device one = DeviceManager().getDevice(1);
  ASSERT_TRUE(one.attach());
  std::vector<Device> pairs = DeviceManager().getDevices(TargetType::IPU, 2);
  ASSERT_EQ(pairs[0].getDriverIDs(), (std::vector<unsigned>{0, 1}));
  EXPECT_FALSE(pairs[0].attach());
  EXPECT_TRUE(pairs[1].attach());
  pairs[1].detach();
  one.detach();
}

TEST_F(RunErrors, SecondEngineTakesTheDevice) {
  Engine first = makeEngine();
  first.connectStream("in", values);
  first.load(device);
  Engine second(graph, Sequence());
  second.load(device);
  EXPECT_DIAGNOSTIC(poplar_error, "PE0508", ({"another engine"}), first.run());
  first.load(device);
  first.run();
}

TEST_F(RunErrors, CallbackThatThrows) {
  Engine engine = makeEngine();
  bool fail = true;
  engine.connectStreamToCallback("in", [&](void *p) {
    if (fail) throw std::runtime_error("no data today");
    std::copy(values, values + 4, static_cast<float *>(p));
  });
  engine.load(device);
  try {
    engine.run();
    FAIL() << "did not throw";
  } catch (const std::exception &error) {
    EXPECT_STREQ(error.what(), "no data today");
  }
  fail = false;
  EXPECT_DIAGNOSTIC(poplar_error, "PE0509", ({"load"}), engine.run());
  engine.load(device);
  engine.run();
  float result[4];
  engine.readTensor("read", result, result + 4);
  EXPECT_EQ(result[3], 4);
}

TEST_F(RunErrors, NullCallback) {
  Engine engine = makeEngine();
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(
      poplar_error, "PE0511", ({"null"}),
      engine.connectStreamToCallback("in", std::unique_ptr<StreamCallback>()));
}

TEST_F(RunErrors, AbortCarriesItsMessage) {
  Tensor flag = variable(BOOL, {}, "flag");
  graph.setInitialValue(flag, true);
  Engine engine(graph, {Abort("enough"), AbortOnCondition(flag, "it was true")});
  engine.load(device);
  try {
    engine.run(0);
    FAIL() << "did not throw";
  } catch (const application_runtime_error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("enough"));
  }
  engine.load(device);
  EXPECT_THROW(engine.run(1), application_runtime_error);
}

TEST_F(RunErrors, SwitchWithoutACase) {
  Tensor control = variable(INT, {}, "control");
  graph.setInitialValue(control, 9);
  Engine engine(graph, Switch::switchWithBoundsChecking(control, {{1, Sequence()}}));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0606", ({"9"}), engine.run());
}

TEST_F(RunErrors, RemoteBufferRowOutOfRange) {
  Tensor t = variable(FLOAT, {4}, "t"), row = variable(UNSIGNED_INT, {1}, "row");
  graph.setInitialValue(row, 7);
  RemoteBuffer buffer = graph.addRemoteBuffer("rows", FLOAT, 4, 3);
  Engine engine(graph, Copy(buffer, t, row));
  engine.load(device);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0608", ({"rows", "7", "3"}), engine.run());
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0510", ({"rows", "3"}),
                    engine.copyToRemoteBuffer(values, "rows", 3));
}

/// Prefetches, and counts how far ahead it was asked.
class CountingCallback : public StreamCallback {
 public:
  explicit CountingCallback(unsigned &prefetches) : prefetches_(prefetches) {}
  Result prefetch(void *) override {
    ++prefetches_;
    return Result::Success;
  }
  void fetch(void *) override {}
  void complete() override {}
  void invalidatePrefetched() override {}

 private:
  unsigned &prefetches_;
};

TEST_F(RunErrors, RuntimeOptionsOfPrepareAndRun) {
  Tensor flag = variable(BOOL, {}, "flag"), t = variable(FLOAT, {4}, "t");
  DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4, ReplicatedStreamMode::REPLICATE,
                                            {{"bufferingDepth", "4"}});
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Flag", {{"flag", flag}}), 0);
  graph.createHostRead("t", t);
  Engine engine(graph, {Execute(cs), Copy(in, t)});
  unsigned prefetches = 0;
  engine.connectStreamToCallback("in", std::make_unique<CountingCallback>(prefetches));
  const RuntimeOptions strict(OptionFlags{{"poplar_emu.vertexFalse", "error"}});
  const RuntimeOptions ahead(OptionFlags{{"exchange.enablePrefetch", "true"}});

  engine.load(device);
  engine.run(0);
  engine.run(1);
  EXPECT_EQ(prefetches, 0u);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Flag"}), engine.run(0, "", strict));
  engine.load(device);
  engine.run(0); // only that run was strict
  engine.run(1, "", ahead);
  EXPECT_EQ(prefetches, 4u);

  engine.prepare(device, RuntimeOptions({{"exchange.enablePrefetch", "true"},
                                         {"streamCallbacks.maxLookahead", "2"},
                                         {"poplar_emu.vertexFalse", "error"},
                                         {"poplar_emu.checks", "true"}}));
  engine.deploy();
  float values[4];
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0607", ({"t[0:4)"}),
                    engine.readTensor("t", values, values + 4));
  prefetches = 0;
  engine.run(1);
  EXPECT_EQ(prefetches, 2u);
  engine.readTensor("t", values, values + 4);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Flag"}), engine.run(0));

  engine.load(device); // without run-time options: those of the engine
  engine.readTensor("t", values, values + 4);
  engine.run(0);
}

TEST_F(RunErrors, RuntimeOptionsOfTheEnvironment) {
  Tensor flag = variable(BOOL, {}, "flag");
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Flag", {{"flag", flag}}), 0);
  Engine engine(graph, Execute(cs));
  setenv("POPLAR_RUNTIME_OPTIONS", R"({"poplar_emu.vertexFalse": "error"})", 1);
  engine.load(device);
  unsetenv("POPLAR_RUNTIME_OPTIONS");
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0603", ({"Flag"}), engine.run());
}

TEST_F(RunErrors, ExecutablesThatAreForeignTruncatedOrCorrupt) {
  Engine engine = makeEngine();
  std::ostringstream file;
  engine.serializeExecutable(file);
  const std::string bytes = file.str();
  auto read = [](const std::string &content) {
    std::istringstream in(content);
    Engine(Executable::deserialize(in));
  };
  EXPECT_NO_THROW(read(bytes));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0801", ({"executable"}),
                                 read("no executable at all"));
  for (std::size_t length :
       {std::size_t{0}, std::size_t{10}, std::size_t{40}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0801", ({"executable"}),
                                   read(bytes.substr(0, length)));
  for (std::size_t at = 40; at < bytes.size(); at += bytes.size() / 29 + 1) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    EXPECT_THROW(read(damaged), poplar_error) << at;
  }
}

TEST_F(RunErrors, ProfileOfTheCpuTarget) {
  Device cpu = Device::createCPUDevice();
  Graph onCpu(cpu.getTarget());
  Engine engine(onCpu, Sequence());
  std::ostringstream out;
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(profiling_disabled, "PE0513", ({"CPU"}),
                                 engine.printProfileSummary(out));
}

TEST_F(RunErrors, ProfileThatNobodyMade) {
  Engine engine(graph, Sequence());
  engine.load(device);
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(missing_profile_data, "PE0515",
                                 ({"getExecutionProfile", "no program has run"}),
                                 engine.getExecutionProfile());
  std::ostringstream out;
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(missing_profile_data, "PE0515",
                                 ({"/no/such/profile.pop", "autoReport.all"}),
                                 printProfileSummary(out, "/no/such/profile.pop"));
  engine.disableExecutionProfiling();
  engine.run();
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(profiling_disabled, "PE0513",
                                 ({"reportIntervals", "disableExecutionProfiling()"}),
                                 engine.reportIntervals(out));
}

} // namespace
} // namespace diagnostics
