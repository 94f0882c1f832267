// SPDX-License-Identifier: MIT
// Whether rows of one variable share elements.
#pragma once

#include "view/Regions.hpp"

namespace poplar_emu::view {

/// Some element lies in two rows of `runs` (all of one variable). Cost: r log r for r rows, or one
/// bit per element of their range and a pass over the elements when the rows are short.
bool rowsOverlap(std::span<const Run> runs);
/// Some element lies in a row of `a` and in one of `b`.
bool rowsOverlap(std::span<const Run> a, std::span<const Run> b);

} // namespace poplar_emu::view
