// SPDX-License-Identifier: MIT
// Checks the flows and links of exchanges.
#include "plan/verify/Verifier.hpp"

#include <algorithm>

namespace poplar_emu::plan {

void verifyExchanges(const Plan &plan) {
  const std::uint32_t numIpus = plan.machine.numIpus * plan.machine.replicationFactor;
  const auto check = [&](const auto &steps) {
    for (const auto &step : steps) {
      for (const IpuFlow &flow : step.exchange.flows)
        if (flow.from >= numIpus || flow.to >= numIpus || flow.from == flow.to)
          fail("'{}': a flow from IPU {} to IPU {} of {}", step.name, flow.from, flow.to, numIpus);
      for (const std::uint32_t ipu : step.exchange.ipus)
        if (ipu >= plan.machine.numIpus)
          fail("'{}': IPU {} of {}", step.name, ipu, plan.machine.numIpus);
      const std::size_t sides = step.exchange.sides.size();
      if (sides != 0 && (sides != step.exchange.ipus.size() || plan.ioTiles.empty()))
        fail("'{}': sides of {} of {} IPUs", step.name, sides, step.exchange.ipus.size());
      for (const LinkLoad &load : step.exchange.links)
        if (load.link >= plan.links.size()) fail("'{}': link {}", step.name, load.link);
      const std::uint32_t detail = step.exchange.detail;
      if (detail != kNone && detail >= plan.exchangeDetails.size())
        fail("'{}': exchange detail {} of {}", step.name, detail, plan.exchangeDetails.size());
    }
  };
  for (const Link &link : plan.links)
    if (link.bitsPerSecond == 0) fail("link '{}' carries nothing", link.name);
  check(plan.computes);
  check(plan.copies);
  check(plan.streamSteps);
  check(plan.remoteSteps);
  check(plan.crossReplicaCopies);
  const std::uint32_t numTiles = plan.machine.numIpus * plan.machine.tilesPerIpu;
  if (!plan.ioTiles.empty() && plan.ioTiles.back() >= numTiles)
    fail("I/O tile {} of {}", plan.ioTiles.back(), numTiles);
  if (!std::is_sorted(plan.ioTiles.begin(), plan.ioTiles.end())) fail("I/O tiles out of order");
  for (const ExchangeDetail &detail : plan.exchangeDetails) {
    for (const TileTraffic &tile : detail.tiles)
      if (tile.tile >= numTiles) fail("traffic of tile {} of {}", tile.tile, numTiles);
    for (const TileFlow &flow : detail.flows)
      if (flow.from >= numTiles || flow.to >= numTiles)
        fail("a flow from tile {} to tile {} of {}", flow.from, flow.to, numTiles);
  }
  for (const ComputeStep &step : plan.computes)
    for (const TileEstimate &tile : step.tileEstimates)
      if (tile.tile >= numTiles) fail("'{}': tile {} of {}", step.name, tile.tile, numTiles);
}

} // namespace poplar_emu::plan
