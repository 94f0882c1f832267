// SPDX-License-Identifier: MIT
// Pass: compute sets become supersteps. Operands are chosen in place or gathered, vertex instances
// get their image and relocations, vertices of one type on a tile become a batch.
#pragma once

#include "compile/Usage.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Operands of a compute set that a tile gets from others, or sends to them.
struct OperandBuffer {
  TileId tile;
  std::uint64_t bytes = 0;
};
using OperandBuffers = std::vector<std::vector<OperandBuffer>>; ///< by ComputeSetId, then by tile

/// Fills plan.computes (index = position in usage.computeSets), vertexTypes, and memory.scratch,
/// instances, instanceImage, relocations, bytes. Needs checkVertices and proveNoRaces before it.
OperandBuffers lowerComputeSets(const Input &input, const Usage &usage, const StorageMap &storage,
                                plan::Plan &plan);

/// Every vertex that runs is mapped, every field connected and sized, alike to its declaration.
/// Throws PE0201, PE0208, PE0209, PE0211, PE0212, PE0308 with the vertex, the field and the line.
void checkVertices(const Input &input, const Usage &usage);

/// No two vertices of one compute set use an element that one of them writes. Throws PE0203 with
/// both vertices, both lines and the overlap.
void proveNoRaces(const Input &input, const Usage &usage);

} // namespace poplar_emu::compile
