// SPDX-License-Identifier: MIT
// Modelled cycles of a compute set: what the user estimated, or a guess from the amount of data.
#pragma once

#include "compile/compute/instances/FieldLayout.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Whether the user set an estimate or registered an estimator.
bool isEstimated(const ir::VertexTable &table, VertexId id);

/// Cycles of one execution: of a worker thread for plain vertices, of the tile for those that use
/// all workers. Without an estimate of the user, a naive streaming loop over `elements` (the
/// longest field) is assumed: 12 issue slots for entry and exit, 6.3 an element.
std::uint64_t estimateCycles(const ir::VertexTable &table, VertexId id, const TypeLayout &layout,
                             std::uint64_t elements, std::uint32_t numWorkers);

/// The longest field of a vertex, in elements; rows of one field count together.
std::uint64_t longestField(const ir::VertexTable &table, VertexId id);

/// Sums the vertices of one tile after the other. Plain vertices go round-robin on the workers,
/// each of which issues once every numWorkers cycles; vertices that use all workers run one after
/// the other.
class TileCycles {
 public:
  explicit TileCycles(std::uint32_t numWorkers) : byWorker_(numWorkers) {}

  void add(std::uint32_t worker, std::uint64_t cycles) {
    byWorker_[worker] += cycles;
    threads_ += cycles;
  }
  void addAlone(std::uint64_t cycles) { alone_ += cycles; }

  struct Sums {
    std::uint64_t cycles = 0;       ///< of the tile
    std::uint64_t threadCycles = 0; ///< without those in which threads idle
  };
  /// Of the tile; ready for the next one.
  Sums take();

 private:
  std::vector<std::uint64_t> byWorker_;
  std::uint64_t alone_ = 0, threads_ = 0;
};

} // namespace poplar_emu::compile
