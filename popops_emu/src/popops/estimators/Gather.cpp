// SPDX-License-Identifier: MIT
// Estimators of vertices that read rows of tables.
#include "estimators/Rows.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

namespace popops::estimators {
namespace {

/// Integer code between offsets and rows: per row of a slice, and per dimension of it.
constexpr Cycles kOffsetRow = 6, kOffsetDimension = 14;
/// Per lookup: the block of it is counted, then the lookup is stored in it.
constexpr Cycles kSortCount = 8, kSortStore = 14, kSortSource = 9, kSortBlock = 6;

/// Workers share the lookups.
Estimate gather(const Vertex &vertex, const Target &target, const Type &type, Cycles lookups) {
  const Cycles slots = lookupSlots(target, valueOf(vertex, target, "width"), type);
  return onWorkers(target, kSlicePrologue + share(target, lookups) * slots);
}

Estimate gatherBlock(const Vertex &vertex, const Target &target, const Type &type) {
  return kSlicePrologue + lookupsOfBlock(vertex, target) *
                              lookupSlots(target, valueOf(vertex, target, "width"), type);
}

Estimate rowsOfOffsets(const Vertex &vertex, const Target &target) {
  const Cycles rank = sizeOf(vertex, "dims");
  // Slices of one row need no remainders.
  const Cycles divisions = valueOf(vertex, target, "sliceRows") > 1 ? 2 * kIntegerDivision : 0;
  return onWorkers(target, kPrologue + share(target, sizeOf(vertex, "rows")) *
                                           (kOffsetRow + rank * (kOffsetDimension + divisions)));
}

Estimate sortRows(const Vertex &vertex, const Target &) {
  const Cycles source = sizeOf(vertex, "sources") != 0 ? kSortSource : 0;
  return kPrologue + sizeOf(vertex, "rows") * (kSortCount + kSortStore + source) +
         sizeOf(vertex, "starts") * kSortBlock;
}

} // namespace

Table gatherTable() {
  Table table;
  for (const Type &type : {poplar::UNSIGNED_CHAR, poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT,
                           poplar::UNSIGNED_LONGLONG}) {
    for (const char *name : {"popops::GatherRows", "popops::GatherColumns", "popops::SelectRows"})
      add(
          table, name,
          [type](const Vertex &vertex, const Target &target) {
            return gather(vertex, target, type, sizeOf(vertex, "rows"));
          },
          type);
    add(
        table, "popops::SelectSources",
        [type](const Vertex &vertex, const Target &target) {
          return gather(vertex, target, type, valueOf(vertex, target, "count"));
        },
        type);
    add(
        table, "popops::GatherBlock",
        [type](const Vertex &vertex, const Target &target) {
          return gatherBlock(vertex, target, type);
        },
        type);
  }
  add(table, "popops::SliceRowsOfOffsets", rowsOfOffsets);
  add(table, "popops::SortRows", sortRows);
  return table;
}

} // namespace popops::estimators
