// SPDX-License-Identifier: MIT
// Which part of a program that runs on several hosts this process has.
#ifndef POPLAR_EMU_DISTRIBUTED_HPP
#define POPLAR_EMU_DISTRIBUTED_HPP

#include <poplar_emu/Export.hpp>

namespace poplar_emu {

/// Replicas [firstReplica, firstReplica + numLocalReplicas) of numReplicas run in this process.
/// Host buffers, streams and remote buffers of a distributed program cover these only; the graph is
/// built for all of them.
struct Distribution {
  unsigned numInstances = 1; ///< processes
  unsigned instance = 0;     ///< this one
  unsigned numReplicas = 1;
  unsigned firstReplica = 0;
  unsigned numLocalReplicas = 1;
  unsigned ipusPerReplica = 1;
};

/// As poprun started this process; one instance with one replica otherwise. Under a plain mpirun
/// every process has one replica. Throws poplar_error when replicas do not divide among instances.
POPLAR_EMU_EXPORT Distribution distribution();

} // namespace poplar_emu

#endif
