// SPDX-License-Identifier: MIT
// Flows between IPUs become loads of links.
#include "compile/exchange/ChargeLinks.hpp"
#include "../GraphFixture.hpp"

#include <poplar/IPUModel.hpp>

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::compile::test {
namespace {

/// The loads of one copy with these flows, by name.
std::map<std::string, std::uint64_t> loads(plan::Plan &plan, const poplar::Target &device) {
  const ir::Graph graph;
  const VertexTypeList types;
  plan.machine.numIpus = device.getNumIPUs();
  const model::DeviceLinks links(device);
  chargeLinks({graph, types, {}, {}, {}, &links}, plan);
  std::map<std::string, std::uint64_t> result;
  for (const plan::LinkLoad &load : plan.copies.at(0).exchange.links)
    result[plan.links.at(load.link).name] = load.bytes;
  return result;
}

plan::Plan copyWith(std::vector<plan::IpuFlow> flows) {
  plan::Plan plan;
  plan.copies.emplace_back().exchange.flows = std::move(flows);
  return plan;
}

using Loads = std::map<std::string, std::uint64_t>;

TEST(ChargeLinks, FlowsThatShareALinkAddUp) {
  plan::Plan plan = copyWith({{0, 4, 100}, {1, 4, 7}, {2, 4, 10}});
  EXPECT_EQ(loads(plan, poplar::Target::createIPUTarget(8, "ipu2")),
            (Loads{{"IPU 0 -> IPU 2 (rail)", 107},
                   {"IPU 1 -> IPU 0 (rung)", 7},
                   {"IPU 2 -> IPU 4 (rail)", 117}}));
  EXPECT_EQ(plan.copies[0].exchange.hops, 3u);
}

TEST(ChargeLinks, OnlyLinksInUseAreNamed) {
  plan::Plan plan = copyWith({{0, 1, 100}});
  loads(plan, poplar::Target::createIPUTarget(64, "ipu2"));
  ASSERT_EQ(plan.links.size(), 1u);
  EXPECT_EQ(plan.links[0].bitsPerSecond, 467292441805u) << "4 links of 128 Gibit/s at 85 %";
  plan::Plan quiet = copyWith({});
  loads(quiet, poplar::Target::createIPUTarget(64, "ipu2"));
  EXPECT_TRUE(quiet.links.empty());
}

TEST(ChargeLinks, ConstraintsOfTheModelStandInForLinks) {
  poplar::IPUModel model;
  model.numIPUs = 4;
  model.globalExchangeConstraints.emplace_back(
      1e9, std::vector<poplar::GlobalExchangeFlow>{{0, 1}, {0, 2}});
  model.globalExchangeConstraints.emplace_back(2e9,
                                               std::vector<poplar::GlobalExchangeFlow>{{0, 2}});
  plan::Plan plan = copyWith({{0, 1, 5}, {0, 2, 6}, {3, 2, 8}});
  EXPECT_EQ(loads(plan, model.createDevice().getTarget()),
            (Loads{{"global exchange constraint 0", 11}, {"global exchange constraint 1", 6}}));
  EXPECT_EQ(plan.links[0].bitsPerSecond, 1000000000u);
}

} // namespace
} // namespace poplar_emu::compile::test
