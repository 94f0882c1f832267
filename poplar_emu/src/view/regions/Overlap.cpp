// SPDX-License-Identifier: MIT
// Overlap of rows by sorted intervals or by a bitmap, whichever is smaller.
#include "view/regions/Overlap.hpp"

#include "view/regions/Bitmap.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

std::vector<Interval> sortedRows(std::span<const Run> runs) {
  std::vector<Interval> rows;
  for (const Run &run : runs)
    forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      rows.push_back({begin, begin + length});
    });
  if (!std::is_sorted(rows.begin(), rows.end())) std::sort(rows.begin(), rows.end());
  return rows;
}

} // namespace

bool rowsOverlap(std::span<const Run> runs) {
  if (runs.empty()) return false;
  RowExtent extent;
  extent.include(runs);
  if (extent.wantsBitmap()) {
    Bitmap bitmap(extent);
    for (const Run &run : runs)
      for (std::uint64_t row = 0; row < run.count; ++row)
        if (bitmap.mark(run.rowStart(row), run.length)) return true;
    return false;
  }
  const std::vector<Interval> rows = sortedRows(runs);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].begin < rows[i - 1].end) return true;
  return false;
}

bool rowsOverlap(std::span<const Run> a, std::span<const Run> b) {
  if (a.empty() || b.empty()) return false;
  RowExtent extent;
  extent.include(a);
  extent.include(b);
  if (extent.wantsBitmap()) {
    Bitmap bitmap(extent);
    for (const Run &run : a)
      forEachRow(run,
                 [&](std::uint64_t begin, std::uint64_t length) { bitmap.mark(begin, length); });
    for (const Run &run : b)
      for (std::uint64_t row = 0; row < run.count; ++row)
        if (bitmap.anySet(run.rowStart(row), run.length)) return true;
    return false;
  }
  const std::vector<Interval> rowsA = sortedRows(a), rowsB = sortedRows(b);
  std::uint64_t reach = 0; // end of all rows of a that begin at or before the row of b
  auto next = rowsA.begin();
  for (const Interval &row : rowsB) {
    for (; next != rowsA.end() && next->begin < row.end; ++next)
      reach = std::max(reach, next->end);
    if (reach > row.begin) return true;
  }
  return false;
}

} // namespace poplar_emu::view
