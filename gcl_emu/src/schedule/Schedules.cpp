// SPDX-License-Identifier: MIT
// The ring methods, and sending everything directly.
#include "schedule/Schedule.hpp"

#include <algorithm>

namespace gcl::detail {

namespace {

using Ring = std::vector<unsigned>;

/// Whether pieces end at their owner, or start there.
enum class Toward { Owner, Everyone };

Ring reversed(Ring ring) {
  std::reverse(ring.begin(), ring.end());
  return ring;
}

/// `hops` steps to the next position. A piece that travels towards its owner starts `hops`
/// positions before it, one that travels to everyone starts at its owner.
Stream stream(Toward toward, const Ring &ring, unsigned hops) {
  const auto size = static_cast<unsigned>(ring.size());
  Stream steps(hops);
  for (unsigned s = 0; s < hops; ++s) {
    steps[s].to.resize(size);
    steps[s].piece.resize(size);
    for (unsigned position = 0; position < size; ++position) {
      const unsigned owner =
          toward == Toward::Owner ? position + hops - s : position + size - s % size;
      steps[s].to[ring[position]] = ring[(position + 1) % size];
      steps[s].piece[ring[position]] = ring[owner % size];
    }
  }
  return steps;
}

Stream directStream(Toward toward, unsigned size) {
  Stream steps(size - 1);
  for (unsigned s = 0; s + 1 < size; ++s)
    for (unsigned member = 0; member < size; ++member) {
      const unsigned to = (member + s + 1) % size;
      steps[s].to.push_back(to);
      steps[s].piece.push_back(toward == Toward::Owner ? to : member);
    }
  return steps;
}

Schedule makeSchedule(Toward toward, Method method, const Ring &ring) {
  const auto size = static_cast<unsigned>(ring.size());
  if (size < 2) return {{Lane()}};
  const auto whole = [&](const Ring &way) { return Lane{{stream(toward, way, size - 1)}, false}; };
  switch (method) {
  case Method::Clockwise:
    return {{whole(ring)}};
  case Method::Anticlockwise:
    return {{whole(reversed(ring))}};
  case Method::BidirectionalPair:
    return {{whole(ring), whole(reversed(ring))}};
  case Method::QuadDirectional: {
    const Ring mirrored = mirroredRing(ring);
    return {{whole(ring), whole(reversed(ring)), whole(mirrored), whole(reversed(mirrored))}};
  }
  case Method::MeetInMiddle: {
    Lane lane{{stream(toward, ring, size / 2)}, false};
    if (size > 2) lane.streams.push_back(stream(toward, reversed(ring), size - 1 - size / 2));
    return {{lane}};
  }
  case Method::Broadcast:
    return {{Lane{{directStream(toward, size)}, true}}};
  }
  return {};
}

} // namespace

Schedule reduceScatterSchedule(Method method, const Ring &ring) {
  return makeSchedule(Toward::Owner, method, ring);
}

Schedule gatherSchedule(Method method, const Ring &ring) {
  return makeSchedule(Toward::Everyone, method, ring);
}

Schedule exchangeSchedule(unsigned size) {
  if (size < 2) return {{Lane()}};
  return {{Lane{{directStream(Toward::Owner, size)}, true}}};
}

std::vector<std::vector<unsigned>> combinationOrder(const Lane &lane, unsigned piece) {
  std::vector<std::vector<unsigned>> orders;
  for (const Stream &steps : lane.streams) {
    std::vector<unsigned> order;
    for (const Step &step : steps)
      for (unsigned member = 0; member < step.piece.size(); ++member)
        if (step.piece[member] == piece) order.push_back(member);
    orders.push_back(order);
  }
  if (orders.empty()) orders.emplace_back();
  orders.front().push_back(piece);
  return orders;
}

} // namespace gcl::detail
