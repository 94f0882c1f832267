// SPDX-License-Identifier: MIT
// Routes flows once a pair of IPUs, and numbers only the links that something uses.
#include "compile/exchange/ChargeLinks.hpp"

#include "model/links/DeviceLinks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace poplar_emu::compile {
namespace {

class Charges {
 public:
  Charges(const model::DeviceLinks &device, std::vector<plan::Link> &links)
      : device_(device), links_(links) {}

  void charge(plan::ExchangeSummary &exchange) {
    std::map<std::uint32_t, std::uint64_t> loads;
    for (const plan::IpuFlow &flow : exchange.flows) {
      const auto [entry, isNew] = ways_.try_emplace({flow.from, flow.to});
      model::DeviceLinks::Way &way = entry->second;
      if (isNew) way = device_.way(flow.from, flow.to);
      exchange.hops = std::max(exchange.hops, way.hops);
      for (const std::uint32_t use : way.uses)
        loads[linkFor(use)] += flow.bytes;
    }
    for (const auto &[link, bytes] : loads)
      exchange.links.push_back({link, bytes});
  }

 private:
  std::uint32_t linkFor(std::uint32_t use) {
    const auto [entry, isNew] =
        numbers_.try_emplace(use, static_cast<std::uint32_t>(links_.size()));
    if (isNew)
      links_.push_back({device_.name(use),
                        static_cast<std::uint64_t>(std::llround(device_.bitsPerSecond(use)))});
    return entry->second;
  }

  const model::DeviceLinks &device_;
  std::vector<plan::Link> &links_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, model::DeviceLinks::Way> ways_;
  std::map<std::uint32_t, std::uint32_t> numbers_; ///< of uses in links_
};

} // namespace

void chargeLinks(const Input &input, plan::Plan &plan) {
  if (!input.links) return;
  Charges charges(*input.links, plan.links);
  const auto charge = [&](auto &steps) {
    for (auto &step : steps)
      charges.charge(step.exchange);
  };
  charge(plan.computes);
  charge(plan.copies);
  charge(plan.streamSteps);
  charge(plan.crossReplicaCopies);
}

} // namespace poplar_emu::compile
