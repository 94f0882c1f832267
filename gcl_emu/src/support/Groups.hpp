// SPDX-License-Identifier: MIT
// Which replicas work together.
#pragma once

#include <gcl/CollectiveTypes.hpp>
#include <poplar/Graph.hpp>

#include <map>
#include <string>
#include <vector>

namespace gcl::detail {

/// Groups of equal size that cover all replicas.
struct Groups {
  unsigned size = 1;
  unsigned stride = 1;
  /// Replicas of each group, ascending; their places are the numbers of the members.
  std::vector<std::vector<unsigned>> replicas;

  /// From a value for each member to one for each replica.
  std::vector<unsigned> spread(const std::vector<unsigned> &ofMember) const;
  /// Replica to replica, from member to member.
  std::map<unsigned, unsigned> spreadMap(const std::vector<unsigned> &to) const;
};

/// Throws poplibs_error when the group does not divide the replicas.
Groups makeGroups(const std::string &operation, unsigned replicas, const CommGroup &group);

} // namespace gcl::detail
