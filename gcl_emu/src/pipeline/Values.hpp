// SPDX-License-Identifier: MIT
// Values of a micro-batch and how they get from the position that makes them to those that use
// them: copies from position to position, and circular buffers.
#pragma once

#include "pipeline/Machine.hpp"
#include "pipeline/Programs.hpp"
#include "pipeline/schedule/Positions.hpp"

#include <gcl/pipeline/Contexts.hpp>
#include <gcl/pipeline/Pipeline.hpp>

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace gcl::pipeline {

enum class Origin { Host, Forward, Backward };

struct Value {
  std::string name;
  Origin origin = Origin::Forward;
  unsigned position = 0;  ///< that makes it
  poplar::Tensor source;  ///< there
  bool onIoTiles = false; ///< the source
  CreateFunction create;  ///< makes its first tensor on compute tiles, for values on I/O tiles
  std::vector<unsigned> readers;               ///< forward positions that read it
  std::map<unsigned, poplar::Tensor> arrivals; ///< by position, from the position before
  std::map<unsigned, poplar::Tensor> restored; ///< by position, from a circular buffer
  poplar::Tensor stable; ///< a copy of the source that lasts until the end of the cycle
  bool hasStable = false;
};

class Values {
 public:
  Values(Machine &machine, const Positions &positions, Programs &programs, Recompute recompute)
      : machine_(machine), positions_(positions), programs_(programs), recompute_(recompute) {}

  Value &add(const std::string &name, Origin origin, unsigned position,
             const poplar::Tensor &source);
  /// The value on the IPU of a later or the same position. Arranges its way there.
  poplar::Tensor at(Value &value, unsigned position);
  /// The source, or a copy of it if a recomputation in the same cycle may overwrite it.
  poplar::Tensor lasting(Value &value);
  /// A tensor that `position` reads the value from and that may be overwritten afterwards.
  poplar::Tensor ownedAt(Value &value, unsigned position);
  /// Writes the value that `from` read once more to `target` at the beginning of position `to`.
  void restoreInto(Value &value, unsigned from, unsigned to, const poplar::Tensor &target);
  /// Sends the value on to I/O tiles of the position after the one that made it.
  poplar::Tensor toIoTiles(Value &value);

  /// Makes the circular buffers, once all their readers are known.
  void finish();

  const std::vector<Stash> &stashes() const { return stashes_; }
  const std::vector<InterIpuCopy> &copies() const { return copies_; }

 private:
  struct Restore {
    unsigned position;
    poplar::Tensor target;
  };
  struct Buffer {
    Value *value;
    unsigned position; ///< that writes it
    poplar::Tensor source;
    unsigned depth = 1;
    std::vector<Restore> restores;
  };

  poplar::Tensor arrive(Value &value, unsigned position);
  poplar::Tensor heldAt(const Value &value, unsigned position) const;
  /// The first position on the IPU that has the value, before `position`; none: `position`.
  unsigned holder(const Value &value, unsigned position) const;
  Buffer &bufferOf(Value &value, unsigned position);
  poplar::Tensor counter(unsigned position, unsigned depth);
  void addHop(const Value &value, unsigned from, const poplar::Tensor &source,
              const poplar::Tensor &destination);

  Machine &machine_;
  const Positions &positions_;
  Programs &programs_;
  Recompute recompute_;
  std::deque<Value> values_;
  std::deque<Buffer> buffers_;
  std::map<std::pair<unsigned, unsigned>, poplar::Tensor> counters_;
  std::vector<Stash> stashes_;
  std::vector<InterIpuCopy> copies_;
};

} // namespace gcl::pipeline
