// SPDX-License-Identifier: MIT
// The network that sorts blocks: which pairs of blocks are merged in which superstep.
#pragma once

#include <utility>
#include <vector>

namespace popops::sort_detail {

/// Blocks i < j: the lower elements stay with i, the upper with j.
using BlockPair = std::pair<unsigned, unsigned>;

/// Batcher's merge exchange for any number of sorted blocks of equal size, of which the last may be
/// smaller: t (t + 1) / 2 steps for 2^(t-1) < blocks <= 2^t, no block twice in a step. The lower
/// elements always go to the lower index, so that a short last block acts as if it were filled up
/// with infinities (Knuth, The Art of Computer Programming 3, 5.2.2, algorithm M).
std::vector<std::vector<BlockPair>> mergeExchange(unsigned blocks);

} // namespace popops::sort_detail
