// SPDX-License-Identifier: MIT
// How the elements of tiles are dealt to replicas, in numbers alone.
#pragma once

#include <cstddef>
#include <vector>

namespace gcl::detail {

/// A run of elements of one tile, as it was before and where it goes.
struct Dealt {
  std::size_t first, count; ///< of the tile's elements
  std::size_t gathered;     ///< place of the first one in gathered order
};

/// Elements of each tile, dealt to replicas.
struct Balance {
  std::vector<std::size_t> shares;       ///< of each tile, in the piece of a replica
  std::size_t totalPerReplica = 0;       ///< all shares
  std::vector<std::vector<Dealt>> dealt; ///< for each tile
};

/// Each tile's elements are split into at most `replicas` nearly equal parts; part v goes to
/// replica v, behind the shares of the tiles before.
Balance balance(const std::vector<std::size_t> &elementsOfTiles, unsigned replicas,
                std::size_t grain);

} // namespace gcl::detail
