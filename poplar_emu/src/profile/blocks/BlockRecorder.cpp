// SPDX-License-Identifier: MIT
// Turns marks and steps into records.
#include "profile/blocks/BlockRecorder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace poplar_emu::profile {
namespace {

using Kind = pva::internal::BlockInfo::Kind;

constexpr std::size_t kMaxRecords = std::size_t{1} << 20;

/// The host says that it is there, and which program to run.
constexpr int kControlTransfers = 2;

bool isTransfer(plan::StepKind kind) {
  return kind == plan::StepKind::StreamRead || kind == plan::StepKind::StreamWrite ||
         kind == plan::StepKind::RemoteRead || kind == plan::StepKind::RemoteWrite;
}

Recorded next(Recorded what) {
  return static_cast<Recorded>(static_cast<std::uint8_t>(what) + 1);
}

} // namespace

BlockRecorder::BlockRecorder(const plan::Plan &plan, const BlockSettings &settings)
    : plan_(plan), table_(plan), settings_(settings), buffers_(settings.bufferBytes, kMaxRecords) {}

void BlockRecorder::onRunBegin(std::uint32_t) {
  open_.clear();
  recording_ = !paused_;
  if (!recording_ || !settings_.recordsTransfers) return;
  for (int i = 0; i < kControlTransfers; ++i)
    addTriplet(Recorded::ControlBegin,
               {Recorded::ControlBegin, 0, 0, now_, now_, Kind::StreamCopy});
}

/// The host reads all buffers.
void BlockRecorder::onRunEnd() {
  const std::vector<std::uint64_t> clocks(plan_.machine.numIpus, now_);
  while (!open_.empty())
    end(clocks);
  buffers_.clearAll();
}

void BlockRecorder::onMark(plan::Mark mark, std::uint32_t block,
                           std::span<const std::uint64_t> clocks) {
  switch (mark) {
  case plan::Mark::BlockBegin:
    if (plan_.blocks[block].recorded) begin(block, clocks);
    return;
  case plan::Mark::BlockEnd:
    if (plan_.blocks[block].recorded) end(clocks);
    return;
  case plan::Mark::IterationEnd:
    if (settings_.flushes) flush(clocks);
  }
}

void BlockRecorder::begin(std::uint32_t block, std::span<const std::uint64_t> clocks) {
  open_.push_back({block, {clocks.begin(), clocks.end()}, {}});
  open_.back().records.resize(clocks.size());
}

void BlockRecorder::end(std::span<const std::uint64_t> clocks) {
  const Open &ended = open_.back();
  for (std::size_t ipu = 0; ipu < ended.records.size(); ++ipu)
    if (ended.records[ipu]) buffers_.end(*ended.records[ipu], tileOf(ipu), clocks[ipu]);
  open_.pop_back();
}

void BlockRecorder::takePart(std::uint32_t ipu) {
  for (Open &block : open_)
    if (!block.records[ipu])
      block.records[ipu] = buffers_.begin({Recorded::Block, block.block, tileOf(ipu),
                                           block.begin[ipu], block.begin[ipu], Kind::Common});
}

void BlockRecorder::onStep(const plan::StepRecord &record) {
  now_ = std::max(now_, record.begin + record.cycles);
  if (!recording_) return;
  if (record.exchange && !record.exchange->ipus.empty())
    for (const std::uint32_t ipu : record.exchange->ipus)
      takePart(ipu);
  else
    for (std::uint32_t ipu = 0; ipu < plan_.machine.numIpus; ++ipu)
      takePart(ipu);
  if (settings_.recordsTransfers && isTransfer(record.kind)) addTransfer(record);
}

void BlockRecorder::addTriplet(Recorded first, BlockRecord record) {
  record.what = first;
  for (int i = 0; i < 3; ++i, record.what = next(record.what))
    buffers_.add(record);
}

/// Tiles wait for the host, then data flows; what is left is rearranging on the device.
void BlockRecorder::addTransfer(const plan::StepRecord &record) {
  const std::uint32_t step = table_.indexOf(record.kind, record.payload);
  const bool isStream =
      record.kind == plan::StepKind::StreamRead || record.kind == plan::StepKind::StreamWrite;
  const std::vector<std::uint32_t> &tiles =
      isStream ? plan_.streamSteps[record.payload].tiles : plan_.remoteSteps[record.payload].tiles;
  const std::uint64_t waited = record.begin + record.parts.sync;
  const std::uint64_t moved = waited + record.parts.host;
  const std::uint64_t end = record.begin + record.cycles;
  for (const std::uint32_t tile : tiles) {
    buffers_.add({Recorded::Begin, step, tile, record.begin, waited, Kind::StreamCopy});
    buffers_.add({Recorded::Mid, step, tile, waited, moved, Kind::StreamCopy});
    buffers_.add({Recorded::End, step, tile, moved, end, Kind::StreamCopy});
  }
}

void BlockRecorder::flush(std::span<const std::uint64_t> clocks) {
  for (std::size_t ipu = 0; ipu < clocks.size(); ++ipu) {
    const std::uint32_t tile = tileOf(ipu);
    if (buffers_.isEmpty(tile)) continue;
    buffers_.clear(tile);
    if (settings_.recordsTransfers)
      addTriplet(Recorded::ControlBegin,
                 {Recorded::ControlBegin, 0, tile, clocks[ipu], clocks[ipu], Kind::BlockFlush});
  }
}

} // namespace poplar_emu::profile
