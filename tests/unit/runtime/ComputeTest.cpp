// SPDX-License-Identifier: MIT
// Supersteps: gather, compute, scatter; what vertices see; what is reported afterwards.
#include "PlanBuilder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace poplar_emu::runtime::test {
namespace {

using testing::HasSubstr;

struct AddOne {
  std::int32_t *data;
  std::int32_t count;
  bool compute(TileContext &) {
    for (std::int32_t i = 0; i < count; ++i)
      ++data[i];
    return true;
  }
};

AddOne addOne(plan::Address data, std::int32_t count) {
  AddOne vertex{};
  std::memcpy(&vertex, &data, sizeof data);
  vertex.count = count;
  return vertex;
}

class EveryExecutor : public testing::TestWithParam<ExecutorKind> {};

INSTANTIATE_TEST_SUITE_P(All, EveryExecutor, testing::ValuesIn(executorKinds()));

TEST_P(EveryExecutor, RunsVerticesInPlace) {
  PlanBuilder b(8);
  const plan::Address data = b.allocate(8 * 16 * 4);
  const std::uint32_t type = b.vertexType<AddOne>("AddOne"), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 8; ++tile) {
    std::vector<AddOne> vertices;
    for (std::uint32_t v = 0; v < 4; ++v)
      vertices.push_back(addOne(data + tile * 64 + v * 16, 4));
    b.tileWork(cs, type, tile, vertices, {offsetof(AddOne, data)});
  }
  b.program({PlanBuilder::computeStep(cs), PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(read<std::int32_t>(*runtime, data, 128), std::vector<std::int32_t>(128, 2));
  runtime->run(0);
  EXPECT_EQ(read<std::int32_t>(*runtime, data, 128), std::vector<std::int32_t>(128, 4));
  runtime->load();
  EXPECT_EQ(read<std::int32_t>(*runtime, data, 128), std::vector<std::int32_t>(128, 0));
}

TEST_P(EveryExecutor, GathersBeforeAndScattersAfter) {
  PlanBuilder b(2);
  const plan::Address data = b.allocateWith<std::int32_t>({1, 2, 3, 4, 5, 6, 7, 8});
  const plan::Address scratch = b.allocate(64);
  const std::uint32_t type = b.vertexType<AddOne>("AddOne"), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 2; ++tile) {
    plan::TileWork &work =
        b.tileWork(cs, type, tile, std::vector{addOne(scratch + tile * 16, 4)}, {0});
    // Tile 0 works on the even elements, tile 1 on the odd ones.
    plan::ComputeStep &step = b.plan.computes[cs];
    work.gatherBegin = work.scatterBegin = tile;
    work.gatherEnd = work.scatterEnd = tile + 1;
    step.gathers.moves.push_back({data + tile * 4, scratch + tile * 16, 4, tile});
    step.gathers.patterns.push_back({plan::PatternKind::Nest, 1, tile});
    step.gathers.loops.push_back({4, 8, 4});
    step.scatters.moves.push_back({scratch + tile * 16, data + tile * 4, 4, tile});
    step.scatters.patterns.push_back({plan::PatternKind::Nest, 1, tile});
    step.scatters.loops.push_back({4, 4, 8});
  }
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(read<std::int32_t>(*runtime, data, 8),
            (std::vector<std::int32_t>{2, 3, 4, 5, 6, 7, 8, 9}));
}

struct Random {
  std::uint32_t *out;
  bool compute(TileContext &context) {
    *out = static_cast<std::uint32_t>(poplar_emu_nextRandom(context.prng) >> 32) ^ context.tile;
    return true;
  }
};

std::vector<std::uint32_t> randomNumbers(ExecutorKind kind, std::uint64_t seed) {
  PlanBuilder b(16, 2);
  const plan::Address out = b.allocate(16 * 12 * 4);
  const std::uint32_t type = b.vertexType<Random>("Random", UsesContext::Yes), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 16; ++tile) {
    std::vector<Random> vertices(12);
    for (std::uint64_t v = 0; v < 12; ++v) {
      const plan::Address place = out + (tile * 12 + v) * 4;
      std::memcpy(&vertices[v], &place, sizeof place);
    }
    b.tileWork(cs, type, tile, vertices, {0});
  }
  b.program({PlanBuilder::computeStep(cs)});
  RuntimeSettings settings = PlanBuilder::settingsFor(kind);
  settings.prngSeed = seed;
  const auto runtime = b.build(settings);
  runtime->load();
  runtime->run(0);
  runtime->run(0);
  std::vector<std::uint32_t> numbers = read<std::uint32_t>(*runtime, out, 192, 0);
  const std::vector<std::uint32_t> others = read<std::uint32_t>(*runtime, out, 192, 1);
  numbers.insert(numbers.end(), others.begin(), others.end());
  return numbers;
}

