// SPDX-License-Identifier: MIT
// Estimators of flags and histograms.
#include "estimators/Model.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

namespace popops::estimators {
namespace {

/// Of a word of four bools: load, comparison, collection.
constexpr Cycles kFlagsWord = 3;
/// Of a 64-bit word of numbers: load with an accumulation that NaN survives, comparison.
constexpr Cycles kNanWord = 2;
/// Of one word of flags or counts: load and operation.
constexpr Cycles kJoin = 2;
/// Of a 64-bit word of numbers and a level: load, comparison, count; of absolute values a mask
/// more.
constexpr Cycles kLevelWord = 3, kLevel = 8;
/// Of a bin: address, conversion, store; and the load of what was there.
constexpr Cycles kBin = 5;

Estimate hasFalse(const Vertex &vertex, const Target &target) {
  return onWorkers(target,
                   kPrologue + share(target, divideUp(sizeOf(vertex, "in"), 4)) * kFlagsWord);
}

Estimate hasNaN(const Vertex &vertex, const Target &target, const Type &type) {
  return onWorkers(target,
                   kPrologue + share(target, words(target, sizeOf(vertex, "in"), type)) * kNanWord);
}

Estimate join(const Vertex &vertex, const Target &) {
  return kPrologue + sizeOf(vertex, "in") * kJoin;
}

/// Every level looks at all data.
Estimate count(const Vertex &vertex, const Target &target, const Type &type, bool isAbsolute) {
  const Cycles mine = share(target, words(target, sizeOf(vertex, "data"), type));
  const Cycles perWord = kLevelWord + (isAbsolute ? 1 : 0);
  return onWorkers(target, kPrologue + sizeOf(vertex, "levels") * (kLevel + mine * perWord));
}

Estimate sum(const Vertex &vertex, const Target &target) {
  const Cycles bins = sizeOf(vertex, "out");
  const Cycles each = bins == 0 ? 0 : divideUp(sizeOf(vertex, "histograms"), bins);
  return onWorkers(target, kPrologue + share(target, bins) * (kBin + each * kJoin));
}

} // namespace

Table statisticsTable() {
  Table table;
  add(table, "popops::HasFalse", hasFalse);
  add(table, "popops::JoinFlags", join);
  for (const bool flag : {false, true}) {
    add(table, "popops::AnyFlag", join, flag);
    for (const Type &type : {poplar::FLOAT, poplar::HALF}) {
      add(
          table, "popops::HasNaNOrInf",
          [type](const Vertex &vertex, const Target &target) {
            return hasNaN(vertex, target, type);
          },
          type, flag);
      add(
          table, "popops::HistogramCount",
          [type, flag](const Vertex &vertex, const Target &target) {
            return count(vertex, target, type, flag);
          },
          type, flag);
    }
  }
  for (const Type &type : {poplar::FLOAT, poplar::UNSIGNED_INT}) {
    add(table, "popops::HistogramSum", sum, type);
    add(table, "popops::HistogramUpdate", sum, type);
  }
  return table;
}

} // namespace popops::estimators
