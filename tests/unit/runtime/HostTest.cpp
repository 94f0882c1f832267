// SPDX-License-Identifier: MIT
// What the host sees and touches besides streams, and what goes between replicas.
#include "PlanBuilder.hpp"

#include "plan/RunObserver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace poplar_emu::runtime::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(HostHandles, ReadAndWriteBlocksOfReplicas) {
  PlanBuilder b(1, 2);
  const plan::Address a = b.allocate(8);
  b.hostRead("a", a, 8);
  b.hostWrite("a", a, 8);
  b.program({});
  const auto runtime = b.build();
  std::vector<std::int32_t> in{1, 2, 3, 4}, out(4);
  EXPECT_THAT(messageOf([&] { runtime->hostWrite("a", std::as_bytes(std::span(in))); }),
              HasSubstr("PE0504"));
  runtime->load();
  runtime->hostWrite("a", std::as_bytes(std::span(in)));
  EXPECT_THAT(read<std::int32_t>(*runtime, a, 2, 1), ElementsAre(3, 4));
  runtime->hostRead("a", std::as_writable_bytes(std::span(out)));
  EXPECT_EQ(out, in);
  out.assign(4, 0);
  runtime->hostRead("a", out.data());
  EXPECT_EQ(out, in);
  EXPECT_THAT(
      messageOf([&] { runtime->hostRead("a", std::as_writable_bytes(std::span(out).first(3))); }),
      AllOf(HasSubstr("PE0503"), HasSubstr("buffer of 12 bytes"), HasSubstr("16 bytes in all")));
  EXPECT_THAT(messageOf([&] { runtime->hostRead("b", out.data()); }), HasSubstr("PE0502"));
}

TEST(Load, InitialDataByReplica) {
  PlanBuilder b(1, 2);
  const plan::Address repeated = b.allocate(12), own = b.allocate(4), index = b.allocate(4);
  const auto bytes = [](std::int32_t value) {
    std::vector<std::byte> result(4);
    std::memcpy(result.data(), &value, 4);
    return result;
  };
  plan::InitialData data;
  data.address = repeated;
  data.count = 3;
  data.bytes = bytes(7);
  b.plan.memory.initialData.push_back(data);
  data.address = own;
  data.count = 1;
  data.bytes = bytes(1);
  data.perReplica = {{1, bytes(-1)}};
  b.plan.memory.initialData.push_back(data);
  b.plan.memory.replicaIndexAddresses.push_back(index);
  b.program({});
  const auto runtime = b.build();
  runtime->load();
  EXPECT_THAT(read<std::int32_t>(*runtime, repeated, 3, 1), ElementsAre(7, 7, 7));
  EXPECT_EQ(read<std::int32_t>(*runtime, own, 1, 0)[0], 1);
  EXPECT_EQ(read<std::int32_t>(*runtime, own, 1, 1)[0], -1);
  EXPECT_EQ(read<std::int32_t>(*runtime, index, 1, 1)[0], 1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(runtime->replicaMemory(0)) % 64, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(runtime->replicaMemory(1)) % 64, 0U);
}

class RemoteBufferTest : public testing::TestWithParam<ExecutorKind> {
 protected:
  void SetUp() override {
    PlanBuilder b(1, 2);
    data = b.allocate(3 * 8);
    indices = b.allocate(3 * 4);
    b.plan.remoteBuffers.push_back({"rows", ElementType::Int, 8, 10});
    plan::RemoteStep step;
    step.name = "exchange rows";
    step.rows = 3;
    for (std::uint64_t i = 0; i < 3; ++i)
      step.rowIndices.push_back(indices + i * 4);
    step.moves = contiguous(data, 0, 24);
    const plan::Step save = PlanBuilder::add(b.plan.remoteSteps, plan::StepKind::RemoteWrite, step);
    step.moves = contiguous(0, data, 24);
    const plan::Step load = PlanBuilder::add(b.plan.remoteSteps, plan::StepKind::RemoteRead, step);
    step.rowIndices.clear();
    step.rows = 1;
    step.moves = contiguous(0, data, 8);
    const plan::Step loadFirst =
        PlanBuilder::add(b.plan.remoteSteps, plan::StepKind::RemoteRead, step);
    b.program({save});
    b.program({load});
    b.program({loadFirst});
    runtime = b.build(PlanBuilder::settingsFor(GetParam()));
    runtime->load();
  }

