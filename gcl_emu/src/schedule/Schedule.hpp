// SPDX-License-Identifier: MIT
// How the members of a group exchange their pieces, step by step: plain data that knows no graph.
#pragma once

#include <string>
#include <vector>

namespace gcl::detail {

enum class Method {
  Clockwise,
  Anticlockwise,
  BidirectionalPair,
  MeetInMiddle,
  QuadDirectional,
  Broadcast
};
std::string nameOf(Method method);

/// How the members of a group stand in a ring.
enum class RingOrder {
  Interleaved, ///< up one side of a ladder and down the other: 0 2 4 6 7 5 3 1
  Flat,        ///< 0 1 2 3 4 5 6 7
  Serpent      ///< 0 1 3 2 4 5 7 6, for rings whose ends are crossed
};
/// The member at each position.
std::vector<unsigned> ringOrder(RingOrder order, unsigned size);
/// The other ring over the same rungs: members 2j and 2j+1 change places (the reverse ring when one
/// has no partner).
std::vector<unsigned> mirroredRing(std::vector<unsigned> ring);

/// Every member sends one piece to one other member.
struct Step {
  std::vector<unsigned> to;    ///< [member]
  std::vector<unsigned> piece; ///< [member]; a piece has the number of its owner
};

/// Steps of which each sends on what arrived in the one before. The first one sends what the
/// members have themselves.
using Stream = std::vector<Step>;

/// A share of each piece, and its way.
struct Lane {
  /// In a reduce-scatter, each stream ends at the owner of the pieces; the sums of all streams and
  /// the owner's own contribution make the result. In a gather, each stream carries pieces to some
  /// of the members.
  std::vector<Stream> streams;
  /// There is one stream, and each of its steps sends what the members have themselves.
  bool direct = false;
};

/// Pieces are split evenly between the lanes, which work at the same time.
struct Schedule {
  std::vector<Lane> lanes;
};

/// Each member contributes to all pieces; member m ends with the combination of piece m.
Schedule reduceScatterSchedule(Method method, const std::vector<unsigned> &ring);
/// Each member has one piece and ends with all.
Schedule gatherSchedule(Method method, const std::vector<unsigned> &ring);
/// Member m's piece j goes to member j, directly.
Schedule exchangeSchedule(unsigned size);

/// The members in the order in which the ring method combines their contributions to a piece, for
/// each stream of the lane: the owner last, in the first list.
std::vector<std::vector<unsigned>> combinationOrder(const Lane &lane, unsigned piece);

} // namespace gcl::detail
