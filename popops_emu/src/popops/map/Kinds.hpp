// SPDX-License-Identifier: MIT
// Element types as the vertices know them, and which operation exists for which type.
#pragma once

#include "../../../codelets/MapProgram.hpp"

#include <poplar/Type.hpp>
#include <popops/ExprOp.hpp>

#include <optional>

namespace popops::map_detail {

/// Nothing for types that no element-wise operation knows.
std::optional<program::Kind> kindOf(const poplar::Type &type);
/// A type of the same size, in which vertices of whole expressions see the elements.
const poplar::Type &carrierOf(program::Kind kind);

bool supports(expr::UnaryOpType op, const poplar::Type &type);
bool supports(expr::BinaryOpType op, const poplar::Type &type);
bool supports(expr::TernaryOpType op, const poplar::Type &type);

bool isPredicate(expr::UnaryOpType op);
bool isRelation(expr::BinaryOpType op);
bool isCommutative(expr::BinaryOpType op);

} // namespace popops::map_detail
