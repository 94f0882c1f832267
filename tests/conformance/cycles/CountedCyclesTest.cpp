// SPDX-License-Identifier: MIT
// Cycles of vertices without an estimate, as cycleCount shows them.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

#include <cstdio>

using namespace poplar;

/// 13 slots, and per element 5: load; sum; store; compare; branch.
class AddOne : public Vertex {
 public:
  InOut<Vector<float>> data;
  void compute() {
    for (unsigned i = 0; i < data.size(); ++i)
      data[i] = data[i] + 1.0f;
  }
};

class AddOneEach : public MultiVertex {
 public:
  InOut<Vector<float>> data;
  void compute(unsigned worker) {
    for (unsigned i = worker; i < data.size(); i += numWorkers())
      data[i] = data[i] + 1.0f;
  }
};

class AddOneAloud : public Vertex {
 public:
  InOut<Vector<float>> data;
  void compute() {
    for (unsigned i = 0; i < data.size(); ++i)
      data[i] = data[i] + 1.0f;
    std::printf("done\n");
  }
};

class CountDown : public Vertex {
 public:
  InOut<unsigned> left;
  void compute() {
    unsigned steps = 0;
    for (unsigned n = *left; n != 1; ++steps)
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    *left = steps;
  }
};
#else
#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

using namespace poplar;

namespace {

constexpr std::uint64_t kSlotsOfAddOne = 13; ///< besides 5 an element

/// A compute set between two cycle stamps.
class Measured {
 public:
  Measured() : graph_(device().getTarget()), set_(graph_.addComputeSet("measured")) {
    graph_.addCodelets(__FILE__);
  }

  VertexRef add(const std::string &type, unsigned elements, unsigned tile = 0) {
    Tensor data = graph_.addVariable(FLOAT, {elements}, "data");
    graph_.setTileMapping(data, tile);
    VertexRef vertex = graph_.addVertex(set_, type, {{"data", data}});
    graph_.setTileMapping(vertex, tile);
    return vertex;
  }
  Graph &graph() { return graph_; }
  ComputeSet &set() { return set_; }

  /// Nothing can be added any more.
  Measured &finish() {
    program_.add(program::Execute(set_));
    graph_.createHostRead("cycles", cycleCount(graph_, program_, 0, SyncType::INTERNAL), true);
    return *this;
  }
  Engine &engine(const OptionFlags &options = {}) {
    engine_.emplace_back(graph_, program_, options);
    engine_.back().load(device());
    return engine_.back();
  }
  static std::uint64_t run(Engine &engine) {
    engine.run();
    std::uint32_t words[2] = {};
    engine.readTensor("cycles", words, words + 2);
    return words[0] | std::uint64_t{words[1]} << 32;
  }
  std::uint64_t cycles(const OptionFlags &options = {}) { return run(engine(options)); }

 private:
  static Device &device() {
    static Device model = IPUModel().createDevice();
    return model;
  }

