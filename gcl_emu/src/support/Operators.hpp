// SPDX-License-Identifier: MIT
// Operators of collectives: their names, and for which element types they exist.
#pragma once

#include <gcl/CollectiveOperator.hpp>
#include <poplar/Target.hpp>
#include <poplar/Type.hpp>

#include <string>

namespace gcl::detail {

std::string nameOf(CollectiveOperator op);
/// Throws poplibs_error.
void requireOperator(const std::string &operation, CollectiveOperator op, const poplar::Type &type);
/// What combines two partial results: MEAN and SQUARE_ADD add.
CollectiveOperator combining(CollectiveOperator op);
/// The unsigned type of equal size that moves of elements are made with.
poplar::Type carrierOf(const poplar::Target &target, const poplar::Type &type);

} // namespace gcl::detail
