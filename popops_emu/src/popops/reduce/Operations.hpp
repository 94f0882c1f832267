// SPDX-License-Identifier: MIT
// What each reduction exists for.
#pragma once

#include <poplar/Type.hpp>
#include <popops/Operation.hpp>

#include <string>

namespace popops::reduce_detail {

bool supports(Operation op, const poplar::Type &in, const poplar::Type &out);
/// Of results that are combined with others later: sums of halves stay in float.
poplar::Type partialType(Operation op, const poplar::Type &in);
/// The operation that combines partial results.
Operation combining(Operation op);
bool allowsUpdateAndScale(Operation op);
/// The result of reducing nothing, as a number of the type.
double neutral(Operation op, const poplar::Type &type);

} // namespace popops::reduce_detail
