// SPDX-License-Identifier: MIT
// Estimators of sorting. poplibs sorts by heaps and by exchanges at a distance; these vertices
// merge runs, so that their numbers are counts of the words that they handle.
#include "estimators/Model.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

#include <algorithm>

namespace popops::estimators {
namespace {

// Per element, of keys as numbers: load, three operations on bits, store, branch.
constexpr Cycles kKey = 6;
// With an index or value beside it: a second word to load or make, and to store.
constexpr Cycles kPair = 9;
// Per element of a merge: comparison, selection, store, two addresses, the next load, branch; of
// pairs both words are compared, moved and stored.
constexpr Cycles kMergeWord = 7, kMergePair = 11;
// Runs begin as pieces of eight, sorted by insertion: (8 - 1) / 4 moves an element.
constexpr Cycles kPiece = 8, kPieceWord = 12, kPiecePair = 20;
// Per halving of a search between two runs.
constexpr Cycles kSearchStep = 9;

Cycles mergeSlots(const Type &type) {
  return type == poplar::UNSIGNED_INT ? kMergeWord : kMergePair;
}

/// Workers take runs in turn.
Estimate sortRuns(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles n = sizeOf(vertex, "data");
  const Cycles run = std::max<Cycles>(1, std::min(n, valueOf(vertex, target, "run")));
  const Cycles merges = levels(divideUp(run, kPiece));
  const Cycles piece = type == poplar::UNSIGNED_INT ? kPieceWord : kPiecePair;
  // After an odd number of merges the result is copied back.
  const Cycles copy = merges % 2 * words(target, run, type) * 2;
  return onWorkers(target, kPrologue + share(target, divideUp(n, run)) *
                                           (run * (piece + merges * mergeSlots(type)) + copy));
}

Estimate mergeSplit(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles n = sizeOf(vertex, "out");
  return onWorkers(target,
                   kPrologue + 2 * kSearchStep * levels(n) + share(target, n) * mergeSlots(type));
}

template <Cycles perElement>
Estimate recode(const Vertex &vertex, const Target &target) {
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "keys")) * perElement);
}

/// One word of each pair is inverted: load, two operations, store, branch.
Estimate flip(const Vertex &vertex, const Target &target) {
  return onWorkers(target, kPrologue + 5 * share(target, sizeOf(vertex, "out")));
}

} // namespace

Table sortTable() {
  Table table;
  for (const Type &key : {poplar::FLOAT, poplar::HALF, poplar::INT, poplar::UNSIGNED_INT}) {
    add(table, "popops::SortEncodeKeys", recode<kKey>, key);
    add(table, "popops::SortDecodeKeys", recode<kKey>, key);
    add(table, "popops::SortEncodeIndexed", recode<kPair>, key);
    add(table, "popops::SortDecodeIndexed", recode<kPair>, key);
    for (const Type &value : {poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT}) {
      add(table, "popops::SortEncodePairs", recode<kPair>, key, value);
      add(table, "popops::SortDecodePairs", recode<kPair>, key, value);
    }
  }
  for (const Type &type : {poplar::UNSIGNED_INT, poplar::UNSIGNED_LONGLONG}) {
    add(
        table, "popops::SortRuns",
        [type](const Vertex &vertex, const Target &target) {
          return sortRuns(vertex, target, type);
        },
        type);
    add(
        table, "popops::MergeSplit",
        [type](const Vertex &vertex, const Target &target) {
          return mergeSplit(vertex, target, type);
        },
        type);
  }
  add(table, "popops::SortFlip", flip);
  return table;
}

} // namespace popops::estimators
