// SPDX-License-Identifier: MIT
// poplar_emu::distribution(): what poprun and mpirun say in the environment.
#include <poplar_emu/Distributed.hpp>

#include "support/Diagnostic.hpp"
#include "transport/Connect.hpp"

namespace poplar_emu {

Distribution distribution() {
  const transport::World world = transport::world();
  Distribution result;
  result.numInstances = world.size;
  result.instance = world.rank;
  result.numReplicas = transport::numberFrom("POPLAR_EMU_NUM_REPLICAS", world.size);
  result.ipusPerReplica = transport::numberFrom("POPLAR_EMU_IPUS_PER_REPLICA", 1);
  if (result.numReplicas == 0 || result.numReplicas % world.size != 0)
    Diagnostic(Code::PE0903, "{} replicas do not divide among {} instances", result.numReplicas,
               world.size)
        .raise();
  result.numLocalReplicas = result.numReplicas / world.size;
  result.firstReplica = world.rank * result.numLocalReplicas;
  return result;
}

} // namespace poplar_emu
