// SPDX-License-Identifier: MIT
// The IPU-Links of a system and the way that data takes between two IPUs.
//
//   up   6 == 7      ladder of 8 IPUs: two IPUs a card, `=` the links within a card,
//        |    |      `|` the rails from card to card. A torus also joins the top
//        4 == 5      card to the bottom one. A line has one IPU a row. Systems larger
//        |    |      than a link domain are several of these, joined by gateway links
//        2 == 3      between IPUs of equal place in neighbouring domains.
//        |    |
//        0 == 1
#pragma once

#include <poplar/IpuLinkTopology.hpp>

#include <boost/graph/adjacency_list.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::model {

enum class LinkKind : std::uint8_t {
  Card,    ///< between the IPUs of a card, for traffic that stays there
  Rung,    ///< between the IPUs of a card, for traffic that goes on along a rail
  Rail,    ///< to the next card
  Gateway, ///< to the next link domain
};

/// Parallel links from one IPU to a neighbour, used as one.
struct LinkGroup {
  LinkKind kind = LinkKind::Rail;
  unsigned from = 0, to = 0;
  double bitsPerSecond = 0; ///< of all its links, in this direction
};

/// Indices into LinkTopology::groups(), in the order of travel.
using Route = std::vector<std::uint32_t>;

/// Links are directed: what goes up does not wait for what comes down.
///
/// Routes are shortest ways over the graph of the domain; of equal ones, the one that crosses the
/// rung first, and on a torus the one that goes up. Between domains, data takes the gateways of
/// its own place, then the way inside the last domain.
///
/// Sources: groups, their sizes (4 links a card, 2 a rung, 2 a rail) and 128 Gibit/s a link at
/// 85 % are those of poplibs' own machine models; 100 Gbit/s of gateway link a pair of IPUs is that
/// of the M2000 (2 x 100 Gbit/s for its four). The four links between neighbours of a line are
/// chosen here.
class LinkTopology {
 public:
  /// `domainSize` IPUs at most form a link domain. Throws internal_error when a number is 0.
  LinkTopology(unsigned numIpus, poplar::IpuLinkTopology wiring, unsigned domainSize = 64);

  unsigned numIpus() const { return numIpus_; }
  const std::vector<LinkGroup> &groups() const { return groups_; }
  /// Empty when both are the same. Cost: one breadth-first search of a domain a target.
  Route route(unsigned from, unsigned to) const;

 private:
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, boost::no_property,
                            boost::property<boost::edge_index_t, std::uint32_t>>;

  void link(LinkKind kind, unsigned from, unsigned to, unsigned links);
  void wireDomain(unsigned first, unsigned size, poplar::IpuLinkTopology wiring);
  void routeInside(unsigned from, unsigned to, Route &route) const;
  std::vector<unsigned> hopsTo(unsigned target) const;

  unsigned numIpus_, domainSize_;
  std::vector<LinkGroup> groups_;
  Graph inside_;                                       ///< all but the gateways
  std::vector<std::uint32_t> gatewayUp_, gatewayDown_; ///< group of each IPU, if it has one
};

/// "IPU 3 -> IPU 5 (rail)".
std::string linkName(const LinkGroup &group);

} // namespace poplar_emu::model
