// SPDX-License-Identifier: MIT
// Engines that are moved or destroyed while their program runs.
#include "Diagnostics.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include <unistd.h>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class EngineLife : public DiagnosticsTest {
 protected:
  /// Copies a stream to a tensor three times.
  Sequence threeCalls() {
    t = variable(FLOAT, {4}, "t");
    in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
    graph.createHostRead("read", t);
    return Sequence(Repeat(3, Copy(in, t)));
  }
  /// An engine whose callback counts and, at its second call, does `what`.
  std::unique_ptr<Engine> makeEngine(const Program &program, std::function<void()> what,
                                     const OptionFlags &options = {}) {
    auto engine = std::make_unique<Engine>(graph, program, options);
    engine->connectStreamToCallback("in", [this, what](void *p) {
      static_cast<float *>(p)[0] = static_cast<float>(++calls);
      if (calls == 2) what();
    });
    engine->load(device);
    return engine;
  }
  Tensor t;
  DataStream in;
  int calls = 0;
};

TEST_F(EngineLife, MovedInItsCallback) {
  std::unique_ptr<Engine> engine, moved;
  engine = makeEngine(threeCalls(), [&] { moved = std::make_unique<Engine>(std::move(*engine)); });
  engine->run();
  EXPECT_EQ(calls, 3) << "the run goes on";
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", ({"moved from"}), engine->run());
  float values[4];
  moved->readTensor("read", values, values + 4);
  EXPECT_EQ(values[0], 3);
  moved->run();
  EXPECT_EQ(calls, 6);
}

TEST_F(EngineLife, MovedToOneThatEndsInTheCallback) {
  std::unique_ptr<Engine> engine;
  engine = makeEngine(threeCalls(), [&] { const Engine ended(std::move(*engine)); });
  engine->run();
  EXPECT_EQ(calls, 2) << "its end is a stop()";
  EXPECT_DIAGNOSTIC(poplar_error, "PE0215", ({"moved from"}), engine->run());
}

TEST_F(EngineLife, DestroyedInItsCallback) {
  std::unique_ptr<Engine> engine;
  engine = makeEngine(Sequence(Loop(threeCalls())), [&] { engine.reset(); });
  engine->run();
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(engine, nullptr);
}

TEST_F(EngineLife, ReplacedInItsCallback) {
  std::unique_ptr<Engine> engine;
  engine = makeEngine(threeCalls(), [&] { *engine = Engine(graph, Sequence()); });
  engine->run();
  EXPECT_EQ(calls, 2);
  engine->load(device);
  engine->run();
  EXPECT_EQ(calls, 2) << "it is the other engine now";
}

TEST_F(EngineLife, DestroyedByTheErrorOfItsCallback) {
  std::unique_ptr<Engine> engine;
  engine = makeEngine(threeCalls(), [&] {
    engine.reset();
    throw std::runtime_error("enough");
  });
  EXPECT_THROW(engine->run(0, "", RuntimeOptions()), std::runtime_error);
  EXPECT_EQ(calls, 2);
}

TEST_F(EngineLife, DestroyedByAnotherThreadWhileItRuns) {
  std::unique_ptr<Engine> engine;
  engine = makeEngine(threeCalls(), [&] { std::thread([&] { engine.reset(); }).join(); });
  engine->run();
  EXPECT_EQ(calls, 2);
}

TEST_F(EngineLife, MovedToItself) {
  const auto engine = makeEngine(threeCalls(), [] {});
  Engine &same = *engine;
  *engine = std::move(same);
  engine->run();
  EXPECT_EQ(calls, 3);
}

TEST_F(EngineLife, EveryEndWritesTheReport) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("engine_life_" + std::to_string(getpid()));
  const auto in = [&](const char *name) {
    return OptionFlags{{"autoReport.all", "true"},
                       {"autoReport.directory", (folder / name).string()}};
  };
  {
    std::unique_ptr<Engine> engine;
    engine = makeEngine(threeCalls(), [&] { engine.reset(); }, in("destroyed"));
    engine->run();
    Engine replaced(graph, Sequence(), in("replaced"));
    replaced = Engine(graph, Sequence());
  }
  EXPECT_FALSE(std::filesystem::is_empty(folder / "destroyed"));
  EXPECT_FALSE(std::filesystem::is_empty(folder / "replaced"));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace diagnostics
