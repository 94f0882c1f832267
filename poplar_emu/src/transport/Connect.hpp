// SPDX-License-Identifier: MIT
// Finds the other processes of a distributed run.
#pragma once

#include "plan/Transport.hpp"

namespace poplar_emu::transport {

/// How many processes mpirun started and which of them this is; one without it.
struct World {
  unsigned size = 1;
  unsigned rank = 0;
  unsigned sizeHere = 1; ///< processes on this host
};
World world();

/// The value of an environment variable; `otherwise` when it is not there or no number.
unsigned numberFrom(const char *variable, unsigned otherwise);

/// The transport of this process, made at the first call; null when it runs alone. Loads
/// libpoplar_mpi.so from beside libpoplar.so, so that programs need no MPI until they use it.
/// Throws PE0901 when it cannot be loaded.
plan::Transport *connect();

} // namespace poplar_emu::transport
