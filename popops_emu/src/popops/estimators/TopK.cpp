// SPDX-License-Identifier: MIT
// Estimators of the selection of the k smallest.
#include "estimators/Model.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

#include <algorithm>

namespace popops::estimators {
namespace {

// A key becomes a number and is compared with a bound.
constexpr Cycles kCompared = 7;
// The smaller of two words: load, comparison, selection, branch.
constexpr Cycles kSmaller = 4;
// One level of a heap: two loads, two comparisons, a store, the address, the branch.
constexpr Cycles kHeapLevel = 9;

// An element that reaches the bound is stored at the end of a list: address, store, count.
constexpr Cycles kAppended = 5;

/// The heap of the k smallest of n elements in random order takes in the first k, and then one in
/// the i-th place with a probability of k / i: k (1 + ln(n / k)) elements in all. With log2 for ln:
/// not below that.
Cycles heapSlots(Cycles n, Cycles k) {
  if (n == 0 || k == 0) return 0;
  const Cycles kept = std::min(n, k);
  return kept * (1 + levels(divideUp(n, kept))) * kHeapLevel * std::max<Cycles>(1, levels(kept));
}

Estimate minima(const Vertex &vertex, const Target &target) {
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "keys")) * kCompared);
}

Estimate fold(const Vertex &vertex, const Target &) {
  return kPrologue + sizeOf(vertex, "minima") * kSmaller;
}

Estimate bound(const Vertex &vertex, const Target &target) {
  const Cycles n = sizeOf(vertex, "minima");
  const Cycles group = std::max<Cycles>(1, valueOf(vertex, target, "group"));
  return kPrologue + n * kSmaller + heapSlots(divideUp(n, group), sizeOf(vertex, "heap"));
}

/// The bound leaves about as many elements as are wanted; they may all lie here, and then workers
/// share them.
Estimate select(const Vertex &vertex, const Target &target) {
  const Cycles keys = sizeOf(vertex, "keys");
  const Cycles kept = std::min(keys, valueOf(vertex, target, "capacity"));
  return onWorkers(target,
                   kPrologue + share(target, keys) * kCompared + share(target, kept) * kAppended);
}

/// Of what the lists could hold, twice what is wanted is there: many reach the bound alike.
Estimate merge(const Vertex &vertex, const Target &target) {
  const Cycles lists = sizeOf(vertex, "counts"), wanted = sizeOf(vertex, "out");
  const Cycles n = std::min(lists * valueOf(vertex, target, "capacity"), 2 * wanted);
  return kPrologue + lists * kSmaller + n * kCompared + heapSlots(n, wanted);
}

/// Whole rows, in turn.
Estimate rows(const Vertex &vertex, const Target &target) {
  const Cycles k = std::max<Cycles>(1, valueOf(vertex, target, "k"));
  const Cycles row = valueOf(vertex, target, "row");
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "out") / k) *
                                           (row * kCompared + heapSlots(row, k)));
}

} // namespace

Table topKTable() {
  Table table;
  for (const Type &key : {poplar::FLOAT, poplar::HALF, poplar::INT, poplar::UNSIGNED_INT}) {
    add(table, "popops::TopKMinima", minima, key);
    add(table, "popops::TopKSelectIndexed", select, key);
    add(table, "popops::TopKRowsIndexed", rows, key);
    for (const Type &value : {poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT}) {
      add(table, "popops::TopKSelectPairs", select, key, value);
      add(table, "popops::TopKRowsPairs", rows, key, value);
    }
  }
  add(table, "popops::TopKFold", fold);
  add(table, "popops::TopKBound", bound);
  add(table, "popops::TopKMerge", merge);
  return table;
}

} // namespace popops::estimators
