// SPDX-License-Identifier: MIT
// When each pipeline stage works on which micro-batch: plain data, without a graph.
#ifndef GCL_PIPELINE_SCHEDULE_HPP
#define GCL_PIPELINE_SCHEDULE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

/// How stages and micro-batches are laid out in time. P is the number of forward stages, N that of
/// micro-batches.
enum class ScheduleKind {
  /// One stage of one micro-batch at a time: virtual graphs without pipelining ("sharding").
  Sequential,
  /// PopART's: every IPU runs all its stages each cycle; the last forward stage and the first
  /// backward one are one stage, neighbouring stages on one IPU run in one cycle. Needs N > D, D
  /// being the timing slots less one (2P - 2 in training, if every stage has its own IPU).
  Popart,
  /// TensorFlow's default: as Popart with forward and backward stages all apart, 2P of them. N must
  /// be a multiple of that.
  Grouped,
  /// TensorFlow's alternative: an IPU runs one stage a cycle, forward and backward by turns: half
  /// the activations in flight, twice the cycles. N must be a multiple of P. In inference it is
  /// Grouped.
  Interleaved,
};
enum class Mode { Inference, Training };
/// What a stage of the schedule runs.
enum class Work { Forward, Backward, ForwardBackward };
enum class Phase { Fill, Main, Flush };

/// A stage of the schedule. Stages are numbered through: the forward ones, then the backward ones
/// in opposite order.
struct ScheduledStage {
  unsigned virtualGraph;
  Work work;
  unsigned forwardStage; ///< whose forward or backward work it is
  unsigned start;        ///< cycle of micro-batch 0; micro-batch m follows m * period later
};

/// Stage `stage` works on `microBatch` on IPU `virtualGraph`.
struct Slot {
  unsigned virtualGraph, stage, microBatch;
};

struct Schedule {
  ScheduleKind kind;
  Mode mode;
  unsigned microBatches;
  unsigned
      period; ///< cycles from one micro-batch to the next: 1, 2 (Interleaved) or all (Sequential)
  unsigned fillCycles, mainCycles, flushCycles;
  std::vector<ScheduledStage> stages; ///< index: stage number

  unsigned numCycles() const { return fillCycles + mainCycles + flushCycles; }
};

/// The schedule of forward stages 0, 1, ... that run on the IPUs `virtualGraphs`, for
/// `microBatches` micro-batches between two weight updates (in inference: in a run). Backward
/// stages run where their forward stage does.
///
/// Throws pipeline_error if there are too few micro-batches or not a multiple of the right number
/// (the text counts them), for fewer than two IPUs, and for Interleaved training with several
/// stages on an IPU. Cost: linear in the number of stages, whatever N is.
///
///     stage s works on micro-batch m in cycle  start(s) + m * period
///     Popart   start(s) = s - number of i in 1..s with IPU(i) = IPU(i - 1);  fill = flush = D =
///              largest start, main = N - D
///     others   start(s) = s
POPLAR_EMU_EXPORT Schedule makeSchedule(ScheduleKind kind, Mode mode,
                                        const std::vector<unsigned> &virtualGraphs,
                                        unsigned microBatches);

/// What runs in a cycle, by ascending stage number.
POPLAR_EMU_EXPORT std::vector<Slot> slotsOfCycle(const Schedule &schedule, unsigned cycle);
POPLAR_EMU_EXPORT Phase phaseOfCycle(const Schedule &schedule, unsigned cycle);

/// Rows of a circular buffer that keeps something from stage `from` to stage `to` of one IPU:
/// micro-batches that are under way in between, both ends included.
POPLAR_EMU_EXPORT unsigned stashDepth(const Schedule &schedule, unsigned from, unsigned to);

/// Part of the IPU-cycles that run at least one stage, from 0 to 1.
POPLAR_EMU_EXPORT double utilisation(const Schedule &schedule);

/// A table, one row a cycle and one column an IPU. F1:4 is the forward work of stage 1 on
/// micro-batch 4, B1:4 its backward work, FB2:4 both in one stage; a dot is an idle IPU.
POPLAR_EMU_EXPORT std::string toText(const Schedule &schedule);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &stream, const Schedule &schedule);

} // namespace pipeline
} // namespace gcl

#endif
