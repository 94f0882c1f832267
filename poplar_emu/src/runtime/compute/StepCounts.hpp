// SPDX-License-Identifier: MIT
// Counts supersteps: what their vertices left, added up as far as it differs from the last time.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"
#include "runtime/compute/SlotTotals.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

/// Whether the cycles of every tile are wanted.
enum class ByTile : std::uint8_t { No, Yes };

/// Modelled cycles of the vertices of one superstep.
struct ComputeCycles {
  std::uint64_t slowest = 0; ///< of the slowest tile
  // If wanted by tile:
  std::uint64_t tiles = 0;   ///< of all tiles together, idle threads included
  std::uint64_t threads = 0; ///< the same, idle threads excluded
  /// Of each tile, idle threads included; valid until the next superstep. Empty if the plan does
  /// not know.
  std::span<const std::uint64_t> byTile;
};

/// Most vertices take the same slots each time they run. While cycles are wanted by tile, what a
/// chunk left is therefore compared with what it left last time, and added up only if that differs.
///
/// begin() and finish() are called by the thread that called run(), around the chunks. Cost: that
/// of SlotTotals; and 8 bytes for each vertex and tile of every replica to remember a superstep,
/// kMostKept for all of them. Those that come later are added up each time.
class StepCounts {
 public:
  /// `only`: the one replica that is looked at.
  StepCounts(const plan::Plan &plan, const CodeTable &code, std::uint32_t numReplicas,
             std::optional<std::uint32_t> only = {});

  /// Whether the step has vertices that are counted: all of those without an estimate are, or none.
  bool counts(std::uint32_t compute) const { return totals_.counts(compute); }

  void begin(std::uint32_t compute, ByTile byTile);
  /// Where the vertices of the step leave their slots, by index into ComputeStep::vertices.
  std::uint64_t *slots(std::uint32_t replica) {
    return slots_.data() + replica * totals_.mostVertices();
  }
  /// To be called by the thread that ran the chunk.
  void addUp(std::uint32_t chunk, std::uint32_t replica);
  /// Of the slowest replica that is looked at, tile by tile.
  ComputeCycles finish();

 private:
  static constexpr std::size_t kMostKept = std::size_t{64} << 20;

  struct ChunkCount {
    TileTotals totals;
    bool changed = true; ///< since the last finish()
  };
  /// One execution.
  struct Count {
    std::vector<std::uint64_t> slots;  ///< by replica, vertex; empty if they are not remembered
    std::vector<std::uint64_t> byTile; ///< by replica, tile; empty if not wanted
    std::vector<std::uint64_t>
        merged;                     ///< by tile, of the slowest replica; empty if one is looked at
    std::vector<ChunkCount> chunks; ///< by replica, chunk
    ComputeCycles cycles;
  };

  Count &placeOf(std::uint32_t compute, ByTile byTile);
  void addUpReplicas();
  /// Tile by tile. Returns the sum.
  std::uint64_t mergeReplicas();

  SlotTotals totals_;
  std::uint32_t numReplicas_;
  std::uint32_t firstCounted_, endCounted_; ///< replicas that are looked at
  std::size_t numTiles_;                    ///< of a replica
  std::vector<std::uint64_t> slots_;

  std::vector<std::unique_ptr<Count>> kept_; ///< by compute step
  std::size_t bytesLeft_ = kMostKept;
  Count passing_; ///< of a step that is not remembered

  // Of the superstep at hand.
  std::uint32_t compute_ = 0, numChunks_ = 0;
  Count *count_ = nullptr;
};

} // namespace poplar_emu::runtime
