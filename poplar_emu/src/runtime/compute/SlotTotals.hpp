// SPDX-License-Identifier: MIT
// From the slots of vertices to the cycles of a superstep, as the tiles' workers share the work.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

/// Cycles of the vertices of some tiles.
struct TileTotals {
  std::uint64_t slowest = 0; ///< of the slowest tile, idle threads included
  std::uint64_t tiles = 0;   ///< of all tiles together, idle threads included
  std::uint64_t threads = 0; ///< the same, idle threads excluded
};

/// Vertices of a tile go, in the order of their creation, round-robin to its workers; each worker
/// issues once every numWorkers cycles. Vertices that use all workers, or the supervisor, run one
/// after the other. Estimates count as they are, slots of others as they were counted.
///
/// Made only for engines that count. Cost: 5 bytes a vertex and up to 24 a tile of every superstep;
/// about a nanosecond a vertex whenever one is added up.
class SlotTotals {
 public:
  SlotTotals(const plan::Plan &plan, const CodeTable &code);

  /// Whether the step has vertices that are counted: all of those without an estimate are, or none.
  bool counts(std::uint32_t compute) const { return !steps_[compute].chunks.empty(); }
  /// Of a step that counts.
  std::uint32_t numChunks(std::uint32_t compute) const {
    return static_cast<std::uint32_t>(steps_[compute].chunks.size() - 1);
  }
  std::size_t numVertices(std::uint32_t compute) const { return steps_[compute].vertices.size(); }
  /// Of any step that counts.
  std::size_t mostVertices() const;

  /// Vertices [begin, end) of a step, by index into ComputeStep::vertices.
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  /// The vertices that run in a chunk.
  Range verticesOf(std::uint32_t compute, std::uint32_t chunk) const {
    const Step &step = steps_[compute];
    return {step.chunks[chunk].firstVertex, step.chunks[chunk + 1].firstVertex};
  }
  /// Of the tiles of a chunk, whose vertices took `slots`, by index into ComputeStep::vertices.
  /// Also writes the cycles of each tile into `cyclesByTile`, unless that is null.
  TileTotals addUp(std::uint32_t compute, std::uint32_t chunk, const std::uint64_t *slots,
                   std::uint64_t *cyclesByTile) const;

 private:
  /// Single: one vertex, counted, on one worker. Plain: several of them. Mixed: anything else.
  enum class TileKind : std::uint8_t { Single, Plain, Mixed };
  /// Tiles of a chunk, one behind the other, that are of a kind and have as many vertices each.
  struct Run {
    TileKind kind = TileKind::Single;
    std::uint32_t verticesPerTile = 0;
    std::uint32_t firstTile = 0, numTiles = 0; ///< into Step::tiles
    std::uint32_t firstVertex = 0;             ///< into Step::vertices
  };
  struct Chunk {
    std::uint32_t firstRun = 0, firstVertex = 0; ///< into Step::runs and Step::vertices
  };
  struct Step {
    std::vector<std::uint32_t> vertices;      ///< indices, by chunk, tile, creation
    std::vector<plan::VertexThreads> threads; ///< of each of them
    std::vector<std::uint32_t> tiles;
    std::vector<Run> runs;
    std::vector<Chunk> chunks; ///< and the end of the last one
  };
  struct Placed;
  struct Sums;

  bool canCount(const plan::ComputeStep &step, const CodeTable &code) const;
  Step tableOf(const plan::ComputeStep &step) const;
  std::vector<Placed> placedIn(const plan::ComputeStep &step, std::size_t chunk) const;
  static void addTile(const plan::ComputeStep &step, std::span<const Placed> ofTile, Step &table);

  const plan::Plan &plan_;
  std::vector<Step> steps_; ///< by compute step
};

} // namespace poplar_emu::runtime
