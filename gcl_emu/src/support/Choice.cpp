// SPDX-License-Identifier: MIT
// The thresholds of `auto`. Sizes are those of the public ancestor of these collectives.
#include "support/Options.hpp"

namespace gcl::detail {

using poplar::IpuLinkConfiguration;
using poplar::IpuLinkTopology;

Situation situationOf(const poplar::Graph &graph, unsigned members, unsigned groupStride,
                      std::uint64_t bytes) {
  const poplar::Target &target = graph.getTarget();
  Situation situation;
  situation.members = members;
  situation.groupStride = groupStride;
  situation.ipus = target.getNumIPUs();
  situation.bytesPerIpu = bytes / situation.ipus;
  if (target.getTargetType() != poplar::TargetType::CPU) {
    situation.configuration = target.getIpuLinkConfiguration();
    situation.linkTopology = target.getIpuLinkTopology();
  }
  return situation;
}

Method chooseMethod(Phase phase, const Situation &situation) {
  const std::uint64_t bytes = situation.bytesPerIpu, members = situation.members;
  if (situation.configuration == IpuLinkConfiguration::BarleyTwist) {
    const std::uint64_t limit = 196608 * (phase == Phase::ReduceScatter ? members : 1);
    return bytes < limit ? Method::MeetInMiddle : Method::QuadDirectional;
  }
  if (situation.ipus > 1 && situation.linkTopology == IpuLinkTopology::Torus)
    return Method::MeetInMiddle;
  if (situation.ipus > 1 || members <= 2) return Method::Clockwise;
  if (members > 16) return Method::MeetInMiddle;
  std::uint64_t limit = members > 8 ? 39845888 : members > 4 ? 4980736 : 1245184;
  if (phase == Phase::Gather) limit /= 2;
  return bytes < limit ? Method::MeetInMiddle : Method::BidirectionalPair;
}

RingOrder chooseOrder(const Situation &situation, const Options &options) {
  const std::string &topology = options.topology;
  const auto refuse = [&](const std::string &wanted) {
    throw poplar::invalid_option("gcl: topology '" + topology + "' is for replicas of " + wanted +
                                 " IPUs, and these have " + std::to_string(situation.ipus));
  };
  if (topology == "peripheral-ring") {
    if (situation.ipus != 1) refuse("1");
    return RingOrder::Interleaved;
  }
  if (topology == "ring-on-line") return RingOrder::Interleaved;
  if (topology != "auto") { // rung-ring-<IPUs of a replica>
    if (topology != "rung-ring-" + std::to_string(situation.ipus)) refuse(topology.substr(10));
    return RingOrder::Flat;
  }
  if (situation.configuration == IpuLinkConfiguration::BarleyTwist) return RingOrder::Serpent;
  return situation.ipus > 1 && situation.linkTopology == IpuLinkTopology::Torus
             ? RingOrder::Flat
             : RingOrder::Interleaved;
}

} // namespace gcl::detail
