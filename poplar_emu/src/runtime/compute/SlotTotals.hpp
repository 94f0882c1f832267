// SPDX-License-Identifier: MIT
// From the slots of vertices to the cycles of a superstep, as the tiles' workers share the work.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

/// Vertices of a tile go, in the order of their creation, round-robin to its workers; each worker
/// issues once every numWorkers cycles. Vertices that use all workers, or the supervisor, run one
/// after the other. Estimates count as they are, slots of others as they were counted.
///
/// Made only for engines that count; needs 8 bytes a vertex, and 8 more a vertex and replica of the
/// largest superstep.
class SlotTotals {
 public:
  SlotTotals(const plan::Plan &plan, const CodeTable &code, std::uint32_t numReplicas);

  /// Whether the step has vertices that are counted: all of those without an estimate are, or none.
  bool counts(std::uint32_t compute) const { return !steps_[compute].chunks.empty(); }
  /// Where the vertices of the step leave their slots, by index into ComputeStep::vertices.
  std::uint64_t *slots(std::uint32_t replica) { return slots_.data() + replica * largest_; }
  /// Cycles of the slowest tile of a chunk that has run on the replica.
  std::uint64_t slowestTile(std::uint32_t compute, std::uint32_t chunk,
                            std::uint32_t replica) const;
  /// Raises the cycles of each tile of the step to what they were on the replica. Returns the sum
  /// of its vertices' cycles, idle threads excluded.
  std::uint64_t addTiles(std::uint32_t compute, std::uint32_t replica,
                         std::span<std::uint64_t> cyclesByTile) const;

 private:
  struct Vertex {
    std::uint32_t index = 0; ///< into ComputeStep::vertices
    std::uint16_t worker = 0;
    plan::VertexThreads threads = plan::VertexThreads::OneWorker;
    bool startsTile = false;
  };
  struct Step {
    std::vector<Vertex> vertices;      ///< by chunk, tile, creation
    std::vector<std::uint32_t> chunks; ///< chunk c is vertices[chunks[c], chunks[c + 1])
    std::vector<std::uint32_t> tiles;  ///< in the order of the vertices
  };

  Step tableOf(const plan::ComputeStep &step) const;
  /// Calls f(cycles, threadCycles) for each tile whose vertices stand in [first, last).
  template <class F>
  void forEachTile(std::uint32_t compute, std::uint32_t first, std::uint32_t last,
                   std::uint32_t replica, F &&f) const;
  bool canCount(const plan::ComputeStep &step, const CodeTable &code) const;

  const plan::Plan &plan_;
  std::vector<Step> steps_; ///< by compute step
  std::size_t largest_ = 0;
  std::vector<std::uint64_t> slots_;
};

} // namespace poplar_emu::runtime
