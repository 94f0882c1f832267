// SPDX-License-Identifier: MIT
// Replicas in two dimensions: those that hold one model together, and those that hold the same
// part.
#pragma once

#include <gcl/CollectiveTypes.hpp>

namespace gcl::pipeline {

struct ReplicaGroups {
  unsigned tensorParallel = 1; ///< replicas with neighbouring numbers
  unsigned dataParallel = 1;   ///< groups of these

  CommGroup dataParallelGroup() const;
};

/// Throws pipeline_error if the replicas do not divide.
ReplicaGroups replicaGroups(unsigned replicas, unsigned tensorParallel);

} // namespace gcl::pipeline
