// SPDX-License-Identifier: MIT
// Programs that are long, deep or run many supersteps.
#include "StressTest.hpp"

#include <gtest/gtest.h>

namespace {

using namespace poplar;
using namespace poplar::program;

/// One counter on one tile, and the step that raises it.
struct Counter {
  Device device = stress::attachedDevice(1);
  Graph graph{device.getTarget()};
  Tensor value;
  ComputeSet increment;

  Counter() {
    graph.addCodelets(STRESS_CODELETS);
    value = graph.addVariable(UNSIGNED_INT, {}, "counter");
    graph.setTileMapping(value, 7);
    increment = graph.addComputeSet("increment");
    graph.setTileMapping(graph.addVertex(increment, "Increment", {{"value", value}}), 7);
    graph.createHostRead("counter", value);
  }

  unsigned run(const Program &program) {
    Engine engine(graph, program);
    engine.load(device);
    engine.run();
    unsigned result = 0;
    engine.readTensor("counter", &result, &result + 1);
    return result;
  }
};

TEST(DeepPrograms, NestRepeatsAndSequences) {
  Counter counter;
  Sequence program(Execute(counter.increment));
  for (int depth = 0; depth < 2000; ++depth)
    program = Sequence(Repeat(1, program), Sequence());
  EXPECT_EQ(counter.run(program), 1u);
}

TEST(DeepPrograms, NestBranches) {
  Counter counter;
  Tensor yes = counter.graph.addConstant(BOOL, {}, true, "yes");
  counter.graph.setTileMapping(yes, 0);
  Program program = Execute(counter.increment);
  for (int depth = 0; depth < 500; ++depth)
    program = If(yes, program, Sequence());
  EXPECT_EQ(counter.run(program), 1u);
}

TEST(DeepPrograms, CallFunctionsThatCallFunctions) {
  Counter counter;
  Function twice = counter.graph.addFunction(Execute(counter.increment));
  for (int depth = 0; depth < 10; ++depth)
    twice = counter.graph.addFunction(Sequence(Call(twice), Call(twice)));
  EXPECT_EQ(counter.run(Call(twice)), 1024u);
}

TEST(DeepPrograms, HoldManySteps) {
  Counter counter;
  Sequence program; // nearly as many as a tile has room for
  for (int step = 0; step < 30000; ++step)
    program.add(Execute(counter.increment));
  EXPECT_EQ(counter.run(program), 30000u);
}

TEST(DeepPrograms, RunManySupersteps) {
  Counter counter;
  EXPECT_EQ(counter.run(Repeat(1000, Repeat(1000, Execute(counter.increment)))), 1000000u);
}

TEST(DeepPrograms, ExchangeForThousandsOfSupersteps) {
  constexpr unsigned kSteps = 3000, kPerTile = 2;
  Device device = stress::attachedDevice(1);
  stress::Ring ring(device.getTarget(), kPerTile);
  for (const char *exchange : {"inplace", "copy"}) {
    Engine engine(ring.graph, Repeat(kSteps, ring.superstep), {{"poplar_emu.exchange", exchange}});
    engine.load(device);
    std::vector<unsigned> values = stress::counting(ring.numTiles * kPerTile, 5);
    const auto expected = stress::Ring::expected(values, kPerTile, kSteps);
    engine.writeTensor("values", values.data(), values.data() + values.size());
    engine.run();
    engine.readTensor("values", values.data(), values.data() + values.size());
    EXPECT_EQ(values, expected) << exchange;
  }
}

} // namespace
