// SPDX-License-Identifier: MIT
// Lightweight profiling: watches runs, and records blocks and transfers as tiles would.
#pragma once

#include "plan/Plan.hpp"
#include "plan/RunObserver.hpp"
#include "profile/blocks/BlockBuffers.hpp"
#include "profile/record/StepTable.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poplar_emu::profile {

struct BlockSettings {
  std::uint32_t tile = 0;           ///< of each IPU: the one that records
  std::uint32_t bufferBytes = 1000; ///< of each tile
  bool flushes = true;              ///< buffers are emptied when an iteration of a loop ends
  bool recordsTransfers = false;    ///< with the host, and the flushes themselves
};

/// A block is recorded on the IPUs that take part in one of its steps, from the reading of the
/// IPU's counter when the block begins to that when it ends. Recording and flushing take no
/// modelled time. Memory: 40 bytes a record, 2^20 records at most.
class BlockRecorder : public plan::RunObserver {
 public:
  BlockRecorder(const plan::Plan &plan, const BlockSettings &settings);

  void onRunBegin(std::uint32_t program) override;
  void onStep(const plan::StepRecord &record) override;
  void onRunEnd() override;
  void onMark(plan::Mark mark, std::uint32_t block, std::span<const std::uint64_t> clocks) override;
  void onLoad() override { now_ = 0; }
  bool wantsSeconds() const override { return false; }
  bool wantsTileCycles() const override { return false; }
  bool wantsMarks() const override { return recording_; }

  /// Of later runs nothing is recorded, until resume().
  void pause() { paused_ = true; }
  void resume() { paused_ = false; }
  /// Forgets everything recorded so far.
  void reset() { buffers_.reset(); }
  const std::vector<BlockRecord> &records() const { return buffers_.records(); }
  const StepTable &table() const { return table_; }

 private:
  struct Open {
    std::uint32_t block = 0;
    std::vector<std::uint64_t> begin;                ///< by IPU
    std::vector<std::optional<std::size_t>> records; ///< by IPU: once it takes part
  };

  void begin(std::uint32_t block, std::span<const std::uint64_t> clocks);
  void end(std::span<const std::uint64_t> clocks);
  void takePart(std::uint32_t ipu);
  void addTransfer(const plan::StepRecord &record);
  void addTriplet(Recorded first, BlockRecord record);
  void flush(std::span<const std::uint64_t> clocks);
  std::uint32_t tileOf(std::size_t ipu) const {
    return static_cast<std::uint32_t>(ipu) * plan_.machine.tilesPerIpu + settings_.tile;
  }

  const plan::Plan &plan_;
  StepTable table_;
  BlockSettings settings_;
  BlockBuffers buffers_;
  bool paused_ = false, recording_ = true;
  std::vector<Open> open_; ///< outermost first
  std::uint64_t now_ = 0;  ///< end of the last step
};

} // namespace poplar_emu::profile
