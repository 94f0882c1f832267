// SPDX-License-Identifier: MIT
// Tables too large for one tile: a small share of memory makes small tables large.
#include "SliceTest.hpp"

#include <popops/DynamicSlice.hpp>

#include <gtest/gtest.h>

namespace popops_test {
namespace {

using poplar::Tensor;
using popops::SlicePlan;

struct LargeCase {
  std::size_t rows, columns, lookups;
  const char *share; ///< of about 640 KB
};

// At home with one selection and with two; in rounds; with rows that must be cut.
const std::vector<LargeCase> kLargeCases = {
    {300, 8, 1, "0.002"},    {300, 8, 20, "0.002"},    {300, 8, 70, "0.008"},
    {3000, 4, 70, "0.005"},  {3000, 4, 300, "0.001"},  {3000, 4, 1000, "0.004"},
    {2999, 3, 777, "0.002"}, {300, 150, 20, "0.0015"},
};

class LargeTable : public testing::TestWithParam<LargeCase> {
 protected:
  std::string check(unsigned tiles, bool isPlanned) {
    const LargeCase &p = GetParam();
    const SliceCase c{{p.rows, p.columns}, {0}, {1}};
    const poplar::OptionFlags options = {{"availableMemoryProportion", p.share}};
    Harness h(tiles);
    const std::vector<int> values = countingValues<int>(volume(c.shape));
    const std::vector<int> news = countingValues<int>(p.lookups * p.columns, 50);
    const std::vector<unsigned> offsets = someOffsets(c, p.lookups, 1, true);
    const SlicePlan plan =
        popops::embedding::plan(h.graph, poplar::INT, p.rows, p.columns, {p.lookups}, options);
    const auto newTable = [&] {
      if (!isPlanned) return h.input(c.shape, values);
      const Tensor t =
          popops::createSliceableTensor(h.graph, poplar::INT, c.shape, {0}, {1}, plan, options);
      h.prog.add(poplar::program::Copy(h.input(c.shape, values), t));
      return t;
    };
    const Tensor at = h.input({p.lookups, 1}, offsets);
    const Tensor s = h.input({p.lookups, 1, p.columns}, news);
    const unsigned sliced =
        h.read(popops::multiSlice(h.graph, newTable(), at, {0}, {1}, h.prog, plan, options));
    const Tensor set = newTable(), sum = newTable();
    popops::multiUpdate(h.graph, set, s, at, {0}, {1}, h.prog, plan, options);
    popops::multiUpdateAdd(h.graph, sum, s, at, h.input<int>({1}, {-1}), {0}, {1}, h.prog, plan,
                           options);
    const unsigned setRead = h.read(set), sumRead = h.read(sum);
    // A single slice outside leaves its destination.
    const Tensor kept = h.input<int>({1, p.columns}, std::vector<int>(p.columns, -3));
    popops::dynamicSliceWithOutput(h.graph, kept, set,
                                   h.input<unsigned>({1}, {static_cast<unsigned>(p.rows)}), {0},
                                   {1}, h.prog, {}, options);
    const unsigned keptRead = h.read(kept);
    h.run();

    std::vector<int> expected(news.size()), sets = values, sums = values;
    for (std::size_t i = 0; i < p.lookups; ++i)
      forEachSliced(c, &offsets[i], [&](std::size_t inTable, std::size_t inSlice) {
        const std::size_t k = i * p.columns + inSlice;
        expected[k] = values[inTable];
        sets[inTable] = news[k];
        sums[inTable] -= news[k];
      });
    std::string wrong;
    if (h.result<int>(sliced) != expected) wrong += "slices ";
    if (h.result<int>(setRead) != sets) wrong += "update ";
    if (h.result<int>(sumRead) != sums) wrong += "sum ";
    if (h.result<int>(keptRead) != std::vector<int>(p.columns, -3)) wrong += "outside ";
    return wrong;
  }
};

TEST_P(LargeTable, LinearOnFewTiles) {
  EXPECT_EQ(check(6, false), "");
}
TEST_P(LargeTable, LinearOnManyTiles) {
  EXPECT_EQ(check(200, false), "");
}
TEST_P(LargeTable, PlannedOnFewTiles) {
  EXPECT_EQ(check(5, true), "");
}
TEST_P(LargeTable, PlannedOnManyTiles) {
  EXPECT_EQ(check(150, true), "");
}
INSTANTIATE_TEST_SUITE_P(Cases, LargeTable, testing::ValuesIn(kLargeCases));

class LargeTableMemory : public testing::TestWithParam<const char *> {};

TEST_P(LargeTableMemory, FitsTheTilesOfAnIpu) {
  const poplar::OptionFlags options = {{"availableMemoryProportion", GetParam()}};
  // 64 MB on 1472 tiles: no tile may need more than it has, or the engine throws.
  poplar::IPUModel model;
  const poplar::Device device = model.createDevice();
  poplar::Graph graph(device.getTarget());
  popops::addCodelets(graph);
  constexpr std::size_t kRows = 500000, kColumns = 32, kLookups = 40000;
  const SlicePlan plan =
      popops::embedding::plan(graph, poplar::FLOAT, kRows, kColumns, {kLookups}, {});
  const Tensor t =
      popops::createSliceableTensor(graph, poplar::FLOAT, {kRows, kColumns}, {0}, {1}, plan, {});
  const Tensor at = popops::createIndicesTensor(graph, {0}, kLookups, plan, {});
  poplar::program::Sequence prog;
  const Tensor slices = popops::multiSlice(graph, t, at, {0}, {1}, prog, plan, options);
  const Tensor scale = graph.addConstant(poplar::FLOAT, {}, 0.5f);
  graph.setTileMapping(scale, 0);
  popops::multiUpdateAdd(graph, t, slices, at, scale, {0}, {1}, prog, plan, options);
  EXPECT_NO_THROW(poplar::Engine(graph, prog));
}
INSTANTIATE_TEST_SUITE_P(Shares, LargeTableMemory, testing::Values("0.2", "0.6", "1"));

} // namespace
} // namespace popops_test
