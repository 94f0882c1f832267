// SPDX-License-Identifier: MIT
// Watching a program run, superstep by superstep. Not part of Poplar.
#ifndef POPLAR_EMU_OBSERVE_HPP
#define POPLAR_EMU_OBSERVE_HPP

#include <poplar_emu/Export.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace poplar {
class Engine;
}

namespace poplar_emu {

/// One executed step that computes or moves data.
struct Superstep {
  enum class Kind { Compute, Copy, StreamRead, StreamWrite, RemoteRead, RemoteWrite };

  Kind kind;
  std::string name;             ///< of the compute set or the program step
  unsigned activeTiles;         ///< that run a vertex, or send or receive
  std::uint64_t exchangedBytes; ///< that cross from one tile to another
  std::uint64_t maxTileBytes;   ///< sent or received by the busiest tile: the h of the h-relation
  std::uint64_t cycles;         ///< modelled, of the slowest tile; 0 while the cycle model is off
  double seconds;               ///< of the host
  unsigned ipus;                ///< of a replica that take part; 0: all of them
  /// Over IPU-Links, of all replicas; what takes several links one after the other counts on each.
  std::uint64_t linkBytes;

  /// What `cycles` is made of: vertices of the slowest tile; exchange within and between IPUs; the
  /// host; barriers.
  std::uint64_t computeCycles, exchangeCycles, globalExchangeCycles, hostCycles, syncCycles;
  /// Vertices of all tiles together: each tile's own time, and without that in which threads idle.
  std::uint64_t tileCycles, threadCycles;
};

/// Calls `observer` after each superstep of later runs, on the thread that called run(). An empty
/// function ends the watching. Costs two clock readings a superstep while it is set, nothing else.
/// \throws poplar_error if the engine was moved from.
POPLAR_EMU_EXPORT void observe(poplar::Engine &engine,
                               std::function<void(const Superstep &)> observer);

} // namespace poplar_emu

#endif
