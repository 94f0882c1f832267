// SPDX-License-Identifier: MIT
// Estimators of vertices that write rows of tables, or one element of each row.
#include "estimators/Rows.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

namespace popops::estimators {
namespace {

/// Two loads, the operation, the store of a 64-bit word: the operation shares a bundle with one of
/// them.
constexpr Cycles kCombinedWord = 3;
/// Of an element alone, where there is no vector form: a load, the operation, the store more.
constexpr Cycles kCombinedElement = 4;
/// Of one element of a row: index, comparison, address, load, arithmetic, store.
constexpr Cycles kSelectRow = 10, kUpdateRow = 12;
/// Of a run of rows: loads of its three numbers, two comparisons, the branch.
constexpr Cycles kRun = 8, kRunRow = 4;

Estimate set(const Vertex &vertex, const Target &target, const Type &type) {
  return kUpdatePrologue + lookupsOfBlock(vertex, target) *
                               lookupSlots(target, valueOf(vertex, target, "width"), type);
}

Estimate combine(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles width = valueOf(vertex, target, "width");
  const bool isReal = type == poplar::FLOAT || type == poplar::HALF;
  const Cycles row =
      isReal ? lookupSlots(target, width, type, kCombinedWord) : kLookup + width * kCombinedElement;
  const Cycles lookups = lookupsOfBlock(vertex, target);
  return {kUpdatePrologue + lookups * row, isReal ? 2 * lookups * width : 0};
}

template <Cycles perRow>
Estimate rowScalars(const Vertex &vertex, const Target &target) {
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "indices")) * perRow);
}

/// The last run that covers a row ends the search; estimates look at all.
Estimate sequenceRows(const Vertex &vertex, const Target &target) {
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "rows")) *
                                           (kRunRow + sizeOf(vertex, "lengths") * kRun));
}

} // namespace

Table updateTable() {
  Table table;
  for (const Type &type : {poplar::UNSIGNED_CHAR, poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT,
                           poplar::UNSIGNED_LONGLONG})
    add(
        table, "popops::SetRows",
        [type](const Vertex &vertex, const Target &target) { return set(vertex, target, type); },
        type);
  for (const Type &type :
       {poplar::FLOAT, poplar::HALF, poplar::INT, poplar::UNSIGNED_INT, poplar::BOOL, poplar::CHAR,
        poplar::SIGNED_CHAR, poplar::UNSIGNED_CHAR}) {
    const auto estimate = [type](const Vertex &vertex, const Target &target) {
      return combine(vertex, target, type);
    };
    add(table, "popops::AddRows", estimate, type, type);
    add(table, "popops::AddRows", estimate, type, poplar::FLOAT);
    add(table, "popops::MaxRows", estimate, type);
    add(table, "popops::MulRows", estimate, type);
    add(table, "popops::SelectFromRows", rowScalars<kSelectRow>, type);
    add(table, "popops::UpdateInRows", rowScalars<kUpdateRow>, type);
  }
  add(table, "popops::SequenceRows", sequenceRows);
  return table;
}

} // namespace popops::estimators
