// SPDX-License-Identifier: MIT
// Arranges the vertices of a chunk: instances of one type lie together, so that batches can span
// tiles.
#pragma once

#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/compute/instances/InstanceImage.hpp"
#include "plan/Steps.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Within a chunk, instances (and planned vertices) lie by type, then tile, then creation:
///
///     | type A: tile 0, tile 0, tile 1, tile 2 | type B: tile 0, tile 2 | tables and values |
///
/// Tiles without gathers and scatters run as one piece of work, in which a type that cannot tell
/// tiles apart is one batch. Every other type has a batch a tile.
class BatchBuilder {
 public:
  BatchBuilder(plan::ComputeStep &step, InstanceImage &image) : step_(step), image_(image) {}

  /// What will come in this chunk: one call a vertex, then lay out.
  void announce(VertexTypeId type, const TypeLayout &layout, std::uint32_t planType);
  void layOut();

  /// Where the next vertex of the type stands.
  struct Slot {
    InstanceOffset instance = 0;
    std::uint32_t vertex = 0; ///< index into ComputeStep::vertices
  };
  Slot next(VertexTypeId type);

  void beginTile(TileId tile, std::uint32_t gathers, std::uint32_t scatters);
  void endTile(std::uint32_t gathers, std::uint32_t scatters);
  void endChunk();

 private:
  struct TypeRun {
    const TypeLayout *layout = nullptr;
    std::uint32_t planType = 0;
    std::uint32_t count = 0;
    InstanceOffset instances = 0;
    std::uint32_t firstVertex = 0;
    std::uint32_t used = 0;      ///< handed out so far
    std::uint32_t tileBegin = 0; ///< value of used when the tile began
    std::uint32_t workBegin = 0; ///< value of used when the piece of work began
    TileId workTile;             ///< of the vertex at workBegin
  };

  void beginWork(TileId tile, std::uint32_t gathers, std::uint32_t scatters);
  void endWork();
  void emit(const TypeRun &run, std::uint32_t begin, TileId tile);
  void noteTile(TypeRun &run);

  plan::ComputeStep &step_;
  InstanceImage &image_;
  std::vector<TypeRun> runs_;            ///< types of the chunk, in order of appearance
  std::vector<std::uint32_t> runOfType_; ///< by VertexTypeId, index into runs_ plus 1
  std::vector<VertexTypeId> types_;      ///< of runs_
  plan::TileWork work_;
  TileId tile_;
  std::uint32_t gathersBefore_ = 0, scattersBefore_ = 0; ///< of the tile
  std::size_t firstTileStart_ = 0;                       ///< of the chunk
  bool working_ = false;
};

} // namespace poplar_emu::compile
