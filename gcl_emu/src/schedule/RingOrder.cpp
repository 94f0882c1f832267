// SPDX-License-Identifier: MIT
// The orders in which members stand in a ring.
#include "schedule/Schedule.hpp"

#include <algorithm>
#include <numeric>

namespace gcl::detail {

std::vector<unsigned> ringOrder(RingOrder order, unsigned size) {
  std::vector<unsigned> ring(size);
  std::iota(ring.begin(), ring.end(), 0u);
  switch (order) {
  case RingOrder::Flat:
    break;
  case RingOrder::Interleaved:
    ring.clear();
    for (unsigned member = 0; member < size; member += 2)
      ring.push_back(member);
    for (unsigned member = size / 2 * 2; member-- > 0;)
      if (member % 2 == 1) ring.push_back(member);
    break;
  case RingOrder::Serpent:
    for (unsigned member = 2; member + 1 < size; member += 4)
      std::swap(ring[member], ring[member + 1]);
    break;
  }
  return ring;
}

std::vector<unsigned> mirroredRing(std::vector<unsigned> ring) {
  if (ring.size() % 2 != 0) {
    std::reverse(ring.begin(), ring.end());
    return ring;
  }
  for (unsigned &member : ring)
    member ^= 1u;
  return ring;
}

std::string nameOf(Method method) {
  switch (method) {
  case Method::Clockwise:
    return "clockwise_ring";
  case Method::Anticlockwise:
    return "anticlockwise_ring";
  case Method::BidirectionalPair:
    return "bidirectional_ring_pair";
  case Method::MeetInMiddle:
    return "meet_in_middle_ring";
  case Method::QuadDirectional:
    return "quad_directional_ring";
  case Method::Broadcast:
    return "broadcast";
  }
  return "";
}

} // namespace gcl::detail