  void set(std::vector<std::uint32_t> rows, std::int32_t first) {
    for (const std::uint32_t replica : {0U, 1U}) {
      const auto offset = static_cast<std::int32_t>(100 * replica);
      write(*runtime, indices, rows, replica);
      std::vector<std::int32_t> values(6);
      for (std::int32_t i = 0; i < 6; ++i)
        values[i] = first + i + offset;
      write(*runtime, data, values, replica);
    }
  }
  std::vector<std::int32_t> row(std::uint64_t index, std::uint32_t replica) {
    std::vector<std::int32_t> values(2);
    runtime->copyFromRemoteBuffer("rows", index, replica,
                                  std::as_writable_bytes(std::span(values)));
    return values;
  }

  std::unique_ptr<Runtime> runtime;
  plan::Address data = 0, indices = 0;
};

INSTANTIATE_TEST_SUITE_P(All, RemoteBufferTest, testing::ValuesIn(executorKinds()));

TEST_P(RemoteBufferTest, WritesAndReadsRowsByIndex) {
  set({7, 2, 9}, 1);
  runtime->run(0);
  EXPECT_THAT(row(7, 0), ElementsAre(1, 2));
  EXPECT_THAT(row(2, 1), ElementsAre(103, 104));
  EXPECT_THAT(row(9, 0), ElementsAre(5, 6));
  EXPECT_THAT(row(0, 0), ElementsAre(0, 0));
  set({9, 7, 0}, 50);
  runtime->run(1);
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 6, 1), ElementsAre(105, 106, 101, 102, 0, 0));
}

TEST_P(RemoteBufferTest, ConsecutiveRowsAndRowZero) {
  set({0, 1, 2}, 10);
  runtime->run(0);
  EXPECT_THAT(row(1, 1), ElementsAre(112, 113));
  set({0, 0, 0}, 0);
  runtime->run(2);
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 3, 0), ElementsAre(10, 11, 2));
}

TEST_P(RemoteBufferTest, TheLastOfEqualRowsWins) {
  set({4, 4, 4}, 1);
  runtime->run(0);
  EXPECT_THAT(row(4, 0), ElementsAre(5, 6));
}

TEST_P(RemoteBufferTest, ContentsSurviveRunNotLoad) {
  std::vector<std::int32_t> values{8, 9};
  runtime->copyToRemoteBuffer("rows", 0, 1, std::as_bytes(std::span(values)));
  runtime->run(2);
  runtime->run(2);
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 2, 1), ElementsAre(8, 9));
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 2, 0), ElementsAre(0, 0));
  runtime->load();
  EXPECT_THAT(row(0, 1), ElementsAre(0, 0));
}

TEST_P(RemoteBufferTest, RowsOutOfRange) {
  set({1, 10, 2}, 0);
  EXPECT_THAT(messageOf([&] { runtime->run(0); }),
              AllOf(HasSubstr("PE0608"), HasSubstr("row 10"), HasSubstr("'rows'"),
                    HasSubstr("10 row(s)"), HasSubstr("position 1")));
  EXPECT_THAT(messageOf([&] { row(10, 0); }), HasSubstr("PE0510"));
  EXPECT_THAT(messageOf([&] { row(0, 2); }), HasSubstr("PE0510"));
  std::vector<std::int32_t> three(3);
  EXPECT_THAT(messageOf([&] {
                runtime->copyToRemoteBuffer("rows", 0, 0, std::as_bytes(std::span(three)));
              }),
              HasSubstr("PE0503"));
}

TEST(HostFunction, GetsInputsAndGivesOutputs) {
  PlanBuilder b(1, 2);
  const plan::Address in = b.allocate(8), out = b.allocate(4);
  b.plan.hostFunctions.push_back({"sum", {8}, {4}});
  plan::HostCallStep step;
  step.inputs.push_back({contiguous(in, 0, 8), 8});
  step.outputs.push_back({contiguous(0, out, 4), 4});
  b.program({PlanBuilder::add(b.plan.hostCalls, plan::StepKind::HostCall, step)});
  const auto runtime = b.build();
  runtime->load();
  const auto sum = [](std::span<const void *const> inputs, std::span<void *const> outputs) {
    const auto *values = static_cast<const std::int32_t *>(inputs[0]);
    *static_cast<std::int32_t *>(outputs[0]) = values[0] + values[1];
  };
  runtime->connectHostFunction("sum", 0, sum);
  EXPECT_THAT(messageOf([&] { runtime->run(0); }),
              AllOf(HasSubstr("PE0501"), HasSubstr("replica 1")));
  runtime->connectHostFunction("sum", 1, sum);
  write<std::int32_t>(*runtime, in, {1, 2}, 0);
  write<std::int32_t>(*runtime, in, {30, 40}, 1);
  runtime->run(0);
  EXPECT_EQ(read<std::int32_t>(*runtime, out, 1, 0)[0], 3);
  EXPECT_EQ(read<std::int32_t>(*runtime, out, 1, 1)[0], 70);
  EXPECT_THAT(messageOf([&] { runtime->connectHostFunction("some", 0, sum); }),
              AllOf(HasSubstr("PE0502"), HasSubstr("'sum'")));
  EXPECT_THAT(messageOf([&] { runtime->connectHostFunction("sum", 0, nullptr); }),
              HasSubstr("PE0511"));
  runtime->connectHostFunction("sum", 0, [](auto, auto) { throw std::runtime_error("host"); });
  EXPECT_EQ(messageOf([&] { runtime->run(0); }), "host");
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0509"));
}

