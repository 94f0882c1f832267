// SPDX-License-Identifier: MIT
// Chooses between the wiring of a target and the limits that its model states.
#include "model/links/DeviceLinks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::model {

DeviceLinks::DeviceLinks(const poplar::Target &device)
    : topology_(device.getNumIPUs(), device.getIpuLinkTopology(), device.getIpuLinkDomainSize()),
      limits_(device.getGlobalExchangeConstraints()) {}

DeviceLinks::Way DeviceLinks::way(unsigned from, unsigned to) const {
  const Route route = topology_.route(from, to);
  const auto hops = static_cast<std::uint32_t>(route.size());
  if (limits_.empty()) return {route, hops};
  Way way{{}, hops};
  const poplar::GlobalExchangeFlow flow(from, to);
  for (std::uint32_t i = 0; i < limits_.size(); ++i)
    if (std::find(limits_[i].flows.begin(), limits_[i].flows.end(), flow) != limits_[i].flows.end())
      way.uses.push_back(i);
  return way;
}

std::string DeviceLinks::name(std::uint32_t use) const {
  return limits_.empty() ? linkName(topology_.groups()[use])
                         : fmt::format("global exchange constraint {}", use);
}

double DeviceLinks::bitsPerSecond(std::uint32_t use) const {
  return limits_.empty() ? topology_.groups()[use].bitsPerSecond : limits_[use].bandwidth;
}

} // namespace poplar_emu::model
