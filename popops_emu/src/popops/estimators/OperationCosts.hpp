// SPDX-License-Identifier: MIT
// Slots of each element-wise operation.
#pragma once

#include "../../../codelets/MapProgram.hpp"
#include "estimators/Model.hpp"

#include <popops/ExprOp.hpp>

namespace popops::estimators {

/// What a loop of one operation needs. With elements 0, `slots` are those of the operation alone on
/// a vector of 64 bits, and loads, store and branch take kAround more; otherwise `slots` are all
/// that `elements` elements take.
struct OperationCost {
  unsigned slots;
  unsigned elements;
};

/// Source: poplibs, "(cycles + 4) a vector".
constexpr Cycles kAround = 4;

bool isReal(program::Kind kind);
/// Elements of one 64-bit word.
Cycles vectorWidth(program::Kind kind);

OperationCost costOf(expr::UnaryOpType op, program::Kind kind);
OperationCost costOf(expr::BinaryOpType op, program::Kind kind);
OperationCost clampCost(program::Kind kind);
OperationCost selectCost(program::Kind kind);
OperationCost castCost(program::Kind from, program::Kind to);

/// Slots of a worker's loop, when `elements` are dealt out in vectors.
Cycles loopSlots(const Target &target, OperationCost cost, program::Kind kind, Cycles elements);

/// Slots of the operation alone, without loads and stores, on `width` elements that are in
/// registers; for operations inside expressions.
Cycles bodySlots(OperationCost cost, program::Kind kind, unsigned operands, Cycles width);

} // namespace popops::estimators
