// SPDX-License-Identifier: MIT
// What the builder collects for each position, to be run once a micro-batch, and for each step.
#pragma once

#include <poplar/GraphElements.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <vector>

namespace gcl::pipeline {

/// In the order in which they run. Loads of all active positions come first, stores last.
struct PositionPrograms {
  poplar::program::Sequence load;
  poplar::program::Sequence restore; ///< from circular buffers
  poplar::program::Sequence enter;   ///< copies that a recomputation may overwrite
  poplar::program::Sequence forward;
  poplar::program::Sequence leave; ///< copies that a recomputation does not overwrite
  poplar::program::Sequence stash;
  std::vector<unsigned> recompute; ///< positions whose forward part runs again
  poplar::program::Sequence clear; ///< gradients, without accumulation
  poplar::program::Sequence backward;
  poplar::program::Sequence stashGradients;
  poplar::program::Sequence update;  ///< without accumulation
  poplar::program::Sequence advance; ///< counters
  poplar::program::Sequence store;
};

/// Goes to the next position at the end of each cycle in which `from` was active.
struct Hop {
  unsigned from;
  poplar::Tensor source, destination;
};

struct Programs {
  std::vector<PositionPrograms> positions;
  std::vector<Hop> hops;
  poplar::program::Sequence stepBegin, stepEnd;
};

} // namespace gcl::pipeline
