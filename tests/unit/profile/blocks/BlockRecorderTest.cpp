// SPDX-License-Identifier: MIT
// What lightweight profiling records of marks and steps: on which tiles, from when to when, and
// what happens when a buffer is full.
#include "profile/blocks/BlockRecorder.hpp"
#include "profile/blocks/AddBlocks.hpp"
#include "profile/build/ProgramTree.hpp"
#include "pva/data/Verify.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace poplar_emu::profile {
namespace {

using Kind = pva::internal::BlockInfo::Kind;
using Clocks = std::vector<std::uint64_t>;
using plan::Mark;

constexpr std::uint32_t kOuter = 0, kInner = 1, kIgnored = 2;

/// Two IPUs of eight tiles; the program is a block around a block, and a stream of tiles 3 and 5.
plan::Plan samplePlan() {
  plan::Plan plan;
  plan.machine.numIpus = 2;
  plan.machine.tilesPerIpu = 8;
  plan.streams.push_back({"in", plan::StreamDirection::HostToDevice,
                          plan::StreamReplication::Broadcast, ElementType::Float, 8, 1});
  plan::StreamStep stream;
  stream.name = "read";
  stream.tiles = {3, 5};
  plan.streamSteps.push_back(stream);
  plan.sequences.resize(3);
  plan.sequences[0].steps = {{plan::StepKind::Block, kOuter, plan::kNone}};
  plan.sequences[1].steps = {{plan::StepKind::Block, kInner, plan::kNone}};
  plan.sequences[2].steps = {{plan::StepKind::StreamRead, 0, plan::kNone}};
  plan.blocks = {{"outer", plan::SequenceId(1), true},
                 {"inner", plan::SequenceId(2), true},
                 {"ignored", plan::SequenceId(2), false}};
  plan.programs = {plan::SequenceId(0)};
  return plan;
}

/// A step from `begin` on, on the given IPUs.
void step(BlockRecorder &recorder, std::uint64_t begin, std::uint64_t cycles,
          std::vector<std::uint32_t> ipus) {
  plan::ExchangeSummary exchange;
  exchange.ipus = std::move(ipus);
  plan::StepRecord record;
  record.exchange = &exchange;
  record.begin = begin;
  record.cycles = cycles;
  recorder.onStep(record);
}

/// One block of ten cycles on IPU 0.
void shortBlock(BlockRecorder &recorder, std::uint64_t begin) {
  recorder.onMark(Mark::BlockBegin, kInner, Clocks{begin, 0});
  step(recorder, begin, 10, {0});
  recorder.onMark(Mark::BlockEnd, kInner, Clocks{begin + 10, 0});
}

void expectRecord(const BlockRecord &record, Recorded what, std::uint32_t tile, std::uint64_t from,
                  std::uint64_t to, Kind kind) {
  EXPECT_EQ(record.what, what);
  EXPECT_EQ(record.tile, tile);
  EXPECT_EQ(record.from, from);
  EXPECT_EQ(record.to, to);
  EXPECT_EQ(record.kind, kind);
}

TEST(BlockRecorder, RecordsOnTheIpusThatTakePart) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.tile = 2;
  BlockRecorder recorder(plan, settings);
  recorder.onRunBegin(0);
  recorder.onMark(Mark::BlockBegin, kOuter, Clocks{100, 90});
  recorder.onMark(Mark::BlockBegin, kInner, Clocks{100, 90});
  step(recorder, 105, 10, {1});
  recorder.onMark(Mark::BlockEnd, kInner, Clocks{100, 115});
  step(recorder, 115, 10, {}); // all of them
  recorder.onMark(Mark::BlockEnd, kOuter, Clocks{125, 125});
  recorder.onRunEnd();

  ASSERT_EQ(recorder.records().size(), 3u);
  expectRecord(recorder.records()[0], Recorded::Block, 10, 90, 125, Kind::Common);
  expectRecord(recorder.records()[1], Recorded::Block, 10, 90, 115, Kind::Common);
  expectRecord(recorder.records()[2], Recorded::Block, 2, 100, 125, Kind::Common);
  EXPECT_EQ(recorder.records()[0].subject, kOuter);
  EXPECT_EQ(recorder.records()[1].subject, kInner);
}