TEST_P(EveryExecutor, RandomNumbersDependOnlyOnReplicaTileAndWorker) {
  const std::vector<std::uint32_t> numbers = randomNumbers(GetParam(), 42);
  EXPECT_EQ(numbers, randomNumbers(ExecutorKind::Serial, 42));
  EXPECT_NE(numbers, randomNumbers(GetParam(), 43));
  std::vector<std::uint32_t> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

struct Printer {
  bool compute(TileContext &context) {
    const std::string text = "t" + std::to_string(context.tile) + "w" +
                             std::to_string(context.worker) + "i" +
                             std::to_string(context.instance) + " ";
    context.print(&context, text.data(), text.size());
    context.print(&context, "\n", 1);
    return true;
  }
};

TEST_P(EveryExecutor, PrintsInTileWorkerInstanceOrder) {
  PlanBuilder b(4);
  const std::uint32_t type = b.vertexType<Printer>("Printer", UsesContext::Yes),
                      cs = b.compute("cs");
  for (const std::uint32_t tile : {3U, 1U})
    b.tileWork(cs, type, tile, std::vector<Printer>(8));
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  std::ostringstream out;
  runtime->setPrintStream(out);
  runtime->load();
  runtime->run(0);
  std::string expected;
  for (const int tile : {1, 3})
    for (int worker = 0; worker < 6; ++worker)
      for (int i = worker; i < 8; i += 6)
        expected += "t" + std::to_string(tile) + "w" + std::to_string(worker) + "i" +
                    std::to_string(i) + " \n";
  EXPECT_EQ(out.str(), expected);
}

struct Verdict {
  bool result;
  bool compute(TileContext &) { return result; }
};

std::unique_ptr<Runtime> verdicts(ExecutorKind kind, const std::vector<bool> &results,
                                  VertexFalse vertexFalse, plan::Address *status) {
  PlanBuilder b(static_cast<std::uint32_t>(results.size()));
  const std::uint32_t type = b.vertexType<Verdict>("app::Verdict"), cs = b.compute("check");
  for (std::uint32_t tile = 0; tile < results.size(); ++tile)
    b.tileWork(cs, type, tile, std::vector<Verdict>{{true}, {results[tile]}});
  if (status != nullptr) b.plan.computes[cs].status = *status = b.allocate(1);
  b.program({PlanBuilder::computeStep(cs), PlanBuilder::computeStep(cs)});
  RuntimeSettings settings = PlanBuilder::settingsFor(kind);
  settings.vertexFalse = vertexFalse;
  auto runtime = b.build(settings);
  runtime->load();
  return runtime;
}

TEST_P(EveryExecutor, StatusIsTheAndOfAllVertices) {
  plan::Address status = 0;
  std::ostringstream warnings;
  for (const bool last : {true, false}) {
    const auto runtime =
        verdicts(GetParam(), {true, true, true, true, last}, VertexFalse::Error, &status);
    runtime->setWarningStream(warnings);
    runtime->run(0);
    EXPECT_EQ(read<std::uint8_t>(*runtime, status, 1)[0], last ? 1 : 0);
  }
  EXPECT_EQ(warnings.str(), "");
}

TEST_P(EveryExecutor, WarnsOncePerTypeAndRunAboutFalse) {
  const auto runtime = verdicts(GetParam(), {true, false, true, false}, VertexFalse::Warn, nullptr);
  std::ostringstream warnings;
  runtime->setWarningStream(warnings);
  runtime->run(0);
  const std::string once = "warning[PE0603]: compute() returned false in compute set 'check'\n"
                           "  --> prog.cpp:20   app::Verdict#3 (tile 1, instance 1)\n"
                           "  further vertices of this type are not reported in this run\n";
  EXPECT_EQ(warnings.str(), once);
  runtime->run(0);
  EXPECT_EQ(warnings.str(), once + once);
}

TEST_P(EveryExecutor, FalseIsAnErrorOnRequest) {
  const auto runtime =
      verdicts(GetParam(), {true, false, true, false}, VertexFalse::Error, nullptr);
  EXPECT_THAT(messageOf([&] { runtime->run(0); }),
              testing::AllOf(HasSubstr("PE0603"), HasSubstr("app::Verdict#3 (tile 1")));
}

struct Thrower {
  std::uint32_t number;
  bool compute(TileContext &) {
    if (number % 3 == 2) throw std::runtime_error("vertex " + std::to_string(number));
    return true;
  }
};

TEST_P(EveryExecutor, TheFirstOfManyExceptionsIsReported) {
  PlanBuilder b(64);
  const std::uint32_t type = b.vertexType<Thrower>("Thrower"), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 64; ++tile)
    b.tileWork(cs, type, tile, std::vector<Thrower>{{tile}});
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  for (int round = 0; round < 5; ++round) {
    runtime->load();
    EXPECT_THAT(messageOf([&] { runtime->run(0); }),
                testing::AllOf(HasSubstr("PE0602"), HasSubstr("Thrower#2 (tile 2, instance 0)"),
                               HasSubstr("C++ exception: vertex 2")));
    EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0509"));
  }
}

