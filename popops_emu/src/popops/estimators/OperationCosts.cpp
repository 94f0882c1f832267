// SPDX-License-Identifier: MIT
// The tables. Numbers marked P are those of poplibs' estimators as published with its sources; the
// others are what the instructions of such a loop take, and say how.
#include "estimators/OperationCosts.hpp"

#include <algorithm>

namespace popops::estimators {

using program::Kind;
using Unary = expr::UnaryOpType;
using Binary = expr::BinaryOpType;

namespace {

/// Loads, address and branch of a loop over single words besides the operands' loads and the store.
constexpr unsigned kWordLoop = 3;

struct RealUnary {
  Unary op;
  OperationCost single, half;
};

constexpr RealUnary kRealUnary[] = {
    {Unary::ABSOLUTE, {2, 2}, {2, 4}}, // one mask, as NEGATE
    {Unary::ASIN, {102, 1}, {104, 1}}, // P; half: conversions there and back
    {Unary::CBRT, {17, 2}, {34, 4}},   // exp(log / 3): both, one product, one load and store
    {Unary::CEIL, {4, 2}, {8, 4}},     // rounding is an instruction for single floats
    {Unary::COS, {2300, 1}, {25, 1}},  // P
    {Unary::ERF, {41, 1}, {13, 1}},    // P
    {Unary::EXPONENT, {6, 2}, {4, 4}}, // P
    {Unary::EXPONENT_MINUS_ONE, {7, 2}, {5, 4}},  // EXPONENT and a difference
    {Unary::EXPONENT2, {6, 2}, {4, 4}},           // as EXPONENT
    {Unary::FLOOR, {4, 2}, {8, 4}},               // as CEIL
    {Unary::GELU_ERF, {22, 1}, {16, 1}},          // P
    {Unary::INVERSE, {6, 2}, {15, 4}},            // P
    {Unary::IS_FINITE, {5, 2}, {5, 4}},           // compare, pack to bytes, load, store, branch
    {Unary::IS_INF, {5, 2}, {5, 4}},              // the same
    {Unary::IS_NAN, {5, 2}, {5, 4}},              // the same
    {Unary::LOGARITHM, {12, 2}, {4, 4}},          // P
    {Unary::LOGARITHM_ONE_PLUS, {13, 2}, {5, 4}}, // a sum and LOGARITHM
    {Unary::NEGATE, {2, 2}, {2, 4}},              // P
    {Unary::NEARBY_INT, {4, 2}, {8, 4}},          // as CEIL
    {Unary::RELU, {3, 2}, {3, 4}},                // P
    {Unary::SIGNUM, {3, 2}, {3, 4}},              // clamped, as RELU
    {Unary::SIN, {2300, 1}, {25, 1}},             // P
    {Unary::TAN, {5100, 1}, {5700, 1}},           // P
    {Unary::TANH, {12, 2}, {4, 4}},               // P
    {Unary::ROUND, {4, 2}, {8, 4}},               // as CEIL
    {Unary::SQRT, {10, 2}, {23, 4}},              // P
    {Unary::SQUARE, {2, 2}, {2, 4}},              // P
    {Unary::SIGMOID, {12, 2}, {6, 4}},            // P
    {Unary::RSQRT, {8, 2}, {19, 4}},              // P
    {Unary::TRUNC, {4, 2}, {8, 4}},               // as CEIL
};

struct RealBinary {
  Binary op;
  OperationCost single, half;
};

constexpr RealBinary kRealBinary[] = {
    {Binary::ADD, {1, 0}, {1, 0}},                      // P
    {Binary::SUBTRACT, {1, 0}, {1, 0}},                 // P
    {Binary::MULTIPLY, {1, 0}, {1, 0}},                 // P
    {Binary::MAXIMUM, {1, 0}, {1, 0}},                  // one instruction, as ADD
    {Binary::MINIMUM, {1, 0}, {1, 0}},                  // the same
    {Binary::ATAN2, {272, 2}, {578, 4}},                // P
    {Binary::DIVIDE, {4, 0}, {13, 0}},                  // INVERSE without its load and store
    {Binary::REMAINDER, {8, 0}, {21, 0}},               // DIVIDE, TRUNC, product, difference
    {Binary::POWER, {15, 0}, {34, 0}},                  // log, product, exp; half in two of them
    {Binary::INV_STD_DEV_TO_VARIANCE, {6, 0}, {15, 0}}, // square, INVERSE, difference
    {Binary::VARIANCE_TO_INV_STD_DEV, {7, 0}, {18, 0}}, // sum, RSQRT
};

template <class Table, class Op>
OperationCost lookUp(const Table &table, Op op, Kind kind, OperationCost other) {
  for (const auto &row : table)
    if (row.op == op) return kind == Kind::Float ? row.single : row.half;
  return other;
}

bool isWide(Kind kind) {
  return kind == Kind::LongLong || kind == Kind::UnsignedLongLong;
}

} // namespace

bool isReal(Kind kind) {
  return kind == Kind::Float || kind == Kind::Half;
}

Cycles vectorWidth(Kind kind) {
  return 8u >> program::sizeClass(kind);
}

OperationCost costOf(Unary op, Kind kind) {
  if (isReal(kind)) return lookUp(kRealUnary, op, kind, {2, 2});
  if (kind == Kind::Bool) return {5, 4}; // four in a word: load, xor, store, branch, mask
  if (op == Unary::SQRT) return {14, 1}; // two conversions and the root of a float
  // Words one by one, from the binary ones: one load less. Two words for 64 bits.
  return {isWide(kind) ? 9u : 6u, 1};
}

OperationCost costOf(Binary op, Kind kind) {
  // Relations compare, and pack to bytes in two more.
  if (isReal(kind)) return lookUp(kRealBinary, op, kind, {3, 0});
  if (kind == Kind::Bool) return {6, 4};
  const unsigned wide = isWide(kind) ? 1 : 0;
  if (op == Binary::DIVIDE || op == Binary::REMAINDER)
    return {(wide ? 4 : 1) * static_cast<unsigned>(kIntegerDivision), 1};
  if (op == Binary::POWER) return {100, 1}; // half of 32 squarings, a product at every other
  if (op == Binary::MULTIPLY) return {wide ? 16u : 7u, 1}; // four products of words
  return {wide ? 11u : 7u, 1};                             // P: 7 for int ADD
}

OperationCost clampCost(Kind kind) {
  return isReal(kind) ? OperationCost{2, 0} : OperationCost{9, 1};
}

OperationCost selectCost(Kind) {
  return {5, 1}; // P
}

OperationCost castCost(Kind from, Kind to) {
  const bool isVector = isReal(from) && isReal(to);
  // P: 1 to 2 a vector. Reals: two slots for four. Words: one conversion each, and what half needs
  // to become a float first.
  if (isVector) return {2, 4};
  if (!isReal(from) && !isReal(to)) return {2, 1};
  return from == Kind::Half || to == Kind::Half ? OperationCost{3, 2} : OperationCost{2, 2};
}

Cycles loopSlots(const Target &target, OperationCost cost, Kind kind, Cycles elements) {
  if (cost.elements == 0)
    return (cost.slots + kAround) * share(target, divideUp(elements, vectorWidth(kind)));
  return cost.slots * share(target, divideUp(elements, cost.elements));
}

Cycles bodySlots(OperationCost cost, Kind kind, unsigned operands, Cycles width) {
  if (cost.elements == 0) return cost.slots * divideUp(width, vectorWidth(kind));
  const unsigned around = operands + 1 + (isReal(kind) ? 0 : kWordLoop);
  const Cycles alone = cost.slots > around ? cost.slots - around : 1;
  // At least a slot, however few of the elements of a vector are used.
  return std::max<Cycles>(1, divideUp(alone * width, cost.elements));
}

} // namespace popops::estimators