TEST(BlockRecorder, IgnoresBlocksThatNoFilterChose) {
  const plan::Plan plan = samplePlan();
  BlockRecorder recorder(plan, {});
  recorder.onRunBegin(0);
  recorder.onMark(Mark::BlockBegin, kIgnored, Clocks{0, 0});
  step(recorder, 0, 10, {0});
  recorder.onMark(Mark::BlockEnd, kIgnored, Clocks{10, 10});
  recorder.onRunEnd();
  EXPECT_TRUE(recorder.records().empty());
}

TEST(BlockRecorder, RecordsNothingWhilePaused) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.recordsTransfers = true;
  BlockRecorder recorder(plan, settings);
  recorder.pause();
  recorder.onRunBegin(0);
  EXPECT_FALSE(recorder.wantsMarks());
  step(recorder, 0, 10, {0});
  recorder.onRunEnd();
  EXPECT_TRUE(recorder.records().empty());

  // The counter went on meanwhile.
  recorder.resume();
  recorder.onRunBegin(0);
  EXPECT_TRUE(recorder.wantsMarks());
  ASSERT_EQ(recorder.records().size(), 6u);
  EXPECT_EQ(recorder.records()[0].from, 10u);
}

TEST(BlockRecorder, CompletesBlocksThatAreOpenWhenARunEnds) {
  const plan::Plan plan = samplePlan();
  BlockRecorder recorder(plan, {});
  recorder.onRunBegin(0);
  recorder.onMark(Mark::BlockBegin, kOuter, Clocks{0, 0});
  step(recorder, 5, 10, {0});
  recorder.onRunEnd();
  ASSERT_EQ(recorder.records().size(), 1u);
  expectRecord(recorder.records()[0], Recorded::Block, 0, 0, 15, Kind::Common);
}

TEST(BlockRecorder, CoversWhatAFullBufferLosesWithOneOverflow) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.bufferBytes = 2 * BlockBuffers::kRecordBytes;
  settings.flushes = false;
  BlockRecorder recorder(plan, settings);
  recorder.onRunBegin(0);
  for (std::uint64_t i = 0; i < 5; ++i) {
    shortBlock(recorder, 100 * i);
    recorder.onMark(Mark::IterationEnd, 0, Clocks{100 * i + 10, 0});
  }
  recorder.onRunEnd();
  ASSERT_EQ(recorder.records().size(), 3u);
  expectRecord(recorder.records()[1], Recorded::Block, 0, 100, 110, Kind::Common);
  expectRecord(recorder.records()[2], Recorded::Block, 0, 200, 410, Kind::Overflow);

  // Another run starts with empty buffers.
  recorder.onRunBegin(0);
  shortBlock(recorder, 500);
  recorder.onRunEnd();
  ASSERT_EQ(recorder.records().size(), 4u);
  EXPECT_EQ(recorder.records()[3].kind, Kind::Common);
}

TEST(BlockRecorder, RoundsBuffersUpToWholeRecords) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings; // 1000 bytes
  settings.flushes = false;
  BlockRecorder recorder(plan, settings);
  recorder.onRunBegin(0);
  for (std::uint64_t i = 0; i < 100; ++i)
    shortBlock(recorder, 100 * i);
  recorder.onRunEnd();
  EXPECT_EQ(recorder.records().size(), 43u);
}

TEST(BlockRecorder, FlushesBuffersThatHoldSomethingAtTheEndOfIterations) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.bufferBytes = BlockBuffers::kRecordBytes * 4;
  settings.recordsTransfers = true;
  BlockRecorder recorder(plan, settings);
  recorder.onRunBegin(0);
  for (std::uint64_t i = 0; i < 3; ++i) {
    shortBlock(recorder, 100 * i);
    recorder.onMark(Mark::IterationEnd, 0, Clocks{100 * i + 20, 0});
  }
  recorder.onRunEnd();
  const std::vector<BlockRecord> &records = recorder.records();
  // The host chooses the program in two transfers. Then a block and a flush an iteration, but what
  // the first transfers left in the buffer leaves no room for the first block.
  ASSERT_EQ(records.size(), 5u + 3u + 2u * 4u);
  expectRecord(records[0], Recorded::ControlBegin, 0, 0, 0, Kind::StreamCopy);
  expectRecord(records[2], Recorded::ControlEnd, 0, 0, 0, Kind::StreamCopy);
  EXPECT_EQ(records[4].kind, Kind::Overflow);
  expectRecord(records[5], Recorded::ControlBegin, 0, 20, 20, Kind::BlockFlush);
  expectRecord(records[8], Recorded::Block, 0, 100, 110, Kind::Common);
  expectRecord(records[11], Recorded::ControlEnd, 0, 120, 120, Kind::BlockFlush);
}

