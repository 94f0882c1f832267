// SPDX-License-Identifier: MIT
// Membership in groups, and their text.
#include "support/Groups.hpp"

#include "support/Errors.hpp"

#include <ostream>

namespace gcl {

namespace {

/// Reads what a CommGroup keeps for itself.
struct Reader : CommGroup {
  static CommGroupType type(const CommGroup &group) { return group.*(&Reader::mReplicaGroupType); }
  static unsigned size(const CommGroup &group) { return group.*(&Reader::mReplicaGroupSize); }
  static unsigned stride(const CommGroup &group) { return group.*(&Reader::mReplicaGroupStride); }
};

} // namespace

CommGroup::CommGroup(CommGroupType type, unsigned groupSize, unsigned replicaStride)
    : mReplicaGroupType(type), mReplicaGroupSize(groupSize), mReplicaGroupStride(replicaStride) {}

std::ostream &operator<<(std::ostream &out, const CommGroupType &type) {
  switch (type) {
  case CommGroupType::ALL:
    return out << "ALL";
  case CommGroupType::CONSECUTIVE:
    return out << "CONSECUTIVE";
  case CommGroupType::ORTHOGONAL:
    return out << "ORTHOGONAL";
  }
  return out << "CommGroupType(" << static_cast<int>(type) << ")";
}

std::ostream &operator<<(std::ostream &out, const CommGroup &group) {
  return out << "CommGroup(type=" << group.mReplicaGroupType << ", size=" << group.mReplicaGroupSize
             << ", stride=" << group.mReplicaGroupStride << ")";
}

namespace detail {

namespace {

std::string number(unsigned n) {
  return std::to_string(n);
}

/// Blocks of stride * size replicas, in which every stride-th one belongs to the same group.
Groups lanesOfBlocks(unsigned replicas, unsigned size, unsigned stride) {
  Groups groups{size, size == 1 ? 1 : stride, {}};
  for (unsigned block = 0; block < replicas; block += groups.stride * size)
    for (unsigned lane = 0; lane < groups.stride; ++lane) {
      groups.replicas.emplace_back();
      for (unsigned i = 0; i < size; ++i)
        groups.replicas.back().push_back(block + lane + i * groups.stride);
    }
  return groups;
}

} // namespace

Groups makeGroups(const std::string &operation, unsigned replicas, const CommGroup &group) {
  const CommGroupType type = Reader::type(group);
  const unsigned stride = Reader::stride(group);
  const unsigned size = Reader::size(group) == 0 ? replicas : Reader::size(group);
  if (type == CommGroupType::ALL) return lanesOfBlocks(replicas, replicas, 1);
  if (stride == 0)
    fail(operation, "the replicas of a group are 0 apart", "give a stride of at least 1");
  if (replicas % size != 0)
    fail(operation,
         "groups of " + number(size) + " do not divide " + number(replicas) + " replicas evenly",
         "choose a size that divides " + number(replicas));
  if (type == CommGroupType::ORTHOGONAL) {
    const unsigned between = replicas / size;
    if (stride != 1 && stride != between)
      fail(operation,
           "orthogonal groups of " + number(size) + " of " + number(replicas) + " replicas are " +
               number(between) + " apart, and not " + number(stride),
           "leave the stride out, or use CommGroupType::CONSECUTIVE");
    return lanesOfBlocks(replicas, size, between);
  }
  if (size > 1 && replicas % (static_cast<std::uint64_t>(stride) * size) != 0)
    fail(operation,
         "blocks of " + number(size) + " times " + number(stride) + " (size times stride) do not " +
             "divide " + number(replicas) + " replicas evenly",
         "choose a stride that divides " + number(replicas / size));
  return lanesOfBlocks(replicas, size, stride);
}

std::vector<unsigned> Groups::spread(const std::vector<unsigned> &ofMember) const {
  std::vector<unsigned> ofReplica(replicas.size() * size);
  for (const auto &group : replicas)
    for (unsigned i = 0; i < size; ++i)
      ofReplica[group[i]] = ofMember[i];
  return ofReplica;
}

std::map<unsigned, unsigned> Groups::spreadMap(const std::vector<unsigned> &to) const {
  std::map<unsigned, unsigned> result;
  for (const auto &group : replicas)
    for (unsigned i = 0; i < size; ++i)
      result[group[i]] = group[to[i]];
  return result;
}

} // namespace detail
} // namespace gcl