TEST(CrossReplica, PermutesBetweenVariables) {
  PlanBuilder b(1, 3);
  const plan::Address from = b.allocate(8), to = b.allocate(8);
  plan::CrossReplicaCopyStep step;
  step.moves = contiguous(from, to, 8);
  step.sourceToDestination = {{0, 1}, {1, 2}, {2, 0}};
  b.program({PlanBuilder::add(b.plan.crossReplicaCopies, plan::StepKind::CrossReplicaCopy, step)});
  const auto runtime = b.build();
  runtime->load();
  for (std::uint32_t r = 0; r < 3; ++r)
    write<std::int32_t>(*runtime, from, {static_cast<std::int32_t>(r), 7}, r);
  runtime->run(0);
  EXPECT_THAT(read<std::int32_t>(*runtime, to, 2, 0), ElementsAre(2, 7));
  EXPECT_THAT(read<std::int32_t>(*runtime, to, 2, 1), ElementsAre(0, 7));
  EXPECT_THAT(read<std::int32_t>(*runtime, to, 2, 2), ElementsAre(1, 7));
}

TEST(CrossReplica, PermutesInPlaceAndReversed) {
  PlanBuilder b(1, 2);
  const plan::Address data = b.allocate(16), staging = b.allocate(16);
  plan::CrossReplicaCopyStep step;
  step.staging = contiguous(data, staging, 16);
  step.moves.moves.push_back({staging + 12, data, 4, 0});
  step.moves.patterns.push_back({plan::PatternKind::Nest, 1, 0});
  step.moves.loops.push_back({4, -4, 4});
  step.moves.totalBytes = 16;
  step.sourceToDestination = {{0, 1}, {1, 0}};
  b.program({PlanBuilder::add(b.plan.crossReplicaCopies, plan::StepKind::CrossReplicaCopy, step)});
  const auto runtime = b.build();
  runtime->load();
  write<std::int32_t>(*runtime, data, {1, 2, 3, 4}, 0);
  write<std::int32_t>(*runtime, data, {5, 6, 7, 8}, 1);
  runtime->run(0);
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 4, 0), ElementsAre(8, 7, 6, 5));
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 4, 1), ElementsAre(4, 3, 2, 1));
  runtime->run(0);
  EXPECT_THAT(read<std::int32_t>(*runtime, data, 4, 0), ElementsAre(1, 2, 3, 4));
}

TEST(Copies, RunOnEveryReplicaInPhases) {
  PlanBuilder b(1, 2);
  const plan::Address x = b.allocate(8), staging = b.allocate(8);
  plan::CopyStep step; // x[1], x[0] = x[0], x[1]
  step.phases.push_back(contiguous(x, staging, 8));
  plan::MoveList swap;
  swap.moves.push_back({staging + 4, x, 4, plan::Move::kContiguous});
  swap.moves.push_back({staging, x + 4, 4, plan::Move::kContiguous});
  swap.totalBytes = 8;
  step.phases.push_back(swap);
  b.program({PlanBuilder::add(b.plan.copies, plan::StepKind::Copy, step)});
  const auto runtime = b.build();
  runtime->load();
  write<std::int32_t>(*runtime, x, {1, 2}, 0);
  write<std::int32_t>(*runtime, x, {3, 4}, 1);
  runtime->run(0);
  EXPECT_THAT(read<std::int32_t>(*runtime, x, 2, 0), ElementsAre(2, 1));
  EXPECT_THAT(read<std::int32_t>(*runtime, x, 2, 1), ElementsAre(4, 3));
}

