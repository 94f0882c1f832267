// SPDX-License-Identifier: MIT
// Estimates of the element-wise vertices as functions of sizes, for estimators and planners.
#pragma once

#include "estimators/OperationCosts.hpp"

namespace popops::estimators {

// Slots of worker code before and after its loop. Source of all: poplibs.
constexpr Cycles kUnaryPrologue = 17, kExponentPrologue = 33;
constexpr Cycles kBinaryPrologue = 29, kHalfBinaryPrologue = 26, kInPlacePrologue = 58;

Cycles unaryCycles(const Target &target, expr::UnaryOpType op, program::Kind kind, Cycles elements);
/// Where the result goes decides about the prologue.
enum class Result { Apart, InPlace };
Cycles binaryCycles(const Target &target, expr::BinaryOpType op, program::Kind kind,
                    Cycles elements, Result result);
/// A += scale * B, for which the machine has a fused instruction.
Cycles scaledAddCycles(const Target &target, program::Kind kind, Cycles elements);
Cycles castCycles(const Target &target, program::Kind from, program::Kind to, Cycles elements);
/// Elements of any kind, by their bytes.
Cycles fillCycles(const Target &target, unsigned elementBytes, Cycles elements);

} // namespace popops::estimators
