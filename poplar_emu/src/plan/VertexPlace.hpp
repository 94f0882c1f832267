// SPDX-License-Identifier: MIT
// Where a vertex of a batch stands, however many tiles the batch spans, and how messages name it.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace poplar_emu::plan {

/// The tile, and the number of the vertex among those of its type on that tile.
struct VertexPlace {
  TileId tile;
  std::uint32_t instance = 0;
  std::uint32_t following = 0; ///< vertices of the batch from here on the same tile, itself too
};

/// Of the vertex number `index` of the batch. Cost: a binary search.
VertexPlace placeOf(const ComputeStep &step, const Batch &batch, std::uint32_t index);

/// "stencil.cpp:41   Stencil#17 (tile 3, instance 2)", with the field if one is given and the
/// replica when there are several: "Stencil#17.out (tile 3, instance 2, replica 1)".
std::string describeVertex(const Plan &plan, const ComputeStep &step, const Batch &batch,
                           std::uint32_t index, std::uint32_t replica, std::string_view field = {});

/// "compute set 'exchange'", or "compute set #3" for one without a name.
std::string computeSetName(const ComputeStep &step);

} // namespace poplar_emu::plan
