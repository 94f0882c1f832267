// SPDX-License-Identifier: MIT
// Watches runs and keeps what a profile needs of them.
#pragma once

#include "plan/RunObserver.hpp"
#include "profile/record/StepTable.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::profile {

/// All executions of one working step.
struct StepTotal {
  std::uint64_t executions = 0;
  CycleParts parts;
  std::uint64_t threadCycles = 0; ///< of all tiles, without idle threads
  std::uint64_t tileCycles = 0;   ///< of all tiles, with idle threads
};

/// One execution. Equal parts and equal cycles by tile are kept once.
struct RecordedStep {
  std::uint32_t step = 0;       ///< number in the StepTable
  std::uint32_t parts = 0;      ///< index into Recorder::parts()
  std::uint32_t tileCycles = 0; ///< index into Recorder::tileCycles(), or plan::kNone
  std::uint64_t begin = 0;
};

struct RecordedRun {
  std::string name;
  std::uint32_t program = 0;
  double seconds = 0;
  std::uint64_t cycles = 0;
  std::uint64_t firstStep = 0, numSteps = 0; ///< in Recorder::steps()
  std::vector<CycleParts> partsByIpu;
  std::vector<CycleParts> ioPartsByIpu; ///< of I/O tiles; empty if there are none
};

/// What is recorded of the cycles of single tiles. Leave: a step takes what was estimated. ByIpu:
/// those of the slowest tile of each IPU are kept.
enum class TileCycles : std::uint8_t { Leave, Sum, ByIpu, Keep };

/// What is kept besides the totals, which cover everything.
struct RecorderLimits {
  std::uint32_t runsPerProgram = 2; ///< whose steps are kept one by one
  std::uint64_t steps = 1 << 18;
  TileCycles tileCycles = TileCycles::Leave;
  std::uint64_t tileValues = 1 << 22; ///< cycles of single tiles, of all steps together
};

/// Cost of a step: some ten nanoseconds; if its cycles by tile are kept, one pass over them.
class Recorder : public plan::RunObserver {
 public:
  Recorder(const plan::Plan &plan, const RecorderLimits &limits);

  /// Nothing is recorded while paused.
  void pause() { paused_ = true; }
  void resume() { paused_ = false; }
  /// Forgets everything recorded so far.
  void reset();

  /// Completes the record of the run that has ended. False if it was not recorded.
  bool finishRun(const std::string &name, double seconds, std::uint64_t cycles,
                 std::vector<CycleParts> partsByIpu, std::vector<CycleParts> ioPartsByIpu = {});
  /// Whether the steps of the last run are kept one by one.
  bool keptLastRun() const { return detailed_; }

  void onRunBegin(std::uint32_t program) override;
  void onStep(const plan::StepRecord &record) override;
  void onRunEnd() override {}
  bool wantsSeconds() const override { return false; }
  bool wantsTileCycles() const override {
    return recording_ && limits_.tileCycles != TileCycles::Leave;
  }

  const StepTable &table() const { return table_; }
  const std::vector<StepTotal> &totals() const { return totals_; } ///< by number of the step
  const std::vector<RecordedStep> &steps() const { return steps_; }
  const std::vector<CycleParts> &parts() const { return parts_; }
  /// By tile, or by IPU if only those are kept.
  const std::vector<std::vector<std::uint64_t>> &tileCycles() const { return tileCycles_; }
  bool keepsIpus() const { return limits_.tileCycles == TileCycles::ByIpu; }
  const std::vector<RecordedRun> &runs() const { return runs_; }
  std::uint64_t stepsDropped() const { return stepsDropped_; }

 private:
  std::uint32_t keptParts(std::uint32_t step, const CycleParts &parts);
  std::uint32_t keptTileCycles(std::uint32_t step, std::span<const std::uint64_t> cycles);

  StepTable table_;
  RecorderLimits limits_;
  std::uint32_t tilesPerIpu_;
  bool paused_ = false, recording_ = false, detailed_ = false;
  std::vector<StepTotal> totals_;
  std::vector<RecordedStep> steps_;
  std::vector<CycleParts> parts_;
  std::vector<std::vector<std::uint64_t>> tileCycles_;
  std::vector<std::uint32_t> lastParts_, lastTileCycles_; ///< by number of the step
  std::vector<std::uint64_t> byIpu_;                      ///< of the step at hand
  std::vector<std::uint32_t> detailedRuns_;               ///< by program
  std::vector<RecordedRun> runs_;
  std::uint32_t program_ = 0;
  std::uint64_t firstStep_ = 0;
  std::uint64_t stepsDropped_ = 0, tileValues_ = 0;
};

} // namespace poplar_emu::profile
