// SPDX-License-Identifier: MIT
// Brings nests into their promised form and joins those that continue each other.
#pragma once

#include "view/Joint.hpp"

namespace poplar_emu::view {

/// Sorts, flips and merges the dimensions of a nest; see Nest.
void simplify(Nest &nest);

/// Rewrites sequences of at least four nests, or of groups of up to four nests, that repeat at
/// equal distances as nests with one more dimension. Cost: linear.
std::vector<Nest> folded(std::vector<Nest> nests);

} // namespace poplar_emu::view
