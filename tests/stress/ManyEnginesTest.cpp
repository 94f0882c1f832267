// SPDX-License-Identifier: MIT
// Engines of one executable, each in its own host thread and on its own device, do not disturb
// one another.
#include "StressTest.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace {

using namespace poplar;
using namespace poplar::program;

TEST(ManyEngines, RunInThreadsOfTheirOwn) {
  constexpr unsigned kThreads = 4, kRuns = 10, kSteps = 20, kPerTile = 5;
  std::vector<Device> devices;
  for (unsigned i = 0; i < kThreads; ++i)
    devices.push_back(stress::attachedDevice(1));
  stress::Ring ring(devices[0].getTarget(), kPerTile);
  Executable executable = compileGraph(ring.graph, {Repeat(kSteps, ring.superstep)});

  std::vector<int> wrong(kThreads, -1);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      Engine engine(executable);
      engine.load(devices[i]);
      wrong[i] = 0;
      for (unsigned run = 0; run < kRuns; ++run) {
        std::vector<unsigned> values = stress::counting(ring.numTiles * kPerTile, i * 1000 + run);
        const auto expected = stress::Ring::expected(values, kPerTile, kSteps);
        engine.writeTensor("values", values.data(), values.data() + values.size());
        engine.run();
        engine.readTensor("values", values.data(), values.data() + values.size());
        wrong[i] += values != expected;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
}

TEST(ManyEngines, GraphsAreBuiltInThreadsOfTheirOwn) {
  constexpr unsigned kThreads = 4;
  std::vector<int> right(kThreads, 0);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i)
    threads.emplace_back([&right, i] {
      Device device = stress::attachedDevice(1);
      stress::Ring ring(device.getTarget(), 3);
      Engine engine(ring.graph, ring.superstep);
      engine.load(device);
      std::vector<unsigned> values = stress::counting(ring.numTiles * 3, i);
      const auto expected = stress::Ring::expected(values, 3, 1);
      engine.writeTensor("values", values.data(), values.data() + values.size());
      engine.run();
      engine.readTensor("values", values.data(), values.data() + values.size());
      right[i] = values == expected;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, std::vector<int>(kThreads, 1));
}

} // namespace
