// SPDX-License-Identifier: MIT
// Random graphs on the emulator against the reference interpreter, for every executor and exchange.
#include "RandomGraph.hpp"

#include <poplar/DeviceManager.hpp>
#include <poplar/IPUModel.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

namespace differential {
namespace {

unsigned fromEnvironment(const char *name, unsigned fallback) {
  const char *text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : fallback;
}

struct Machine {
  unsigned ipus, tiles;
};

void runSeed(unsigned seed, const poplar::OptionFlags &options) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  static constexpr Machine kMachines[] = {{1, 1}, {1, 4}, {1, 9}, {2, 5}};
  const Machine &machine = kMachines[seed % 4];
  poplar::IPUModel model;
  model.numIPUs = machine.ipus;
  model.tilesPerIPU = machine.tiles;
  poplar::Device device = model.createDevice();

  RandomGraph random(device.getTarget(), seed, DIFFERENTIAL_CODELETS);
  Step step = random.randomProgram(2);
  reference::Memory memory = random.initialMemory();
  memory.back()[0] = seed % 5; // the flag

  poplar::Engine engine(random.graph(), step.program, options);
  engine.load(device);
  random.write(engine, memory);
  engine.run(0);
  step.effect(memory);
  const reference::Memory actual = random.read(engine);
  for (std::size_t id = 0; id < memory.size(); ++id)
    ASSERT_EQ(actual[id], memory[id])
        << "variable v" << id << ", repeat with DIFFERENTIAL_FIRST=" << seed
        << " DIFFERENTIAL_COUNT=1";
}

/// DIFFERENTIAL_FIRST and DIFFERENTIAL_COUNT choose the seeds.
void runSeeds(const poplar::OptionFlags &options, unsigned defaultCount) {
  const unsigned first = fromEnvironment("DIFFERENTIAL_FIRST", 0);
  const unsigned count = fromEnvironment("DIFFERENTIAL_COUNT", defaultCount);
  for (unsigned seed = first; seed < first + count; ++seed) {
    runSeed(seed, options);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Differential, InPlaceOperandsOnTbb) {
  runSeeds({}, 1500);
}

TEST(Differential, EverythingRemoteIsGathered) {
  runSeeds({{"poplar_emu.exchange", "copy"}, {"poplar_emu.executor", "serial"}}, 800);
}

TEST(Differential, ThreadExecutor) {
  runSeeds({{"poplar_emu.executor", "thread"}}, 300);
}

/// The programs start from memory that the host has written, so nothing is ever undefined.
TEST(Differential, ChecksReportNothing) {
  runSeeds({{"poplar_emu.checks", "true"}}, 300);
  runSeeds({{"poplar_emu.checks", "true"}, {"poplar_emu.exchange", "copy"}}, 300);
}

} // namespace
} // namespace differential
