// SPDX-License-Identifier: MIT
// Random graphs on the emulator against the reference interpreter, for every executor and exchange.
#include "RandomGraph.hpp"

#include <poplar/DeviceManager.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar_emu/Observe.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>
#include <map>
#include <string>

namespace differential {
namespace {

unsigned fromEnvironment(const char *name, unsigned fallback) {
  const char *text = std::getenv(name);
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : fallback;
}

struct Machine {
  unsigned ipus, tiles, replicas = 1; ///< of each replica
};

constexpr Machine kMachines[] = {{1, 1}, {1, 4}, {1, 9}, {2, 5}, {1, 4, 2}, {2, 3, 3}};
constexpr unsigned kNumMachines = std::size(kMachines);

poplar::Device deviceOf(const Machine &machine) {
  poplar::IPUModel model;
  model.numIPUs = machine.ipus * machine.replicas;
  model.tilesPerIPU = machine.tiles;
  return model.createDevice();
}

enum class Programs { Any, Copies };

/// Returns how many steps the program took.
unsigned runSeed(unsigned seed, const poplar::OptionFlags &options,
                 Programs programs = Programs::Any) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Machine &machine = kMachines[seed % kNumMachines];
  const poplar::Device device = deviceOf(machine);

  RandomGraph random(device.getTarget(), machine.replicas, seed, DIFFERENTIAL_CODELETS);
  Step step = programs == Programs::Copies ? random.randomCopies(20) : random.randomProgram(2);
  reference::World world = random.initialWorld(seed % 5);

  poplar::Engine engine(random.graph(), step.program, options);
  unsigned steps = 0;
  if (programs == Programs::Copies)
    poplar_emu::observe(engine, [&](const poplar_emu::Superstep &) { ++steps; });
  engine.load(device);
  random.write(engine, world);
  engine.run(0);
  step.effect(world);
  const reference::World actual = random.read(engine);
  for (std::size_t replica = 0; replica < world.size(); ++replica)
    for (std::size_t id = 0; id < world[replica].size(); ++id)
      EXPECT_EQ(actual[replica][id], world[replica][id])
          << "variable v" << id << " of replica " << replica
          << ", repeat with DIFFERENTIAL_FIRST=" << seed << " DIFFERENTIAL_COUNT=1";
  return steps;
}

/// DIFFERENTIAL_FIRST and DIFFERENTIAL_COUNT choose the seeds.
void runSeeds(const poplar::OptionFlags &options, unsigned defaultCount) {
  const unsigned first = fromEnvironment("DIFFERENTIAL_FIRST", 0);
  const unsigned count = fromEnvironment("DIFFERENTIAL_COUNT", defaultCount);
  for (unsigned seed = first; seed < first + count; ++seed) {
    runSeed(seed, options);
    if (testing::Test::HasFailure()) return;
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

/// Copies that are executed together do what they do one after the other.
TEST(Differential, JoinedCopies) {
  unsigned joined = 0, alone = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    joined += runSeed(seed, {}, Programs::Copies);
    alone += runSeed(seed, {{"opt.maxCopyMergeSize", "0"}}, Programs::Copies);
    if (HasFailure()) return;
  }
  EXPECT_LT(3 * joined, 2 * alone);
  EXPECT_GT(joined, 400u) << "copies that depend on each other stay apart";
}

/// Images that count cycles compute the same.
TEST(Differential, CountedCycles) {
  runSeeds({{"poplar_emu.vertexCycles", "counted"}}, 300);
}

/// What steps take is divided into parts without a rest, with both sets of constants.
TEST(Differential, PartsOfCyclesAddUp) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Machine &machine = kMachines[seed % kNumMachines];
    const poplar::Device device = deviceOf(machine);
    RandomGraph random(device.getTarget(), machine.replicas, seed, DIFFERENTIAL_CODELETS);
    const Step step = random.randomProgram(2);
    poplar::Engine engine(random.graph(), step.program,
                          {{"debug.instrument", "true"},
                           {"poplar_emu.vertexCycles", seed % 7 == 0 ? "counted" : "estimated"},
                           {"poplar_emu.cycleModel", seed % 2 == 0 ? "ipumodel" : "hardware"}});
    poplar_emu::observe(engine, [&](const poplar_emu::Superstep &done) {
      EXPECT_GT(done.cycles, 0u);
      EXPECT_EQ(done.cycles, done.computeCycles + done.exchangeCycles + done.globalExchangeCycles +
                                 done.hostCycles + done.syncCycles);
      EXPECT_LE(done.threadCycles, done.tileCycles);
      EXPECT_LE(done.tileCycles, done.computeCycles * done.activeTiles);
      if (done.kind == poplar_emu::Superstep::Kind::Compute && done.activeTiles != 0) {
        EXPECT_GT(done.threadCycles, 0u);
      }
    });
    engine.load(device);
    random.write(engine, random.initialWorld(seed % 5));
    engine.run(0);
    if (HasFailure()) return;
  }
}

/// The programs start from memory that the host has written, so nothing is ever undefined.
TEST(Differential, ChecksReportNothing) {
  runSeeds({{"poplar_emu.checks", "true"}}, 300);
  runSeeds({{"poplar_emu.checks", "true"}, {"poplar_emu.exchange", "copy"}}, 300);
}

std::uint64_t sumOfParts(const poplar::ProfileValue &parts) {
  std::uint64_t sum = 0;
  for (const auto &[name, cycles] : parts.asMap())
    sum += cycles.asUint();
  return sum;
}

