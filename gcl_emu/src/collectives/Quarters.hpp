// SPDX-License-Identifier: MIT
// Quarters travel as bytes: their metadata stays where it is.
#pragma once

#include "collectives/Call.hpp"

namespace gcl::detail {

/// The tensor as unsigned char if its elements are quarters; else the tensor.
poplar::Tensor movable(const poplar::Tensor &tensor);

/// What was moved, with the element type and metadata of `like`, whose movable form it comes from.
/// Cost for quarters: a copy from tile to same tile.
poplar::Tensor typed(Call &call, const poplar::Tensor &moved, const poplar::Tensor &like);

} // namespace gcl::detail
