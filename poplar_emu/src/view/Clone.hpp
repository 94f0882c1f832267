// SPDX-License-Identifier: MIT
// What variables a clone of a view needs, and the view over them.
#pragma once

#include "view/Mapping.hpp"

namespace poplar_emu::view {

enum class CloneMethod : std::uint8_t {
  PreserveOrderAndAliases,
  CreateNewOrder,
  PreserveOrderUnlessAliases,
  GatherAndPreserveTileOrderAndAliases,
};

enum class CloneDuplication : std::uint8_t { ByOuterDimension, ByTileContiguousRegion };

/// A new variable. Element k of it copies, in mapping, element k of the rank-1 view `source`:
/// tileIntervals(source, lookup) is the mapping of the new variable.
struct CloneVariable {
  std::uint64_t numElements = 0;
  View source;
};

struct ClonePlan {
  std::vector<CloneVariable> variables;
  View view; ///< over VariableId(i) for variables[i]; see withVariables
};

/// 5.1 of the host API reference. `lookup` tells the tiles of the source's variables; only
/// GatherAndPreserveTileOrderAndAliases asks.
ClonePlan planClone(const View &view, CloneMethod method, const MappingLookup &lookup);

/// Shape [n, ...]. ByTileContiguousRegion keeps the n copies of each region that lies on one tile
/// adjacent; it throws PE0223 with a method that gives up order or aliases.
ClonePlan planCloneN(const View &view, std::uint64_t n, CloneMethod method,
                     CloneDuplication duplication, const MappingLookup &lookup, SiteId site = {});

} // namespace poplar_emu::view
