// SPDX-License-Identifier: MIT
// containsAliases and intersects: arithmetic on whole pieces first, rows only where that fails.
#include "view/Regions.hpp"
#include "view/regions/Overlap.hpp"
#include "view/regions/RunBuilder.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

bool startsBefore(const Footprint &a, const Footprint &b) {
  return a.variable != b.variable ? a.variable < b.variable : a.begin < b.begin;
}

std::vector<Footprint> footprints(const View &view) {
  std::vector<Footprint> out;
  out.reserve(view.pieces().size());
  for (const Piece &piece : view.pieces())
    out.push_back(footprintOf(piece));
  if (!std::is_sorted(out.begin(), out.end(), startsBefore))
    std::sort(out.begin(), out.end(), startsBefore);
  return out;
}

void addRuns(const Footprint &part, std::vector<Run> &out) {
  RunBuilder(out).add(part.variable, part.begin, part.digits);
}

bool repeats(const Piece &piece) {
  return std::any_of(piece.digits.begin(), piece.digits.end(),
                     [](const Digit &digit) { return digit.stride == 0; });
}

} // namespace

bool containsAliases(const View &view) {
  for (const Piece &piece : view.pieces())
    if (repeats(piece)) return true;
  const std::vector<Footprint> parts = footprints(view);
  for (std::size_t i = 0; i < parts.size();) {
    // A cluster of parts whose ranges touch.
    std::size_t last = i + 1;
    std::int64_t end = parts[i].end;
    std::uint64_t elements = extentOf(parts[i].digits);
    while (last < parts.size() && parts[last].variable == parts[i].variable &&
           parts[last].begin < end) {
      end = std::max(end, parts[last].end);
      elements += extentOf(parts[last].digits);
      ++last;
    }
    if (elements > static_cast<std::uint64_t>(end - parts[i].begin)) return true;
    if (last > i + 1 || !isNested(parts[i])) {
      std::vector<Run> rows;
      for (std::size_t k = i; k < last; ++k)
        addRuns(parts[k], rows);
      if (rowsOverlap(rows)) return true;
    }
    i = last;
  }
  return false;
}

bool intersects(const View &a, const View &b) {
  const std::vector<Footprint> partsA = footprints(a), partsB = footprints(b);
  std::size_t i = 0, j = 0;
  while (i < partsA.size() && j < partsB.size()) {
    const VariableId variable = std::max(partsA[i].variable, partsB[j].variable);
    while (i < partsA.size() && partsA[i].variable < variable)
      ++i;
    while (j < partsB.size() && partsB[j].variable < variable)
      ++j;
    if (i == partsA.size() || j == partsB.size() || partsA[i].variable != partsB[j].variable)
      continue;
    // All parts of this variable that reach into the range of the other view.
    const auto range = [&](const std::vector<Footprint> &parts, std::size_t first) {
      Interval out{static_cast<std::uint64_t>(parts[first].begin), 0};
      for (std::size_t k = first; k < parts.size() && parts[k].variable == variable; ++k)
        out.end = std::max(out.end, static_cast<std::uint64_t>(parts[k].end));
      return out;
    };
    const auto collect = [&](const std::vector<Footprint> &parts, std::size_t &first,
                             const Interval &other) {
      std::vector<Run> rows;
      for (; first < parts.size() && parts[first].variable == variable; ++first)
        if (parts[first].begin < static_cast<std::int64_t>(other.end) &&
            static_cast<std::int64_t>(other.begin) < parts[first].end)
          addRuns(parts[first], rows);
      return rows;
    };
    const Interval rangeA = range(partsA, i), rangeB = range(partsB, j);
    const std::vector<Run> rowsA = collect(partsA, i, rangeB), rowsB = collect(partsB, j, rangeA);
    if (rowsOverlap(rowsA, rowsB)) return true;
  }
  return false;
}

} // namespace poplar_emu::view
