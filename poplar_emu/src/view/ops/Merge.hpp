// SPDX-License-Identifier: MIT
// Joins pieces that continue each other.
#pragma once

#include "view/View.hpp"

namespace poplar_emu::view {

/// Joins neighbours along `dim` whose boxes agree in all other dimensions and whose elements one
/// list of digits expresses. Leaves the pieces ordered by the other dimensions first; View sorts
/// them. Cost: linear for one dimension, else n log n.
void mergeAlong(std::vector<Piece> &pieces, std::size_t dim);

} // namespace poplar_emu::view