/// All categories but control, of which no step knows.
std::map<std::string, std::uint64_t> sumByPart(const poplar::ProfileValue &list, const char *key) {
  std::map<std::string, std::uint64_t> sums;
  for (const poplar::ProfileValue &item : list.asVector())
    for (const auto &[name, cycles] : item[key].asMap())
      if (name != "control") sums[name] += cycles.asUint();
  return sums;
}

/// Of every figure of a profile the parts add up to the total, whatever the program.
void checkSums(unsigned seed, const poplar::OptionFlags &options) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Machine &machine = kMachines[seed % kNumMachines];
  const poplar::Device device = deviceOf(machine);
  RandomGraph random(device.getTarget(), machine.replicas, seed, DIFFERENTIAL_CODELETS);
  const Step step = random.randomProgram(2);
  const reference::World world = random.initialWorld(seed % 5);
  poplar::Engine engine(random.graph(), step.program, options);
  engine.load(device);
  random.write(engine, world);
  engine.run(0);
  engine.run(0);
  const poplar::ProfileValue profile = engine.getExecutionProfile();
  const poplar::ProfileValue &simulation = profile["simulation"];

  std::uint64_t total = 0;
  std::map<std::string, std::uint64_t> ofRuns;
  for (const poplar::ProfileValue &run : profile["runs"].asVector()) {
    ASSERT_EQ(run["cyclesByIPU"].size(), machine.ipus);
    for (const poplar::ProfileValue &ipu : run["cyclesByIPU"].asVector())
      ASSERT_EQ(sumOfParts(ipu), run["cycles"].asUint());
    total += run["cycles"].asUint();
    for (const auto &[name, cycles] : run["cyclesByIPU"][0].asMap())
      ofRuns[name] += cycles.asUint();
  }
  ASSERT_EQ(simulation["cycles"].asUint(), total);

  const poplar::ProfileValue &tile = simulation["tileCycles"];
  double sum = 0;
  for (const char *part : {"compute", "doExchange", "globalExchange", "streamCopy", "sync"}) {
    ASSERT_GE(tile[part].asDouble(), -1e-6) << part;
    sum += tile[part].asDouble();
  }
  ASSERT_NEAR(sum, static_cast<double>(total), 1e-6 * static_cast<double>(total) + 1e-6);
  ASSERT_LE(tile["activeCompute"].asDouble(), tile["compute"].asDouble() + 1e-6);

  ASSERT_EQ(simulation["stepsDropped"].asUint(), 0u);
  std::uint64_t ofSteps = 0;
  for (const poplar::ProfileValue &one : simulation["steps"].asVector()) {
    ASSERT_EQ(one["cyclesTo"].asUint() - one["cyclesFrom"].asUint(), one["cycles"].asUint());
    ofSteps += one["cycles"].asUint();
  }
  const auto totals = sumByPart(profile["totals"], "cycles");
  std::uint64_t ofTotals = 0;
  for (const auto &[name, cycles] : totals) {
    ofTotals += cycles;
    // With one IPU steps follow one another, and only syncs stand alone.
    if (machine.ipus == 1 && name != "sync") {
      ASSERT_EQ(cycles, ofRuns[name]) << name;
    }
  }
  ASSERT_EQ(ofSteps, ofTotals);
}

TEST(Differential, PartsOfProfilesAddUp) {
  const unsigned first = fromEnvironment("DIFFERENTIAL_FIRST", 0);
  const unsigned count = fromEnvironment("DIFFERENTIAL_COUNT", 300);
  for (unsigned seed = first; seed < first + count; ++seed) {
    checkSums(seed, {});
    checkSums(seed, {{"debug.instrument", "true"}, {"poplar_emu.vertexCycles", "estimated"}});
    if (seed % 3 == 0) checkSums(seed, {{"debug.instrument", "true"}});
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// What a run says when one variable was never written: "" nothing, "run" that the program reads
/// it, else which variable the host cannot read afterwards, and how many of its bytes.
std::string outcomeWithoutOneVariable(unsigned seed, poplar::OptionFlags options) {
  options.set("poplar_emu.checks", "true");
  const Machine &machine = kMachines[seed % kNumMachines];
  const poplar::Device device = deviceOf(machine);
  RandomGraph random(device.getTarget(), machine.replicas, seed, DIFFERENTIAL_CODELETS);
  const Step step = random.randomProgram(2);
  const reference::World world = random.initialWorld(seed % 5);
  poplar::Engine engine(random.graph(), step.program, options);
  engine.load(device);
  random.write(engine, world, seed % random.numVariables());
  try {
    engine.run(0);
  } catch (const poplar::application_runtime_error &error) {
    EXPECT_NE(std::string(error.what()).find("PE0607"), std::string::npos) << error.what();
    return "run";
  }
  try {
    random.read(engine);
  } catch (const poplar::application_runtime_error &error) {
    const std::string text = error.what();
    const std::size_t amount = text.find(" bytes that");
    return text.substr(0, text.find('\n')) + text.substr(text.rfind('\n', amount), 20);
  }
  return "";
}

/// Where operands lie and who runs the tiles does not change what is found.
TEST(Differential, ChecksAgreeInAllModes) {
  std::map<std::string, unsigned> outcomes;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string inPlace = outcomeWithoutOneVariable(seed, {});
    ASSERT_EQ(outcomeWithoutOneVariable(
                  seed, {{"poplar_emu.exchange", "copy"}, {"poplar_emu.executor", "serial"}}),
              inPlace);
    ++outcomes[inPlace == "run" || inPlace.empty() ? inPlace : "read"];
  }
  EXPECT_GT(outcomes["run"], 30u);
  EXPECT_GT(outcomes["read"], 30u);
}

} // namespace
} // namespace differential