TEST(HwSeeds, WhatIsReadCanBeWrittenBack) {
  PlanBuilder b(3);
  constexpr std::uint32_t kBytes = 2 * 6 * 16;
  const plan::Address seeds = b.allocate(kBytes);
  plan::HwSeedsStep step;
  step.tiles = {TileId(2), TileId(0)};
  step.seeds = {contiguous(0, seeds, kBytes), kBytes};
  const plan::Step get = PlanBuilder::add(b.plan.hwSeeds, plan::StepKind::HwSeeds, step);
  step.write = true;
  step.seeds = {contiguous(seeds, 0, kBytes), kBytes};
  const plan::Step set = PlanBuilder::add(b.plan.hwSeeds, plan::StepKind::HwSeeds, step);
  b.program({get});
  b.program({set});
  const auto runtime = b.build();
  runtime->load();
  runtime->run(0);
  const auto first = read<std::uint32_t>(*runtime, seeds, kBytes / 4);
  poplar_emu_PrngState expected;
  poplar_emu_seedPrng(&expected, RuntimeSettings().prngSeed, 0, 2, 5);
  EXPECT_EQ(std::memcmp(first.data() + 5 * 4, &expected, sizeof expected), 0);
  std::vector<std::uint32_t> chosen(kBytes / 4, 0);
  for (std::uint32_t i = 4; i < chosen.size(); ++i)
    chosen[i] = i;
  write(*runtime, seeds, chosen);
  runtime->run(1);
  write(*runtime, seeds, first);
  runtime->run(0);
  chosen[2] = 1; // a state of all zeros is not taken
  EXPECT_EQ(read<std::uint32_t>(*runtime, seeds, kBytes / 4), chosen);
}

TEST(Cycles, StampsCountTheModelledCycles) {
  PlanBuilder b(2);
  const plan::Address from = b.allocate(400), to = b.allocate(400), start = b.allocate(8),
                      end = b.allocate(8);
  const auto stamp = [&](plan::Address address) {
    plan::CycleStampStep step;
    step.tile = TileId(0);
    step.destination = {contiguous(0, address, 8), 8};
    return PlanBuilder::add(b.plan.cycleStamps, plan::StepKind::CycleStamp, step);
  };
  b.program({stamp(start), b.copy(from, to, 400), stamp(end)});
  RuntimeSettings settings = PlanBuilder::serialSettings();
  settings.cycles.sync = 10;
  settings.cycles.exchange = 20;
  settings.cycles.stamp = 5;
  const auto runtime = b.build(settings);
  runtime->load();
  runtime->run(0);
  const auto first = read<std::uint32_t>(*runtime, start, 2);
  const auto second = read<std::uint32_t>(*runtime, end, 2);
  EXPECT_EQ(second[0] - first[0], 5U + 10 + 20 + 100);
  runtime->run(0);
  EXPECT_GE(read<std::uint32_t>(*runtime, start, 2)[0], second[0]);
}

class Recorder : public plan::RunObserver {
 public:
  void onRunBegin(std::uint32_t program) override {
    log.push_back("begin " + std::to_string(program));
  }
  void onStep(const plan::StepRecord &record) override {
    log.push_back(std::string(record.name) + " " + std::to_string(record.activeTiles) + " " +
                  std::to_string(record.exchange == nullptr ? 0 : record.exchange->totalBytes));
    seconds += record.seconds;
  }
  void onRunEnd() override { log.emplace_back("end"); }

  std::vector<std::string> log;
  double seconds = 0;
};

TEST(Observers, SeeWorkingStepsWhileAttached) {
  PlanBuilder b(2);
  const plan::Address from = b.allocate(16), to = b.allocate(16);
  const plan::Step copy = b.copy(from, to, 16);
  const plan::Step unconnected = b.stream("in", plan::StreamDirection::HostToDevice, from, 16);
  b.program({copy, copy});
  b.program({copy, unconnected});
  const auto runtime = b.build();
  Recorder recorder;
  runtime->load();
  runtime->run(0);
  runtime->attach(recorder);
  runtime->run(0);
  EXPECT_THAT(recorder.log, ElementsAre("begin 0", "copy 2 16", "copy 2 16", "end"));
  EXPECT_GE(recorder.seconds, 0);
  recorder.log.clear();
  EXPECT_NE(messageOf([&] { runtime->run(1); }), "");
  EXPECT_THAT(recorder.log, ElementsAre("begin 1", "copy 2 16", "end"));
  runtime->detach(recorder);
  runtime->run(0);
  EXPECT_EQ(recorder.log.size(), 3U);
}

} // namespace
} // namespace poplar_emu::runtime::test
