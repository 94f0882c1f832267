// SPDX-License-Identifier: MIT
// Estimators of reductions.
#include "estimators/Model.hpp"
#include "estimators/Tables.hpp"

#include <popops/OperationDefUtil.hpp>

#include <algorithm>
#include <iterator>

namespace popops::estimators {
namespace {

// Of each result: pointers, the sum over the lanes of a vector, the store.
constexpr Cycles kResult = 5;
// What a reduction of exponentials does once a result: a logarithm and a sum.
constexpr Cycles kLogResult = 11;

/// Slots for the next `elements` elements of one run.
struct PartialCost {
  Cycles slots, elements;
};

/// Accumulators take a load and an operation in one bundle.
PartialCost costOf(Operation op, const Type &in) {
  const bool isHalf = in == poplar::HALF;
  if (isHalf || in == poplar::FLOAT) {
    const Cycles width = isHalf ? 4 : 2;
    switch (op) {
    case Operation::MUL: // two halves become floats at a time
      return {isHalf ? 4u : 1u, width};
    case Operation::LOG_ADD: // maximum; difference, EXPONENT (4 for two floats), sum
      return {isHalf ? 15u : 7u, width};
    default:
      return {1, width};
    }
  }
  if (in == poplar::BOOL) return {2, 4}; // a word: load, operation
  return {op == Operation::SQUARE_ADD ? 3u : 2u, 1};
}

Cycles perResult(Operation op) {
  return kResult + (op == Operation::LOG_ADD ? kLogResult : 0);
}

Estimate reduce(const Target &target, Cycles slots, Cycles partials, const Type &in) {
  const bool isReal = in == poplar::HALF || in == poplar::FLOAT;
  Estimate estimate = onWorkers(target, kReducePrologue + slots, isReal ? partials : 0);
  estimate.cycles += kReduceSupervisor;
  return estimate;
}

/// Workers take rows in turn.
Estimate rowsEstimate(const Vertex &vertex, const Target &target, Operation op, const Type &in) {
  const PartialCost cost = costOf(op, in);
  const Cycles partials = sizeOf(vertex, "in"), rows = sizeOf(vertex, "out");
  const Cycles length =
      rows == 1 ? partials : std::min(partials, valueOf(vertex, target, "length"));
  const Cycles row = perResult(op) + cost.slots * divideUp(length, cost.elements);
  return reduce(target, share(target, rows) * row, partials, in);
}

/// Workers take vectors of columns, of all rows.
Estimate columnsEstimate(const Target &target, Operation op, const Type &in, Cycles columns,
                         Cycles rows, Cycles pointerSlots, Cycles partials) {
  const PartialCost cost = costOf(op, in);
  const Cycles vectors = share(target, divideUp(columns, cost.elements));
  const Cycles column =
      kColumn + (op == Operation::LOG_ADD ? kLogResult : 0) + rows * (cost.slots + pointerSlots);
  return reduce(target, vectors * column, partials, in);
}

} // namespace

Table reduceTable() {
  Table table;
  const std::vector<Type> types = {poplar::FLOAT, poplar::HALF, poplar::INT, poplar::UNSIGNED_INT,
                                   poplar::BOOL};
  for (unsigned i = 0; i <= static_cast<unsigned>(Operation::LOG_ADD); ++i)
    for (const Type &in : types)
      for (const Type &out : types) {
        const Operation op = static_cast<Operation>(i);
        add(
            table, "popops::ReduceRows",
            [op, in](const Vertex &vertex, const Target &target) {
              return rowsEstimate(vertex, target, op, in);
            },
            op, in, out);
        add(
            table, "popops::ReduceColumns",
            [op, in](const Vertex &vertex, const Target &target) {
              const Cycles columns = sizeOf(vertex, "out"), partials = sizeOf(vertex, "in");
              const Cycles rows = divideUp(valueOf(vertex, target, "start") + partials,
                                           std::max<Cycles>(columns, 1));
              return columnsEstimate(target, op, in, columns, rows, 0, partials);
            },
            op, in, out);
        add(
            table, "popops::ReduceTogether",
            [op, in](const Vertex &vertex, const Target &target) {
              const Cycles columns = sizeOf(vertex, "out"), rows = sizeOf(vertex, "in");
              return columnsEstimate(target, op, in, columns, rows, 1, columns * rows);
            },
            op, in, out);
      }
  return table;
}

} // namespace popops::estimators
