// SPDX-License-Identifier: MIT
// Rows by tile: kept once, exact while they fit, and honest when they do not.
#include "page/sections/TileRows.hpp"

#include "Decode.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace poplar_emu::report {
namespace {

using Row = std::vector<std::uint64_t>;

/// What src/data/decode.js does.
Row decode(const std::string &text, std::size_t size) {
  const std::vector<std::uint8_t> bytes = bytesOf(std::string_view(text).substr(1));
  const Row numbers = varints(bytes);
  Row row;
  if (text[0] == 'r') {
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      row.insert(row.end(), numbers[i], numbers[i + 1]);
  } else if (text[0] == 'd') {
    std::uint64_t value = 0;
    for (const std::uint64_t delta : numbers)
      row.push_back(value += static_cast<std::uint64_t>(unzigzag(delta)));
  } else {
    const std::size_t tiles = bytes.size() - size;
    const std::vector<std::uint8_t> indices(bytes.begin() + static_cast<std::ptrdiff_t>(tiles),
                                            bytes.end());
    for (const std::uint8_t index : indices)
      row.push_back(text[0] == 't' ? numbers[1 + index]
                                   : numbers[0] + (numbers[1] - numbers[0]) * index / 255);
  }
  return row;
}

Row constantRow(std::size_t tiles) {
  return Row(tiles, 7);
}
/// Few values far apart: a table.
Row twoValued(std::size_t tiles) {
  Row row(tiles);
  for (std::size_t i = 0; i < tiles; ++i)
    row[i] = i * 7 % 3 == 0 ? 1'000'000 : 5;
  return row;
}
Row risingRow(std::size_t tiles) {
  Row row(tiles);
  for (std::size_t i = 0; i < tiles; ++i)
    row[i] = 100'000 + 3 * i;
  return row;
}
Row wildRow(std::size_t tiles, std::uint64_t seed) {
  Row row(tiles);
  for (std::uint64_t &value : row)
    value = (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 40;
  return row;
}

TEST(TileRows, EqualRowsAreOne) {
  TileRows rows(4);
  const Row first = {1, 2, 3, 4};
  EXPECT_EQ(rows.view({}), 0u);
  EXPECT_EQ(rows.view(first), 1u);
  EXPECT_EQ(rows.keep({9, 9, 9, 9}), 2u);
  EXPECT_EQ(rows.keep({1, 2, 3, 4}), 1u);
  EXPECT_EQ(rows.write(1000)["rows"].size(), 2u);
}

TEST(TileRows, EachKindOfRowComesBackExactly) {
  constexpr std::size_t kTiles = 1472;
  const std::vector<std::pair<char, Row>> cases = {{'r', constantRow(kTiles)},
                                                   {'t', twoValued(kTiles)},
                                                   {'d', risingRow(kTiles)},
                                                   {'d', wildRow(kTiles, 1)}};
  TileRows rows(kTiles);
  for (const auto &[kind, row] : cases)
    rows.view(row);
  const nlohmann::json json = rows.write(1'000'000);
  EXPECT_EQ(json["group"], 1);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto text = json["rows"][i].get<std::string>();
    EXPECT_EQ(text[0], cases[i].first) << i;
    EXPECT_EQ(decode(text, kTiles), cases[i].second) << i;
  }
}

TEST(TileRows, FactsAreExactWhateverTheBudget) {
  const Row row = wildRow(512, 3);
  for (const std::size_t budget : {100'000u, 600u, 40u}) {
    TileRows rows(512);
    rows.view(row);
    const nlohmann::json json = rows.write(budget);
    const auto top = std::ranges::max_element(row);
    EXPECT_EQ(column(json["max"])[0], *top);
    EXPECT_EQ(column(json["argmax"])[0], static_cast<std::uint64_t>(top - row.begin()));
    EXPECT_EQ(column(json["min"])[0], std::ranges::min(row));
    EXPECT_EQ(column(json["sum"])[0], sum(row));
  }
}

TEST(TileRows, ABudgetQuantisesToAStepOf255) {
  const Row row = wildRow(512, 4);
  TileRows rows(512);
  rows.view(row);
  const nlohmann::json json = rows.write(600);
  const auto text = json["rows"][0].get<std::string>();
  ASSERT_EQ(text[0], 'q');
  EXPECT_EQ(json["group"], 1);
  const Row back = decode(text, 512);
  const auto [smallest, largest] = std::ranges::minmax(row);
  const auto step = static_cast<std::int64_t>((largest - smallest) / 255 + 1);
  for (std::size_t i = 0; i < row.size(); ++i)
    EXPECT_LE(std::abs(static_cast<std::int64_t>(row[i]) - static_cast<std::int64_t>(back[i])),
              step);
}

TEST(TileRows, ASmallerBudgetKeepsTheLargestOfNeighbours) {
  const Row row = wildRow(512, 5);
  TileRows rows(512);
  rows.view(row);
  const nlohmann::json json = rows.write(150);
  const auto group = json["group"].get<std::size_t>();
  EXPECT_GT(group, 1u);
  std::size_t bytes = 0;
  for (const nlohmann::json &text : json["rows"])
    bytes += bytesOf(std::string_view(text.get<std::string>()).substr(1)).size();
  EXPECT_LE(bytes, 150u);
}

} // namespace
} // namespace poplar_emu::report
