// SPDX-License-Identifier: MIT
// Groups of replicas.
#include "pipeline/weights/ReplicaGroups.hpp"

#include "pipeline/Errors.hpp"

namespace gcl::pipeline {

CommGroup ReplicaGroups::dataParallelGroup() const {
  if (tensorParallel == 1) return {};
  return {CommGroupType::ORTHOGONAL, dataParallel};
}

ReplicaGroups replicaGroups(unsigned replicas, unsigned tensorParallel) {
  if (tensorParallel == 0 || replicas % tensorParallel != 0)
    Complaint(std::to_string(tensorParallel) + " tensor-parallel replicas in a graph of " +
              std::to_string(replicas))
        .note(tensorParallel == 0
                  ? "a copy of the model takes at least one"
                  : std::to_string(replicas) + " = " + std::to_string(replicas / tensorParallel) +
                        " x " + std::to_string(tensorParallel) + " + " +
                        std::to_string(replicas % tensorParallel) +
                        ": some copy of the model would be incomplete")
        .fix("set Options::tensorParallel to a divisor of the replication factor")
        .raise();
  return {tensorParallel, replicas / tensorParallel};
}

} // namespace gcl::pipeline
