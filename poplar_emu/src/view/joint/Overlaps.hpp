// SPDX-License-Identifier: MIT
// Which boxes of two partitions of one index space overlap.
#pragma once

#include "view/View.hpp"

#include <functional>

namespace poplar_emu::view {

/// Calls f(a, b) once for each pair of pieces of the two views, of equal shape, whose boxes
/// overlap. Cost: linear sweep for rank 1; else divide and conquer on the index space, n log n for
/// the usual grids and strips.
void forEachOverlap(const View &a, const View &b,
                    const std::function<void(const Piece &, const Piece &)> &f);

} // namespace poplar_emu::view
