// SPDX-License-Identifier: MIT
// Flows between tiles: whatever the blocks, nothing is lost.
#include "page/Flows.hpp"

#include "Decode.hpp"

#include <gmock/gmock.h>

namespace poplar_emu::report {
namespace {

using pva::internal::TileFlow;

std::vector<TileFlow> allToAll(std::uint32_t tiles) {
  std::vector<TileFlow> flows;
  for (std::uint32_t from = 0; from < tiles; ++from)
    for (std::uint32_t to = 0; to < tiles; ++to)
      flows.push_back({from, to, 4 + from * 3 + to});
  return flows;
}

/// Source and destination of each block pair, as the page reads them.
std::vector<BinnedFlow> decode(const nlohmann::json &json) {
  const auto from = column(json["from"]), to = column(json["to"]), bytes = column(json["bytes"]);
  std::vector<BinnedFlow> flows;
  std::uint64_t source = 0;
  std::int64_t distance = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    source += from[i];
    distance += unzigzag(to[i]);
    flows.push_back({static_cast<std::uint32_t>(source),
                     static_cast<std::uint32_t>(static_cast<std::int64_t>(source) + distance),
                     bytes[i]});
  }
  return flows;
}

TEST(Flows, BlocksAddUp) {
  const std::vector<TileFlow> flows = {{0, 0, 1}, {0, 3, 10}, {1, 2, 100}, {3, 1, 1000}};
  const std::vector<BinnedFlow> sums = binned(flows, 2);
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].bytes, 1u);
  EXPECT_EQ(sums[1].bytes, 110u);
  EXPECT_EQ(sums[2].bytes, 1000u);
}

TEST(Flows, FewFlowsAreTileByTile) {
  const std::vector<TileFlow> flows = {{0, 5, 8}, {1, 6, 8}, {7, 0, 24}};
  const nlohmann::json json = flowMatrix(flows, 8, 1000);
  EXPECT_EQ(json["bin"], 1);
  const std::vector<BinnedFlow> back = decode(json);
  ASSERT_EQ(back.size(), flows.size());
  for (std::size_t i = 0; i < flows.size(); ++i) {
    EXPECT_EQ(back[i].from, flows[i].from);
    EXPECT_EQ(back[i].to, flows[i].to);
    EXPECT_EQ(back[i].bytes, flows[i].bytes);
  }
}

TEST(Flows, ManyFlowsShareBlocksAndKeepTheirSum) {
  const std::vector<TileFlow> flows = allToAll(128);
  std::uint64_t expected = 0;
  for (const TileFlow &flow : flows)
    expected += flow.bytes;
  const nlohmann::json json = flowMatrix(flows, 128, 3000);
  EXPECT_GT(json["bin"].get<int>(), 1);
  EXPECT_EQ(sum(column(json["bytes"])), expected);
  for (const BinnedFlow &flow : decode(json)) {
    EXPECT_LT(flow.from * json["bin"].get<std::uint32_t>(), 128u);
    EXPECT_LT(flow.to * json["bin"].get<std::uint32_t>(), 128u);
  }
}

TEST(Flows, LargestFirst) {
  EXPECT_EQ(largestFlows({{0, 1, 5}, {1, 2, 50}, {2, 0, 20}, {3, 0, 20}}, 3),
            (nlohmann::json{{1, 2, 50}, {2, 0, 20}, {3, 0, 20}}));
}

} // namespace
} // namespace poplar_emu::report
