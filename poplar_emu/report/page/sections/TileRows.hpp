// SPDX-License-Identifier: MIT
// Rows of one value a tile, each kept once, written exactly while they fit a budget of bytes.
//
//   r  runs        (count, value) ...
//   d  deltas      value - value of the tile before
//   t  table       number of distinct values, the values, then one byte a tile
//   q  quantised   smallest, largest, then one byte a tile from 0 (smallest) to 255 (largest)
//
// Only q loses digits, and a page marks what it reads from it. Smallest, largest, its first tile,
// sum and number of values that are not 0 are exact for every row.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace poplar_emu::report {

class TileRows {
 public:
  explicit TileRows(std::size_t tiles) : tiles_(tiles) {}

  /// Index of the row, counted from 1; 0 for an empty row. What is viewed must outlive this; a row
  /// that is handed over is kept. Rows of equal contents have one index.
  std::uint32_t view(std::span<const std::uint64_t> row);
  std::uint32_t keep(std::vector<std::uint64_t> row);

  std::span<const std::uint64_t> operator[](std::uint32_t index) const { return rows_[index - 1]; }

  /// {tiles, group, rows, min, max, argmax, sum, active}. Rows are quantised, the largest first,
  /// when the exact ones need more than `budget` bytes; if that is not enough, `group` neighbours
  /// share the largest value among them.
  nlohmann::json write(std::size_t budget) const;

 private:
  std::size_t tiles_;
  std::vector<std::span<const std::uint64_t>> rows_;
  std::deque<std::vector<std::uint64_t>> kept_;
  std::unordered_multimap<std::size_t, std::uint32_t> byHash_;
};

} // namespace poplar_emu::report
