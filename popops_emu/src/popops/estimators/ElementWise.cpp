// SPDX-License-Identifier: MIT
// Estimators of the vertices of one element-wise operation.
#include "estimators/ElementWise.hpp"

#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

namespace popops::estimators {

using program::Kind;
using Unary = expr::UnaryOpType;
using Binary = expr::BinaryOpType;

namespace {

// The first cast of poplibs counts the branch to a worker's code.
constexpr Cycles kCastSupervisor = 12, kCastEntry = 18, kCastPrologue = 19;
/// Metadata of quarters is loaded and set.
constexpr Cycles kQuarterMetadata = 6;

Estimate withFlops(Cycles cycles, Kind kind, Cycles elements) {
  return {cycles, isReal(kind) ? elements : 0};
}

struct NamedKind {
  poplar::Type type;
  Kind kind;
};

const std::vector<NamedKind> &kinds() {
  static const std::vector<NamedKind> all = {{poplar::BOOL, Kind::Bool},
                                             {poplar::CHAR, Kind::Char},
                                             {poplar::SIGNED_CHAR, Kind::SignedChar},
                                             {poplar::UNSIGNED_CHAR, Kind::UnsignedChar},
                                             {poplar::SHORT, Kind::Short},
                                             {poplar::UNSIGNED_SHORT, Kind::UnsignedShort},
                                             {poplar::INT, Kind::Int},
                                             {poplar::UNSIGNED_INT, Kind::Unsigned},
                                             {poplar::LONGLONG, Kind::LongLong},
                                             {poplar::UNSIGNED_LONGLONG, Kind::UnsignedLongLong},
                                             {poplar::HALF, Kind::Half},
                                             {poplar::FLOAT, Kind::Float}};
  return all;
}

void addUnary(Table &table, const NamedKind &of) {
  for (unsigned i = 0; i <= static_cast<unsigned>(Unary::TRUNC); ++i) {
    const Unary op = static_cast<Unary>(i);
    add(
        table, "popops::UnaryOp1D",
        [op, kind = of.kind](const Vertex &vertex, const Target &target) {
          const Cycles n = sizeOf(vertex, "out");
          return withFlops(unaryCycles(target, op, kind, n), kind, n);
        },
        op, of.type);
  }
}

void addBinary(Table &table, const NamedKind &of) {
  for (unsigned i = 0; i <= static_cast<unsigned>(Binary::VARIANCE_TO_INV_STD_DEV); ++i) {
    const Binary op = static_cast<Binary>(i);
    // A single operand stays in a register, which leaves the number of slots as it is: the load of
    // the other one, the operation and the store do not fit one bundle either.
    for (const char *name : {"popops::BinaryOp1D", "popops::BroadcastScalar1D"})
      add(
          table, name,
          [op, kind = of.kind](const Vertex &vertex, const Target &target) {
            const Cycles n = sizeOf(vertex, "out");
            return withFlops(binaryCycles(target, op, kind, n, Result::Apart), kind, n);
          },
          op, of.type);
  }
}

void addQuarterCasts(Table &table, const NamedKind &of) {
  // Bytes are moved four at a time; the float at the other end decides.
  const auto estimate = [kind = of.kind](const Vertex &vertex, const Target &target) {
    return Estimate(
        castCycles(target, isReal(kind) ? kind : Kind::Half, Kind::Half, sizeOf(vertex, "dst")) +
        target.getNumWorkerContexts() * kQuarterMetadata);
  };
  add(table, "popops::CastQuarter1D", estimate, poplar::QUARTER, of.type);
  add(table, "popops::CastQuarter1D", estimate, of.type, poplar::QUARTER);
}

} // namespace

Cycles unaryCycles(const Target &target, Unary op, Kind kind, Cycles elements) {
  const Cycles prologue =
      op == Unary::EXPONENT && isReal(kind) ? kExponentPrologue : kUnaryPrologue;
  return onWorkers(target, prologue + loopSlots(target, costOf(op, kind), kind, elements)).cycles;
}

Cycles binaryCycles(const Target &target, Binary op, Kind kind, Cycles elements, Result result) {
  const Cycles prologue = result == Result::InPlace ? kInPlacePrologue
                          : kind == Kind::Half      ? kHalfBinaryPrologue
                                                    : kBinaryPrologue;
  return onWorkers(target, prologue + loopSlots(target, costOf(op, kind), kind, elements)).cycles;
}

// Two loads, then the fused operation beside the store: 3 slots a vector. Both operands are scaled
// pointers.
Cycles scaledAddCycles(const Target &target, Kind kind, Cycles elements) {
  constexpr Cycles kSlots = 3;
  const Cycles prologue = kind == Kind::Half ? kHalfBinaryPrologue : kBinaryPrologue;
  const Cycles vectors = share(target, divideUp(elements, vectorWidth(kind)));
  return onWorkers(target, prologue + kSlots * vectors).cycles + 2 * kScaledPointer;
}

Cycles castCycles(const Target &target, Kind from, Kind to, Cycles elements) {
  const Cycles loop = loopSlots(target, castCost(from, to), from, elements);
  return kCastSupervisor + target.getNumWorkerContexts() * (kCastEntry + kCastPrologue + loop);
}

// Source: poplibs; narrow elements need care at both ends.
Cycles fillCycles(const Target &target, unsigned elementBytes, Cycles elements) {
  const Cycles inWord = 8 / elementBytes;
  const Cycles stores = share(target, divideUp(elements, inWord));
  const Cycles mine = stores * inWord * elementBytes;
  Cycles around = 5;
  if (elementBytes == 4) around = 16 + 7;
  if (elementBytes == 2) around = 26;
  // Below 64 bytes a worker of poplibs writes words.
  if (elementBytes == 1) return onWorkers(target, mine < 64 ? 28 + 2 * stores : 39 + stores).cycles;
  return onWorkers(target, around + stores).cycles;
}

Table elementWiseTable() {
  Table table;
  for (const NamedKind &of : kinds()) {
    addUnary(table, of);
    addBinary(table, of);
    for (const NamedKind &to : kinds())
      add(
          table, "popops::Cast1D",
          [from = of.kind, to = to.kind](const Vertex &vertex, const Target &target) {
            const Cycles n = sizeOf(vertex, "dst");
            return Estimate(castCycles(target, from, to, n));
          },
          of.type, to.type);
    add(
        table, "popops::Fill",
        [kind = of.kind](const Vertex &vertex, const Target &target) {
          return Estimate(
              fillCycles(target, 1u << program::sizeClass(kind), sizeOf(vertex, "out")));
        },
        of.type);
    addQuarterCasts(table, of);
  }
  add(
      table, "popops::CastQuarter1D",
      [](const Vertex &vertex, const Target &target) {
        return Estimate(castCycles(target, Kind::Half, Kind::Half, sizeOf(vertex, "dst")) +
                        target.getNumWorkerContexts() * 2 * kQuarterMetadata);
      },
      poplar::QUARTER, poplar::QUARTER);
  return table;
}

} // namespace popops::estimators
