// SPDX-License-Identifier: MIT
// Overlap of rows by sorted intervals or by a bitmap, whichever is smaller.
#include "view/regions/Overlap.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

struct Extent {
  std::uint64_t rows = 0;
  std::uint64_t begin = ~std::uint64_t(0);
  std::uint64_t end = 0;

  void include(std::span<const Run> runs) {
    for (const Run &run : runs) {
      const std::uint64_t last = run.rowStart(run.count - 1);
      rows += run.count;
      begin = std::min({begin, run.start, last});
      end = std::max(end, std::max(run.start, last) + run.length);
    }
  }
  /// An interval takes 128 bits and a sort; a bitmap one bit an element.
  bool wantsBitmap() const { return rows > (end - begin) / 16; }
};

class Bitmap {
public:
  explicit Bitmap(const Extent &extent)
      : base_(extent.begin), words_((extent.end - extent.begin) / 64 + 1, 0) {}

  /// Sets the bits of a row; true if one of them was set before.
  bool mark(std::uint64_t begin, std::uint64_t length) {
    bool met = false;
    walk(begin, length, [&](std::uint64_t &word, std::uint64_t mask) {
      met |= (word & mask) != 0;
      word |= mask;
    });
    return met;
  }
  bool anySet(std::uint64_t begin, std::uint64_t length) {
    bool met = false;
    walk(begin, length, [&](std::uint64_t &word, std::uint64_t mask) { met |= (word & mask) != 0; });
    return met;
  }

private:
  template <class F>
  void walk(std::uint64_t begin, std::uint64_t length, F &&f) {
    std::uint64_t at = begin - base_;
    const std::uint64_t end = at + length;
    while (at < end) {
      const std::uint64_t bit = at % 64, bits = std::min<std::uint64_t>(64 - bit, end - at);
      const std::uint64_t ones = bits == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << bits) - 1;
      f(words_[at / 64], ones << bit);
      at += bits;
    }
  }

  std::uint64_t base_;
  std::vector<std::uint64_t> words_;
};

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
  Extent extent;
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
  Extent extent;
  extent.include(a);
  extent.include(b);
  if (extent.wantsBitmap()) {
    Bitmap bitmap(extent);
    for (const Run &run : a)
      forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) { bitmap.mark(begin, length); });
    for (const Run &run : b)
      for (std::uint64_t row = 0; row < run.count; ++row)
        if (bitmap.anySet(run.rowStart(row), run.length)) return true;
    return false;
  }
  const std::vector<Interval> rowsA = sortedRows(a), rowsB = sortedRows(b);
  std::uint64_t reach = 0; // end of all rows of a that begin at or before the row of b
  auto next = rowsA.begin();
  for (const Interval &row : rowsB) {
    for (; next != rowsA.end() && next->begin < row.end; ++next) reach = std::max(reach, next->end);
    if (reach > row.begin) return true;
  }
  return false;
}

} // namespace poplar_emu::view
