// SPDX-License-Identifier: MIT
// What the engine's options decide about a run.
#pragma once

#include "plan/Transport.hpp"

#include <cstdint>
#include <optional>

namespace poplar_emu::runtime {

enum class ExecutorKind : std::uint8_t { Tbb, Thread, Serial };
/// compute() returned false and the program does not look at it.
enum class VertexFalse : std::uint8_t { Warn, Error };
enum class Prefetch : std::uint8_t { Off, On };
/// Whether enabled floating-point exceptions stop the program; on the CPU target they never do.
enum class FpExceptions : std::uint8_t { Raise, Ignore };
/// Which IPUs of a replica take part when the host serves some of them.
enum class HostSync : std::uint8_t { AllIpus, ServedIpus };
/// WhenAsked: only for programs with cycle stamps or with codelets that can see the counter.
enum class CycleCounting : std::uint8_t { WhenAsked, Always };

/// Bits of the floating-point state, as in plan::FpControlStep.
inline constexpr std::uint32_t kFpInvalid = 1, kFpDivideByZero = 2, kFpOverflow = 4;
inline constexpr std::uint32_t kFpExceptionBits = kFpInvalid | kFpDivideByZero | kFpOverflow;

/// Constants of the modelled cycle counter; the engine fills them from the target's cycle model.
struct CycleConstants {
  std::uint64_t launch = 0;         ///< of a compute set, besides its vertices
  std::uint64_t localCopy = 0;      ///< of data that is copied within tiles, besides its bytes
  std::uint64_t sync = 126;         ///< of the tiles of an IPU, before each superstep or exchange
  std::uint64_t externalSync = 600; ///< of all IPUs
  std::uint64_t exchange = 83;      ///< of an exchange within IPUs, besides its words
  std::uint64_t globalExchange = 0; ///< of one that crosses IPUs, besides its bytes
  std::uint64_t control = 10;       ///< of a branch or an iteration
  std::uint64_t stamp = 45;         ///< between two stamps with nothing between
  std::uint64_t hostSyncs = 3;      ///< external ones, of a transfer of the host
  std::uint64_t hostCommand = 0;    ///< of a transfer of the host, besides syncs and bytes
  double hostBytesPerCycle = 6;     ///< 8 GB/s at 1.33 GHz
  double secondsPerHop = 15e-9;     ///< from an IPU to its neighbour
  double clockFrequency = 1.33e9;   ///< Hz
};

struct RuntimeSettings {
  ExecutorKind executor = ExecutorKind::Tbb;
  std::uint32_t threads = 0; ///< 0: all that this process may use
  VertexFalse vertexFalse = VertexFalse::Warn;
  Prefetch prefetch = Prefetch::Off;
  std::uint64_t maxLookahead =
      ~std::uint64_t{0}; ///< transfers prefetched ahead, besides the FIFO's depth
  FpExceptions fpExceptions = FpExceptions::Raise;
  std::uint32_t initialFpState = 0;
  std::uint64_t prngSeed = 0x706f706c6172ULL;
  CycleCounting cycleCounting = CycleCounting::WhenAsked;
  CycleConstants cycles;
  HostSync hostSync = HostSync::AllIpus;
  /// Whose vertices are counted, among all processes; none: those of the slowest, tile by tile.
  std::optional<std::uint32_t> countedReplica;
  plan::Transport *transport = nullptr; ///< to the other processes; null when there are none
};

} // namespace poplar_emu::runtime
