// SPDX-License-Identifier: MIT
// Chooses the shortest encoding of each row, and makes the whole fit its budget.
#include "page/sections/TileRows.hpp"

#include "page/Encode.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

namespace poplar_emu::report {
namespace {

using Row = std::span<const std::uint64_t>;
using Bytes = std::vector<std::uint8_t>;

struct Encoded {
  char kind = 'r';
  Bytes bytes;
};

Encoded runs(Row row) {
  Encoded encoded{'r', {}};
  for (std::size_t i = 0; i < row.size();) {
    std::size_t end = i;
    while (end < row.size() && row[end] == row[i])
      ++end;
    appendVarint(encoded.bytes, end - i);
    appendVarint(encoded.bytes, row[i]);
    i = end;
  }
  return encoded;
}

Encoded deltas(Row row) {
  Encoded encoded{'d', {}};
  std::uint64_t before = 0;
  for (const std::uint64_t value : row) {
    appendVarint(encoded.bytes, zigzag(static_cast<std::int64_t>(value - before)));
    before = value;
  }
  return encoded;
}

/// Nothing when there are over 256 distinct values.
Encoded table(Row row) {
  std::vector<std::uint64_t> values(row.begin(), row.end());
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  Encoded encoded{'t', {}};
  if (values.size() > 256) return encoded;
  appendVarint(encoded.bytes, values.size());
  for (const std::uint64_t value : values)
    appendVarint(encoded.bytes, value);
  for (const std::uint64_t value : row)
    encoded.bytes.push_back(
        static_cast<std::uint8_t>(std::ranges::lower_bound(values, value) - values.begin()));
  return encoded;
}

Encoded exact(Row row) {
  Encoded best = runs(row);
  if (best.bytes.size() <= row.size() / 4) return best;
  if (Encoded other = deltas(row); other.bytes.size() < best.bytes.size()) best = std::move(other);
  // A table has a byte a tile at least.
  if (best.bytes.size() <= row.size()) return best;
  if (Encoded other = table(row); !other.bytes.empty() && other.bytes.size() < best.bytes.size())
    best = std::move(other);
  return best;
}

Encoded quantised(Row row) {
  const auto [smallest, largest] = std::ranges::minmax(row);
  const std::uint64_t range = std::max<std::uint64_t>(1, largest - smallest);
  Encoded encoded{'q', {}};
  appendVarint(encoded.bytes, smallest);
  appendVarint(encoded.bytes, largest);
  for (const std::uint64_t value : row)
    encoded.bytes.push_back(static_cast<std::uint8_t>(
        std::lround(static_cast<double>(value - smallest) * 255.0 / static_cast<double>(range))));
  return encoded;
}

std::vector<std::uint64_t> grouped(Row row, std::size_t group) {
  std::vector<std::uint64_t> largest;
  for (std::size_t i = 0; i < row.size(); i += group)
    largest.push_back(std::ranges::max(row.subspan(i, std::min(group, row.size() - i))));
  return largest;
}

std::size_t sizeOf(const std::vector<Encoded> &rows) {
  return std::accumulate(
      rows.begin(), rows.end(), std::size_t{0},
      [](std::size_t sum, const Encoded &row) { return sum + row.bytes.size(); });
}

/// Quantises rows, the longest first, until all fit.
void shrink(std::vector<Encoded> &encoded, const std::vector<Row> &rows, std::size_t budget) {
  std::size_t size = sizeOf(encoded);
  std::vector<std::size_t> order(encoded.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return encoded[a].bytes.size() > encoded[b].bytes.size();
  });
  for (const std::size_t i : order) {
    if (size <= budget) return;
    Encoded coarse = quantised(rows[i]);
    if (coarse.bytes.size() >= encoded[i].bytes.size()) continue;
    size -= encoded[i].bytes.size() - coarse.bytes.size();
    encoded[i] = std::move(coarse);
  }
}

} // namespace

std::uint32_t TileRows::view(Row row) {
  if (row.empty()) return 0;
  std::size_t hash = row.size();
  for (const std::uint64_t value : row)
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
  const auto [begin, end] = byHash_.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (std::ranges::equal(rows_[it->second - 1], row)) return it->second;
  rows_.push_back(row);
  const auto index = static_cast<std::uint32_t>(rows_.size());
  byHash_.emplace(hash, index);
  return index;
}

std::uint32_t TileRows::keep(std::vector<std::uint64_t> row) {
  const std::size_t before = rows_.size();
  kept_.push_back(std::move(row));
  const std::uint32_t index = view(kept_.back());
  if (rows_.size() == before) kept_.pop_back();
  return index;
}

nlohmann::json TileRows::write(std::size_t budget) const {
  std::vector<Encoded> encoded;
  for (const Row row : rows_)
    encoded.push_back(exact(row));
  shrink(encoded, rows_, budget);

  std::size_t group = 1;
  for (std::size_t size = sizeOf(encoded); size > budget && group < tiles_;
       size = sizeOf(encoded)) {
    group *= std::max<std::size_t>(2, std::bit_ceil(size / std::max<std::size_t>(1, budget)));
    std::vector<std::vector<std::uint64_t>> coarse;
    for (const Row row : rows_)
      coarse.push_back(grouped(row, group));
    const std::vector<Row> views(coarse.begin(), coarse.end());
    encoded.clear();
    for (const Row row : views)
      encoded.push_back(exact(row));
    shrink(encoded, views, budget);
  }

  nlohmann::json texts = nlohmann::json::array();
  Column smallest, largest, first, sum, active;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    texts.push_back(encoded[i].kind + base64(encoded[i].bytes));
    const auto top = std::ranges::max_element(rows_[i]);
    smallest.add(std::ranges::min(rows_[i]));
    largest.add(*top);
    first.add(static_cast<std::uint64_t>(top - rows_[i].begin()));
    sum.add(std::accumulate(rows_[i].begin(), rows_[i].end(), std::uint64_t{0}));
    active.add(static_cast<std::uint64_t>(
        std::ranges::count_if(rows_[i], [](std::uint64_t value) { return value != 0; })));
  }
  return {{"tiles", tiles_},        {"group", group},         {"rows", std::move(texts)},
          {"min", smallest.text()}, {"max", largest.text()},  {"argmax", first.text()},
          {"sum", sum.text()},      {"active", active.text()}};
}

} // namespace poplar_emu::report
