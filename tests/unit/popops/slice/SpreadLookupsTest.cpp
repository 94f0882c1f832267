// SPDX-License-Identifier: MIT
// Lookups of large tables: there is little room for those that want the same rows, and any lookups
// get what a plain loop gets.
#include "SliceTest.hpp"

#include <poplar/CycleCount.hpp>
#include <popops/DynamicSlice.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace popops_test {
namespace {

using poplar::Tensor;
using popops::SlicePlan;

constexpr std::size_t kColumns = 4;

struct Table {
  unsigned tilesPerIpu; ///< of two IPUs
  unsigned rows, lookups;
  const char *share; ///< of about 640 KB
};

// Lookups in one chunk a group; in several.
const std::vector<Table> kTables = {
    {8, 12000, 300, "0.00626"}, {16, 20000, 300, "0.00408"}, {16, 50000, 300, "0.00408"}};

struct Lookups {
  const char *name;
  bool isSpread;
  /// The row of lookup i.
  std::function<unsigned(std::mt19937 &, const Table &, unsigned i)> row;
};

unsigned anywhere(std::mt19937 &random, const Table &table) {
  return static_cast<unsigned>(random() % table.rows);
}

const std::vector<Lookups> kLookups = {
    {"random", true, [](auto &random, const Table &t, unsigned) { return anywhere(random, t); }},
    {"some outside", true,
     [](auto &random, const Table &t, unsigned i) {
       return i % 3 == 0 ? (i % 2 == 0 ? t.rows : 0xffffffffu) : anywhere(random, t);
     }},
    {"all outside", true, [](auto &, const Table &t, unsigned i) { return t.rows + i; }},
    {"even steps", true, [](auto &, const Table &t, unsigned i) { return i * 7919u % t.rows; }},
    {"one row", false, [](auto &, const Table &t, unsigned) { return t.rows - 1; }},
    {"neighbours", false, [](auto &, const Table &, unsigned i) { return 5 + i / 4; }},
    {"neighbours, backwards", false,
     [](auto &, const Table &t, unsigned i) { return t.rows - 1 - i / 4; }},
    {"mostly one row", false,
     [](auto &random, const Table &t, unsigned) {
       return random() % 8 == 0 ? anywhere(random, t) : 77;
     }},
    {"the last ones in one row", false,
     [](auto &random, const Table &t, unsigned i) {
       return i < t.lookups * 3 / 4 ? anywhere(random, t) : 1;
     }},
};

std::vector<unsigned> rowsOf(const Lookups &lookups, const Table &table) {
  std::mt19937 random(3);
  std::vector<unsigned> rows;
  for (unsigned i = 0; i < table.lookups; ++i)
    rows.push_back(lookups.row(random, table, i));
  return rows;
}

std::vector<int> slicesOf(const std::vector<int> &table, const std::vector<unsigned> &rows) {
  std::vector<int> slices;
  for (const std::uint64_t row : rows)
    for (std::size_t c = 0; c < kColumns; ++c)
      slices.push_back(row < table.size() / kColumns ? table[row * kColumns + c] : 0);
  return slices;
}

Tensor lookUp(poplar::Graph &graph, const Tensor &table, const Tensor &offsets, const Table &t,
              poplar::program::Sequence &prog, poplar::OptionFlags options = {}) {
  options.set("availableMemoryProportion", t.share);
  return popops::multiSlice(graph, table, offsets, {0}, {1}, prog, SlicePlan(), options);
}

/// Checks what is looked up, and returns the cycles that it takes.
unsigned cyclesOf(const Lookups &lookups, const Table &t, const poplar::OptionFlags &options = {}) {
  const std::vector<int> values = countingValues<int>(t.rows * kColumns);
  const std::vector<unsigned> rows = rowsOf(lookups, t);
  Harness h(t.tilesPerIpu);
  poplar::program::Sequence prog;
  const unsigned slices = h.read(lookUp(h.graph, h.input({t.rows, kColumns}, values),
                                        h.input({t.lookups, 1}, rows), t, prog, options));
  const unsigned taken = h.read(poplar::cycleCount(h.graph, prog, 0, poplar::SyncType::INTERNAL));
  h.prog.add(prog);
  h.run();
  EXPECT_EQ(difference(h.result<int>(slices), slicesOf(values, rows)), "") << lookups.name;
  return h.result<unsigned>(taken)[0];
}

class SpreadLookups : public testing::TestWithParam<Table> {};

TEST_P(SpreadLookups, GetTheirRowsAndCostLessThanCrowdedOnes) {
  const unsigned spread = cyclesOf(kLookups[0], GetParam());
  for (const Lookups &lookups : kLookups)
    if (lookups.isSpread)
      EXPECT_EQ(cyclesOf(lookups, GetParam()), spread) << lookups.name;
    else
      EXPECT_GT(cyclesOf(lookups, GetParam()), spread) << lookups.name;
}

TEST_P(SpreadLookups, AreNotPlannedForIfOptionsSayOtherwise) {
  const Lookups &random = kLookups[0], &oneRow = kLookups[4];
  const unsigned planned = cyclesOf(oneRow, GetParam());
  for (const poplar::OptionFlags &options :
       {poplar::OptionFlags{{"indicesAreSorted", "true"}},
        poplar::OptionFlags{{"indicesDistribution", "onePoint"}}}) {
    const unsigned cycles = cyclesOf(oneRow, GetParam(), options);
    EXPECT_LT(cycles, planned);
    EXPECT_EQ(cyclesOf(random, GetParam(), options), cycles);
  }
}
INSTANTIATE_TEST_SUITE_P(Tables, SpreadLookups, testing::ValuesIn(kTables));

/// Each replica looks up other rows; those of one of them are crowded, or of none.
class SpreadLookupsOfReplicas : public testing::TestWithParam<unsigned> {};

TEST_P(SpreadLookupsOfReplicas, AgreeOnTheWay) {
  const unsigned replicas = GetParam();
  const Table t{16, 12000, 300, "0.00626"};
  const std::vector<int> values = countingValues<int>(t.rows * kColumns);
  poplar::IPUModel model;
  model.numIPUs = static_cast<int>(replicas);
  model.tilesPerIPU = static_cast<int>(t.tilesPerIpu);
  const poplar::Device device = model.createDevice();
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(replicas));
  popops::addCodelets(graph);
  const Tensor table = graph.addVariable(poplar::INT, {t.rows, kColumns}, "table");
  const Tensor offsets = graph.addVariable(poplar::UNSIGNED_INT, {t.lookups, 1}, "offsets");
  poputil::mapTensorLinearly(graph, table);
  poputil::mapTensorLinearly(graph, offsets);
  poplar::program::Sequence prog;
  const Tensor slices = lookUp(graph, table, offsets, t, prog);
  graph.createHostWrite("table", table);
  graph.createHostWrite("offsets", offsets);
  graph.createHostRead("slices", slices);
  poplar::Engine engine(graph, prog);
  engine.load(device);
  std::vector<int> tables;
  for (unsigned r = 0; r < replicas; ++r)
    tables.insert(tables.end(), values.begin(), values.end());
  engine.writeTensor("table", tables.data(), tables.data() + tables.size());

  for (unsigned crowded = 0; crowded <= replicas; ++crowded) {
    std::vector<unsigned> rows;
    std::vector<int> expected;
    for (unsigned r = 0; r < replicas; ++r) {
      std::vector<unsigned> own = rowsOf(kLookups[r == crowded ? 7 : 0], t);
      for (unsigned &row : own)
        row = (row + r) % t.rows;
      const std::vector<int> found = slicesOf(values, own);
      rows.insert(rows.end(), own.begin(), own.end());
      expected.insert(expected.end(), found.begin(), found.end());
    }
    engine.writeTensor("offsets", rows.data(), rows.data() + rows.size());
    engine.run();
    std::vector<int> got(expected.size());
    engine.readTensor("slices", got.data(), got.data() + got.size());
    EXPECT_EQ(difference(got, expected), "") << crowded;
  }
}
INSTANTIATE_TEST_SUITE_P(Replicas, SpreadLookupsOfReplicas, testing::Values(2u, 3u, 5u));

} // namespace
} // namespace popops_test
