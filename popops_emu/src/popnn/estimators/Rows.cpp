// SPDX-License-Identifier: MIT
// Estimators of vertices that work on whole rows: softmax, losses, largest elements.
#include "estimators/Networks.hpp"

#include <algorithm>

namespace popnn::estimators {

using namespace popops::estimators;
using poplar::FLOAT;
using poplar::HALF;

namespace {

/// Of a row: pointers, sums of the lanes, a quotient or logarithm.
constexpr Cycles kRow = 24, kLogarithm = 10;
// Slots of a 64-bit word of the passes over a row: the largest; EXPONENT (4 slots for two floats, 2
// for four halves) of the difference, added in float, and kept; a scaled copy; a product of two
// rows; the difference of two rows, scaled.
constexpr Cycles kLargest = 1, kScaled = 2, kProduct = 2, kDifference = 3;
constexpr Cycles kExponentSum = 6, kHalfExponentSum = 6, kKept = 2;
/// Of an element that is compared with the best so far: load, comparison (and whether it is a
/// number), selection of value and index, branch.
constexpr Cycles kBest = 5;
/// Of one place that an element moves up in the list of the largest.
constexpr Cycles kMove = 6;
/// Of a 64-bit word of a row of losses: load, difference, square or scale, store.
constexpr Cycles kLossWord = 4, kLossPrologue = 30;
/// Of a row that is counted: two loads, comparisons, sum.
constexpr Cycles kCounted = 6;

Cycles exponentSum(const Type &type) {
  return type == HALF ? kHalfExponentSum : kExponentSum;
}

/// Workers take rows in turn.
Estimate onRows(const Vertex &vertex, const Target &target, const char *field, const Type &type,
                Cycles perWord, Cycles perRow) {
  const Cycles rows = sizeOf(vertex, field), n = rowSizeOf(vertex, field);
  const Cycles row = kRow + perRow + perWord * words(target, n, type);
  return onWorkers(target, kPrologue + share(target, rows) * row, 4 * rows * n);
}

Estimate bestOf(Cycles elements) {
  return kPrologue + kBest * elements;
}

/// In random order the i-th element is among the k largest with a probability of k / i, and moves
/// half of the list.
Estimate largestOf(Cycles elements, Cycles k) {
  const Cycles kept = std::min(elements, k);
  const Cycles entering = kept == 0 ? 0 : kept * (1 + levels(divideUp(elements, kept)));
  return kPrologue + kBest * elements + entering * kMove * divideUp(kept, 2);
}

void addSoftmax(Table &table, const Type &type) {
  add(
      table, "popnn::Softmax",
      [type](const Vertex &vertex, const Target &target) {
        const bool subtract = vertex.getFieldInfo("subtract").getInitialValue<bool>(target);
        const Cycles perWord = (subtract ? kLargest : 0) + exponentSum(type) + kKept + kScaled;
        return onRows(vertex, target, "in", type, perWord, 0);
      },
      type);
  add(
      table, "popnn::LogSoftmax",
      [type](const Vertex &vertex, const Target &target) {
        return onRows(vertex, target, "in", type, kLargest + exponentSum(type) + kScaled,
                      kLogarithm);
      },
      type);
  add(
      table, "popnn::SoftmaxGradient",
      [type](const Vertex &vertex, const Target &target) {
        return onRows(vertex, target, "act", type, kProduct + kDifference, 0);
      },
      type);
}

void addLosses(Table &table, const Type &type) {
  const auto estimate = [type](Cycles logarithms) {
    return [type, logarithms](const Vertex &vertex, const Target &target) {
      const Cycles n = sizeOf(vertex, "outputs");
      return Estimate(kLossPrologue + logarithms * kLogarithm + kLossWord * words(target, n, type),
                      3 * n);
    };
  };
  add(table, "popnn::SumSquaredLoss", estimate(0), type);
  add(table, "popnn::CrossEntropyLoss", estimate(2), type);
}

} // namespace

Table rowTable() {
  Table table;
  for (const Type &type : {FLOAT, HALF}) {
    addSoftmax(table, type);
    addLosses(table, type);
  }
  for (const Type &type : {FLOAT, HALF, poplar::INT, poplar::UNSIGNED_INT, poplar::BOOL}) {
    for (const bool max : {true, false})
      add(
          table, "popnn::ExtremeOfRow",
          [](const Vertex &vertex, const Target &) { return bestOf(sizeOf(vertex, "in")); }, type,
          max);
    for (const char *name : {"popnn::LargestOfRow", "popnn::LargestOfCandidates"})
      add(
          table, name,
          [](const Vertex &vertex, const Target &) {
            return largestOf(sizeOf(vertex, "in"), sizeOf(vertex, "values"));
          },
          type);
    for (const Type &label : {poplar::INT, poplar::UNSIGNED_INT})
      for (const char *name : {"popnn::ReduceMaxClassSparse", "popnn::ReduceMinClassSparse"})
        add(
            table, name,
            [](const Vertex &vertex, const Target &) {
              return bestOf(sizeOf(vertex, "activations"));
            },
            type, label);
  }
  add(table, "popnn::CountCorrect", [](const Vertex &vertex, const Target &) {
    return Estimate(kPrologue + kCounted * sizeOf(vertex, "expected"));
  });
  return table;
}

} // namespace popnn::estimators
