// SPDX-License-Identifier: MIT
// The arithmetic of collectives on halves: in float, rounded to half after every operation.
#pragma once

#include "runtime/collective/Combiners.hpp"

namespace poplar_emu::runtime {

/// Sums and products of halves in float, rounded once more, are what half arithmetic gives: float
/// has more than twice the digits.
Combiner halfCombiner(Combine combine);

} // namespace poplar_emu::runtime
