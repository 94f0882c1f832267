// SPDX-License-Identifier: MIT
// What a report says about the runs of the program. All times are tile clock cycles unless a name
// says otherwise.
#ifndef PVA_EXECUTION_HPP
#define PVA_EXECUTION_HPP

#include <pva/Program.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pva {

/// The earliest and the latest of one time over the tiles of an IPU.
class POPLAR_EMU_EXPORT CycleRange {
 public:
  std::uint64_t min() const { return min_; }
  std::uint64_t max() const { return max_; }

 private:
  friend struct internal::Access;
  std::uint64_t min_ = 0, max_ = 0;
};

class POPLAR_EMU_EXPORT AllCycles {
 public:
  const CycleRange &from() const { return from_; }
  const CycleRange &to() const { return to_; }

 private:
  friend struct internal::Access;
  CycleRange from_, to_;
};

class POPLAR_EMU_EXPORT ActiveCycles {
 public:
  const CycleRange &cyclesFrom() const { return cyclesFrom_; }
  const CycleRange &cyclesTo() const { return cyclesTo_; }

 private:
  friend struct internal::Access;
  CycleRange cyclesFrom_, cyclesTo_;
};

/// One step on one IPU. An IPU that takes no part has no cycles and no data.
class POPLAR_EMU_EXPORT IpuStep {
 public:
  /// Of its slowest tile, without waiting for others.
  std::uint64_t cycles() const { return cycles_; }
  /// The step, sync included.
  const AllCycles &allCycles() const { return allCycles_; }
  /// Between the sync at the start and the end of the work on this IPU.
  const ActiveCycles &activeCycles() const { return activeCycles_; }
  /// Bytes that its tiles receive and send.
  std::uint64_t dataIn() const { return dataIn_; }
  std::uint64_t dataOut() const { return dataOut_; }

 private:
  friend struct internal::Access;
  std::uint64_t cycles_ = 0, dataIn_ = 0, dataOut_ = 0;
  AllCycles allCycles_;
  ActiveCycles activeCycles_;
};

class POPLAR_EMU_EXPORT ComputeSetStep {
 public:
  const std::string &name() const { return name_; }
  /// Empty if compute was not instrumented by tile.
  const List<std::uint64_t> &cyclesByTile() const { return cyclesByTile_; }
  const List<std::uint64_t> &estimatedCyclesByTile() const { return estimatedCyclesByTile_; }

 private:
  friend struct internal::Access;
  std::string name_;
  List<std::uint64_t> cyclesByTile_, estimatedCyclesByTile_;
};

class POPLAR_EMU_EXPORT ExecutionStep {
 public:
  const std::shared_ptr<Program> &program() const { return program_; }
  const List<IpuStep> &ipus() const { return ipus_; }
  const List<std::uint64_t> &cyclesByTile() const { return cyclesByTile_; }
  const List<ComputeSetStep> &computeSets() const { return computeSets_; }

 private:
  friend struct internal::Access;
  std::shared_ptr<Program> program_;
  List<IpuStep> ipus_;
  List<std::uint64_t> cyclesByTile_;
  List<ComputeSetStep> computeSets_;
};

/// One call of Engine::run.
class POPLAR_EMU_EXPORT Run {
 public:
  const std::string &name() const { return name_; }
  std::uint64_t microseconds() const { return microseconds_; }
  const List<ExecutionStep> &steps() const { return steps_; }

 private:
  friend struct internal::Access;
  std::string name_;
  std::uint64_t microseconds_ = 0;
  List<ExecutionStep> steps_;
};

class POPLAR_EMU_EXPORT TotalCycles {
 public:
  std::uint64_t total() const { return total_; }

 private:
  friend struct internal::Access;
  std::uint64_t total_ = 0;
};

/// One execution of a program::Block. The kinds exclude each other.
class POPLAR_EMU_EXPORT Block {
 public:
  const std::shared_ptr<Program> &program() const { return program_; }
  /// Absolute tile counter values since load.
  std::uint64_t cyclesFrom() const { return cyclesFrom_; }
  std::uint64_t cyclesTo() const { return cyclesTo_; }
  /// Global tile number.
  std::uint64_t tile() const { return tile_; }
  bool isCommon() const { return kind_ == Kind::Common; }
  bool isOverflow() const { return kind_ == Kind::Overflow; }
  bool isBlockFlush() const { return kind_ == Kind::BlockFlush; }
  bool isStreamCopy() const { return kind_ == Kind::StreamCopy; }

 private:
  friend struct internal::Access;
  enum class Kind { Common, Overflow, BlockFlush, StreamCopy };
  std::shared_ptr<Program> program_;
  std::uint64_t cyclesFrom_ = 0, cyclesTo_ = 0, tile_ = 0;
  Kind kind_ = Kind::Common;
};

class POPLAR_EMU_EXPORT ExecutionReport {
 public:
  const List<Run> &runs() const { return runs_; }
  /// The steps of all runs, in order; the first ones of a long execution.
  const List<ExecutionStep> &steps() const { return steps_; }
  const TotalCycles &totalCycles() const { return totalCycles_; }
  /// Blocks recorded on a tile in order of their start; empty for a tile that records none.
  List<Block> blocks(unsigned tile) const;

 private:
  friend struct internal::Access;
  List<Run> runs_;
  List<ExecutionStep> steps_;
  TotalCycles totalCycles_;
  List<List<Block>> blocksByTile_;
};

} // namespace pva

#endif
