// SPDX-License-Identifier: MIT
// Checks the flows and links of exchanges.
#include "plan/verify/Verifier.hpp"

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
      for (const LinkLoad &load : step.exchange.links)
        if (load.link >= plan.links.size()) fail("'{}': link {}", step.name, load.link);
    }
  };
  for (const Link &link : plan.links)
    if (link.bitsPerSecond == 0) fail("link '{}' carries nothing", link.name);
  check(plan.computes);
  check(plan.copies);
  check(plan.streamSteps);
  check(plan.crossReplicaCopies);
  check(plan.crossReplicaCopies);
}

} // namespace poplar_emu::plan
