// SPDX-License-Identifier: MIT
// How a table is gathered in rounds: what each tile takes, and what it costs.
#pragma once

#include <cstddef>

namespace popops::slice {

/// Groups of tiles take some lookups each. A tile of the group keeps one part of the group's
/// slices: in every round it takes another block of the table and adds what that has. A part has a
/// share for each chunk of the lookups; a slice is selected from the shares of its chunk.
struct RoundPlan {
  std::size_t parts = 0;    ///< of a group, a power of two; 0: there is no plan
  std::size_t perGroup = 0; ///< lookups
  std::size_t chunk = 0;    ///< lookups; a multiple of what a tile selects
  std::size_t room = 0;     ///< slices of a share
  std::size_t rowsPerBlock = 0;
  std::size_t rounds = 0;
  double cycles = 0; ///< of the exchange and of sorting

  std::size_t chunks() const { return perGroup / chunk; }
  bool mayOverflow() const { return room < chunk; }
};

struct RoundProblem {
  std::size_t numRows, rowBytes;
  std::size_t count;   ///< lookups
  std::size_t perTile; ///< lookups that a tile selects
  std::size_t numTiles, numWorkers;
  std::size_t budget; ///< bytes of a tile
};

/// Serves any lookups: one may find all of a chunk in one part.
RoundPlan planAnyLookups(const RoundProblem &problem);

/// Has room for lookups of random rows; a run in a thousand overflows. Fewer bytes are received and
/// fewer are touched than when all lookups may be the same.
RoundPlan planSpreadLookups(const RoundProblem &problem);

} // namespace popops::slice