TEST(BlockRecorder, RecordsTransfersOnTheTilesThatHoldTheTensor) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.recordsTransfers = true;
  BlockRecorder recorder(plan, settings);
  plan::StepRecord record;
  record.kind = plan::StepKind::StreamRead;
  record.exchange = &plan.streamSteps[0].exchange;
  record.begin = 10;
  record.parts.sync = 5;
  record.parts.host = 20;
  record.parts.exchange = 3;
  record.cycles = 28;
  recorder.onStep(record);
  const std::vector<BlockRecord> &records = recorder.records();
  ASSERT_EQ(records.size(), 6u);
  expectRecord(records[0], Recorded::Begin, 3, 10, 15, Kind::StreamCopy);
  expectRecord(records[1], Recorded::Mid, 3, 15, 35, Kind::StreamCopy);
  expectRecord(records[2], Recorded::End, 3, 35, 38, Kind::StreamCopy);
  EXPECT_EQ(records[3].tile, 5u);
}

TEST(AddBlocks, PutsRecordsUnderTheirPrograms) {
  const plan::Plan plan = samplePlan();
  BlockSettings settings;
  settings.recordsTransfers = true;
  BlockRecorder recorder(plan, settings);
  recorder.onRunBegin(0);
  recorder.onMark(Mark::BlockBegin, kOuter, Clocks{0, 0});
  recorder.onMark(Mark::BlockBegin, kInner, Clocks{0, 0});
  plan::StepRecord record;
  record.kind = plan::StepKind::StreamRead;
  record.exchange = &plan.streamSteps[0].exchange;
  record.cycles = record.parts.host = 20;
  recorder.onStep(record);
  recorder.onMark(Mark::BlockEnd, kInner, Clocks{20, 20});
  recorder.onMark(Mark::BlockEnd, kOuter, Clocks{20, 20});
  recorder.onRunEnd();

  const StepTable table(plan);
  pva::internal::Profile profile;
  profile.target.numIpus = 2;
  profile.target.tilesPerIpu = 8;
  profile.programs =
      buildProgramTree(plan, table, std::vector<std::uint32_t>(table.size(), plan::kNone)).programs;
  const std::size_t numPrograms = profile.programs.size();
  addBlocks(plan, recorder, profile);
  EXPECT_EQ(pva::internal::firstProblem(profile), "");
  EXPECT_TRUE(profile.hasExecution);
  ASSERT_EQ(profile.programs.size(), numPrograms + 3);
  // Six of the host's, two blocks on two IPUs, three for each of two tiles.
  ASSERT_EQ(profile.blocks.size(), 6u + 4u + 6u);
  using pva::internal::ProgramType;
  EXPECT_EQ(profile.blocks[0].program, numPrograms);
  EXPECT_EQ(profile.programs[profile.blocks[1].program].type, ProgramType::StreamCopyMid);
  EXPECT_EQ(profile.programs[profile.blocks[6].program].name, "outer");
  EXPECT_EQ(profile.programs[profile.blocks[7].program].name, "inner");
  EXPECT_EQ(profile.programs[profile.blocks[10].program].type, ProgramType::StreamCopyBegin);
  EXPECT_LT(profile.blocks[10].program, numPrograms);
  EXPECT_EQ(profile.programs[profile.blocks[11].program].type, ProgramType::StreamCopyMid);
  EXPECT_EQ(profile.programs[profile.blocks[12].program].type, ProgramType::StreamCopyEnd);
}

} // namespace
} // namespace poplar_emu::profile
