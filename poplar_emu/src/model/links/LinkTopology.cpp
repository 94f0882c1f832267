// SPDX-License-Identifier: MIT
// Wires a system and finds shortest routes with Boost.Graph.
#include "model/links/LinkTopology.hpp"

#include "model/cycles/Constants.hpp"
#include "support/Diagnostic.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace poplar_emu::model {
namespace {

constexpr unsigned kCardLinks = 4;
constexpr unsigned kRungLinks = 2;
constexpr unsigned kRailLinks = 2;
constexpr unsigned kLineLinks = 4;
constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();
constexpr unsigned kUnreached = std::numeric_limits<unsigned>::max();

} // namespace

LinkTopology::LinkTopology(unsigned numIpus, poplar::IpuLinkTopology wiring, unsigned domainSize)
    : numIpus_(numIpus), domainSize_(domainSize), inside_(numIpus), gatewayUp_(numIpus, kNoGroup),
      gatewayDown_(numIpus, kNoGroup) {
  POPLAR_EMU_CHECK(numIpus != 0 && domainSize != 0);
  for (unsigned first = 0; first < numIpus; first += domainSize)
    wireDomain(first, std::min(domainSize, numIpus - first), wiring);
  for (unsigned ipu = 0; ipu + domainSize < numIpus; ++ipu) {
    gatewayUp_[ipu] = static_cast<std::uint32_t>(groups_.size());
    gatewayDown_[ipu + domainSize] = gatewayUp_[ipu] + 1;
    groups_.push_back({LinkKind::Gateway, ipu, ipu + domainSize, kGatewayBitsPerSecond});
    groups_.push_back({LinkKind::Gateway, ipu + domainSize, ipu, kGatewayBitsPerSecond});
  }
}

void LinkTopology::link(LinkKind kind, unsigned from, unsigned to, unsigned links) {
  boost::add_edge(from, to, static_cast<std::uint32_t>(groups_.size()), inside_);
  groups_.push_back({kind, from, to, links * kLinkBitsPerSecond});
}

// Of equally short ways the one wired first is taken: rungs before rails, rails up before down.
void LinkTopology::wireDomain(unsigned first, unsigned size, poplar::IpuLinkTopology wiring) {
  const unsigned end = first + size;
  if (wiring == poplar::IpuLinkTopology::Line) {
    for (unsigned ipu = first; ipu + 1 < end; ++ipu)
      link(LinkKind::Rail, ipu, ipu + 1, kLineLinks);
    for (unsigned ipu = first; ipu + 1 < end; ++ipu)
      link(LinkKind::Rail, ipu + 1, ipu, kLineLinks);
    return;
  }
  for (unsigned ipu = first; ipu + 1 < end; ipu += 2)
    for (const auto &[kind, links] :
         {std::pair(LinkKind::Card, kCardLinks), std::pair(LinkKind::Rung, kRungLinks)}) {
      link(kind, ipu, ipu + 1, links);
      link(kind, ipu + 1, ipu, links);
    }
  // With two cards the way round is the way back; an odd IPU out has no card to come round to.
  const bool joined = wiring == poplar::IpuLinkTopology::Torus && size > 4 && size % 2 == 0;
  const unsigned lower = joined ? end : end - std::min(size, 2U);
  const auto above = [=](unsigned ipu) { return ipu + 2 < end ? ipu + 2 : ipu + 2 - size; };
  for (unsigned ipu = first; ipu < lower; ++ipu)
    link(LinkKind::Rail, ipu, above(ipu), kRailLinks);
  for (unsigned ipu = first; ipu < lower; ++ipu)
    link(LinkKind::Rail, above(ipu), ipu, kRailLinks);
}

std::vector<unsigned> LinkTopology::hopsTo(unsigned target) const {
  std::vector<unsigned> hops(numIpus_, kUnreached);
  hops[target] = 0;
  const auto reversed = boost::make_reverse_graph(inside_);
  boost::breadth_first_search(reversed, target,
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(hops.data(), boost::on_tree_edge()))));
  return hops;
}

void LinkTopology::routeInside(unsigned from, unsigned to, Route &route) const {
  const std::vector<unsigned> hops = hopsTo(to);
  const bool staysOnCard = from % domainSize_ / 2 == to % domainSize_ / 2;
  while (from != to) {
    std::optional<std::uint32_t> next;
    for (auto [edge, end] = boost::out_edges(from, inside_); edge != end && !next; ++edge) {
      const std::uint32_t group = boost::get(boost::edge_index, inside_, *edge);
      if (hops[groups_[group].to] + 1 != hops[from]) continue;
      if (groups_[group].kind == LinkKind::Card && !staysOnCard) continue;
      next = group;
    }
    POPLAR_EMU_CHECK(next.has_value());
    route.push_back(*next);
    from = groups_[*next].to;
  }
}

Route LinkTopology::route(unsigned from, unsigned to) const {
  Route route;
  while (from / domainSize_ != to / domainSize_) {
    const bool up = from < to;
    // A last domain that is not full may have no IPU of this place: walk to the nearest that has.
    if (up && gatewayUp_[from] == kNoGroup) {
      const unsigned domain = from / domainSize_ * domainSize_;
      const unsigned exit = domain + (numIpus_ - 1) % domainSize_;
      routeInside(from, exit, route);
      from = exit;
    }
    const std::uint32_t group = up ? gatewayUp_[from] : gatewayDown_[from];
    route.push_back(group);
    from = groups_[group].to;
  }
  routeInside(from, to, route);
  return route;
}

std::string linkName(const LinkGroup &group) {
  static constexpr std::array<std::string_view, 4> kNames = {"card", "rung", "rail", "gateway"};
  return fmt::format("IPU {} -> IPU {} ({})", group.from, group.to,
                     kNames[static_cast<std::size_t>(group.kind)]);
}

} // namespace poplar_emu::model