  Graph graph_;
  ComputeSet set_;
  program::Sequence program_;
  std::vector<Engine> engine_;
};

/// What the same vertices cost with these estimates instead.
std::uint64_t cyclesWithEstimates(const std::string &type, const std::vector<unsigned> &elements,
                                  const std::function<std::uint64_t(unsigned)> &estimate) {
  Measured measured;
  for (const unsigned n : elements)
    measured.graph().setPerfEstimate(measured.add(type, n), estimate(n));
  return measured.finish().cycles();
}

#ifdef POPLAR_EMU_SANITIZE
#define COUNTED(name) DISABLED_##name // nothing is counted there
#else
#define COUNTED(name) name
#endif

// "A tile's workers take turns": seven vertices on six workers.
TEST(CountedCycles, COUNTED(CountLikeAnEstimateOfTheirSlots)) {
  const std::vector<unsigned> sizes = {100, 20, 30, 40, 50, 60, 70};
  Measured counted;
  for (const unsigned n : sizes)
    counted.add("AddOne", n);
  EXPECT_EQ(counted.finish().cycles(), cyclesWithEstimates("AddOne", sizes, [](unsigned n) {
              return kSlotsOfAddOne + 5 * n;
            }));
}

TEST(CountedCycles, COUNTED(AMultiVertexCostsItsSlowestWorker)) {
  const auto measure = [](unsigned n) {
    Measured counted;
    counted.add("AddOneEach", n);
    return counted.finish().cycles();
  };
  EXPECT_EQ(measure(1200) - measure(600), 6u * 5 * 100);
}

TEST(CountedCycles, COUNTED(PrintingHidesNoCycles)) {
  const auto measure = [](unsigned n) {
    Measured counted;
    counted.add("AddOneAloud", n);
    Engine &engine = counted.finish().engine();
    std::ostringstream out;
    engine.setPrintStream(out);
    const std::uint64_t cycles = Measured::run(engine);
    EXPECT_EQ(out.str(), "done\n");
    return cycles;
  };
  EXPECT_EQ(measure(200) - measure(100), 6u * 5 * 100);
}

TEST(CountedCycles, COUNTED(EstimatesTakePrecedence)) {
  Measured mixed;
  mixed.graph().setPerfEstimate(mixed.add("AddOne", 100), 5000);
  mixed.add("AddOne", 100);
  EXPECT_EQ(mixed.finish().cycles(), cyclesWithEstimates("AddOne", {100, 100}, [](unsigned) {
              return std::uint64_t{5000};
            }));
}

TEST(CountedCycles, COUNTED(FollowTheData)) {
  Measured counted;
  Tensor left = counted.graph().addVariable(UNSIGNED_INT, {}, "left");
  counted.graph().setTileMapping(left, 3);
  counted.graph().createHostWrite("left", left);
  counted.graph().setTileMapping(
      counted.graph().addVertex(counted.set(), "CountDown", {{"left", left}}), 3);
  Engine &engine = counted.finish().engine();
  const auto cyclesFrom = [&](unsigned start) {
    engine.writeTensor("left", &start, &start + 1);
    return Measured::run(engine);
  };
  const std::uint64_t three = cyclesFrom(3), twentySeven = cyclesFrom(27);
  EXPECT_LT(three, twentySeven);          // 7 and 111 steps
  EXPECT_EQ(cyclesFrom(27), twentySeven); // the same data, the same cycles
  EXPECT_GT((twentySeven - cyclesFrom(1)) * 7, (three - cyclesFrom(1)) * 100);
}

TEST(CountedCycles, DoNotDependOnTheExecutor) {
  Measured counted;
  for (unsigned i = 0; i < 4000; ++i)
    counted.add("AddOne", 10 + i % 97, i % 1472);
  const std::uint64_t serial = counted.finish().cycles({{"poplar_emu.executor", "serial"}});
  Measured again;
  for (unsigned i = 0; i < 4000; ++i)
    again.add("AddOne", 10 + i % 97, i % 1472);
  EXPECT_EQ(again.finish().cycles({{"poplar_emu.executor", "tbb"}}), serial);
}

TEST(CountedCycles, TheOptionKeepsTheDefaultEstimate) {
  Measured estimated;
  estimated.add("AddOne", 100);
  EXPECT_EQ(estimated.finish().cycles({{"poplar_emu.vertexCycles", "estimated"}}),
            cyclesWithEstimates("AddOne", {100}, [](unsigned) { return std::uint64_t{642}; }));
}

TEST(CountedCycles, COUNTED(WithoutACompilerTheDefaultEstimateStands)) {
  Measured counted;
  counted.add("AddOne", 100);
  counted.finish();
  const char *popc = std::getenv("POPLAR_EMU_POPC");
  const std::string before = popc ? popc : "";
  setenv("POPLAR_EMU_POPC", "/nonexistent/popc", 1);
  testing::internal::CaptureStderr();
  const std::uint64_t cycles = counted.cycles();
  const std::string said = testing::internal::GetCapturedStderr();
  if (popc)
    setenv("POPLAR_EMU_POPC", before.c_str(), 1);
  else
    unsetenv("POPLAR_EMU_POPC");
  EXPECT_THAT(said, testing::HasSubstr("are not counted"));
  EXPECT_EQ(cycles,
            cyclesWithEstimates("AddOne", {100}, [](unsigned) { return std::uint64_t{642}; }));
}

} // namespace
#endif
