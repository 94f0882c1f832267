// SPDX-License-Identifier: MIT
// Expressions that are too large for one vertex, in two.
#pragma once

#include "map/Computation.hpp"

#include <optional>

namespace popops::map_detail {

/// The operation below the results that does about half of the work; nothing if there is none.
std::optional<unsigned> chooseCut(const Computation &computation);

/// What it takes to compute `value` alone.
Computation partOf(const Computation &computation, unsigned value);

/// The rest of the work, when input tensor number `input` holds `value`.
Computation cutAt(const Computation &computation, unsigned value, unsigned input);

} // namespace popops::map_detail