struct Counter {
  std::int32_t *out;
  bool compute(TileContext &context) {
    *out = ++*static_cast<std::int32_t *>(context.statics);
    return true;
  }
};

TEST_P(EveryExecutor, StaticsLiveOncePerTileAndReplica) {
  PlanBuilder b(3, 2);
  const plan::Address out = b.allocate(3 * 2 * 4);
  const std::uint32_t type = b.vertexType<Counter>("Counter", UsesContext::Yes, HasStatics::Yes),
                      cs = b.compute("cs");
  b.code.statics.bytes = 4;
  b.code.statics.initialise = [](void *image) { *static_cast<std::int32_t *>(image) = 100; };
  for (std::uint32_t tile = 0; tile < 3; ++tile) {
    std::vector<Counter> vertices(2);
    for (std::uint64_t v = 0; v < 2; ++v) {
      const plan::Address place = out + (tile * 2 + v) * 4;
      std::memcpy(&vertices[v], &place, sizeof place);
    }
    b.tileWork(cs, type, tile, vertices, {0});
  }
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  runtime->load();
  runtime->run(0);
  runtime->run(0);
  const std::vector<std::int32_t> expected{103, 104, 103, 104, 103, 104};
  EXPECT_EQ(read<std::int32_t>(*runtime, out, 6, 0), expected);
  EXPECT_EQ(read<std::int32_t>(*runtime, out, 6, 1), expected);
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(read<std::int32_t>(*runtime, out, 2), (std::vector<std::int32_t>{101, 102}));
}

struct State {
  std::int32_t count;
  bool compute(TileContext &) {
    ++count;
    return true;
  }
};

TEST(Compute, VertexStateSurvivesRunButNotLoad) {
  PlanBuilder b(1);
  const std::uint32_t type = b.vertexType<State>("State"), cs = b.compute("cs");
  b.tileWork(cs, type, 0, std::vector<State>{{5}});
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build();
  const auto count = [&] {
    return read<std::int32_t>(*runtime, runtime->plan().memory.instances, 1)[0];
  };
  runtime->load();
  runtime->run(0);
  runtime->run(0);
  EXPECT_EQ(count(), 7);
  runtime->load();
  EXPECT_EQ(count(), 5);
}

struct Slow {
  std::int32_t *out;
  bool compute(TileContext &) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    ++*out;
    return true;
  }
};

// Few bytes, much time: the step starts inline and goes to the pool, and no vertex runs twice.
TEST_P(EveryExecutor, SmallStepsMayChangeTheirMind) {
  PlanBuilder b(20);
  const plan::Address out = b.allocate(20 * 4);
  const std::uint32_t type = b.vertexType<Slow>("Slow"), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 20; ++tile) {
    std::vector<Slow> vertices(1);
    const plan::Address place = out + tile * 4;
    std::memcpy(vertices.data(), &place, sizeof place);
    b.tileWork(cs, type, tile, vertices, {0});
  }
  b.plan.computes[cs].costEstimate = 80;
  b.program({PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(GetParam()));
  runtime->load();
  for (int round = 1; round < 4; ++round) {
    runtime->run(0);
    EXPECT_EQ(read<std::int32_t>(*runtime, out, 20), std::vector<std::int32_t>(20, round));
  }
}

struct Registers {
  std::uint32_t *out;
  bool compute(TileContext &context) {
    out[0] = context.csr[7]++;
    out[1] = context.numWorkers;
    out[2] = static_cast<std::uint32_t>(*context.cycles);
    return true;
  }
};

TEST(Compute, ContextShowsRegistersWorkersAndCycles) {
  PlanBuilder b(1);
  const plan::Address out = b.allocate(12);
  const std::uint32_t type = b.vertexType<Registers>("Registers", UsesContext::Yes),
                      cs = b.compute("cs");
  std::vector<Registers> vertices(1);
  std::memcpy(vertices.data(), &out, sizeof out);
  b.tileWork(cs, type, 0, vertices, {0});
  b.plan.computes[cs].cycles = 1000;
  b.program({PlanBuilder::computeStep(cs), PlanBuilder::computeStep(cs)});
  RuntimeSettings settings = PlanBuilder::serialSettings();
  settings.cycles.sync = 7;
  const auto runtime = b.build(settings);
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(read<std::uint32_t>(*runtime, out, 3), (std::vector<std::uint32_t>{0, 6, 1007}));
  EXPECT_EQ(runtime->cycles(), 2014U);
}

} // namespace
} // namespace poplar_emu::runtime::test
