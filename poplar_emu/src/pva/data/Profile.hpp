// SPDX-License-Identifier: MIT
// All that a profile holds, as plain data: what the engine writes, profile.pop stores, and reports,
// libpva and the tools read. Sizes are bytes, times are tile clock cycles, unless a name says
// otherwise. Tiles are those of one replica, IPU by IPU; an index of kNone points nowhere.
#pragma once

#include "pva/data/ProfileMemory.hpp"
#include "support/CycleParts.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace pva::internal {

struct ProfileTarget {
  std::string type;          ///< "IPU", "IPU_MODEL"
  std::string architecture;  ///< "ipu2"
  std::uint64_t numIpus = 0; ///< of one replica
  std::uint64_t numReplicas = 1;
  std::uint64_t tilesPerIpu = 0, numWorkers = 0, bytesPerTile = 0;
  std::uint64_t interleavedFrom = 0; ///< offset in a tile's memory; 0: nothing is interleaved
  double clockFrequency = 0;         ///< Hz
  std::uint64_t minSyncDelay = 0;
  std::vector<std::uint32_t> relativeSyncDelayByTile;
  /// Serve the host alone, on a clock of their own; ascending.
  std::vector<std::uint32_t> ioTiles = {};

  bool operator==(const ProfileTarget &) const = default;
};

/// A constant of the cycle model that the figures were made with.
struct ModelConstant {
  std::string name, unit, source;
  double value = 0;

  bool operator==(const ModelConstant &) const = default;
};

struct VertexTypeInfo {
  std::string name;
  std::uint64_t stateBytes = 0; ///< of one instance
  std::uint64_t codeBytes = 0;

  bool operator==(const VertexTypeInfo &) const = default;
};

struct VariableInfo {
  std::string name, type; ///< type as Poplar prints it: "float"
  std::uint64_t numElements = 0, bytes = 0;
  bool alwaysLive = false;

  bool operator==(const VariableInfo &) const = default;
};

struct VertexCount {
  std::uint32_t type = 0; ///< index into Profile::vertexTypes
  std::uint64_t count = 0;
  std::vector<std::uint32_t> countByTile; ///< empty if not kept
  std::uint64_t estimatedCycles = 0;      ///< thread cycles of all of them, once
  std::uint64_t estimatedFlops = 0;       ///< the same of floating-point operations

  bool operator==(const VertexCount &) const = default;
};

struct ComputeSetInfo {
  std::string name;
  std::vector<VertexCount> vertices;
  std::uint32_t activeTiles = 0;
  std::vector<std::uint64_t> estimatedCyclesByTile; ///< empty if not kept

  bool operator==(const ComputeSetInfo &) const = default;
};

struct TileTraffic {
  std::uint32_t tile = 0, sentBytes = 0, receivedBytes = 0;
  /// Bytes of its code for the exchange: within the IPU, between IPUs, with the host.
  std::uint32_t internalCode = 0, globalCode = 0, hostCode = 0;

  bool operator==(const TileTraffic &) const = default;
};
struct TileFlow {
  std::uint32_t from = 0, to = 0, bytes = 0;

  bool operator==(const TileFlow &) const = default;
};
struct IpuFlow {
  std::uint32_t from = 0, to = 0;
  std::uint64_t bytes = 0;

  bool operator==(const IpuFlow &) const = default;
};
struct LinkLoad {
  std::uint32_t link = 0; ///< index into Profile::links
  std::uint64_t bytes = 0;

  bool operator==(const LinkLoad &) const = default;
};
struct LinkInfo {
  std::string name;
  std::uint64_t bitsPerSecond = 0;

  bool operator==(const LinkInfo &) const = default;
};

struct ExchangeInfo {
  std::string name;
  std::uint64_t totalBytes = 0, interIpuBytes = 0, hostBytes = 0;
  std::vector<TileTraffic> tiles; ///< sorted by tile; empty if not kept
  std::vector<TileFlow> flows;    ///< sorted by source, then destination; empty if not kept
  std::vector<IpuFlow> ipuFlows;
  std::vector<LinkLoad> links;

  bool operator==(const ExchangeInfo &) const = default;
};

/// As pva::Program::Type, and in its order.
enum class ProgramType : std::uint8_t {
  Unknown,
  OnTileExecute,
  DoExchange,
  GlobalExchange,
  StreamCopyBegin,
  StreamCopyMid,
  StreamCopyEnd,
  Sync,
  Sequence,
  Repeat,
  RepeatWhile,
  If,
  Switch,
  OnEveryTileSwitch,
  Call,
  SetLocalConsensusFromVar,
  CpuCopy,
  Block,
  kLastEnumerator = Block,
};

/// One node of the lowered program tree. A compute set whose operands come from other tiles is two:
/// DoExchange, then OnTileExecute, and a Sync before each.
struct ProgramInfo {
  ProgramType type = ProgramType::Unknown;
  std::string name;
  std::vector<std::uint32_t> children; ///< indices into Profile::programs, all behind this one
  std::uint32_t computeSet = kNone, exchange = kNone;
  std::string site;                     ///< the user's "file:line", if it is known
  std::uint64_t repeats = 0;            ///< of a Repeat
  std::uint64_t controlCode = 0;        ///< bytes on every tile, wherever it stands
  std::vector<std::uint32_t> variables; ///< read or written
  std::vector<std::uint32_t> ipus;      ///< that take part; empty: all
  bool onIoTiles = false;               ///< on them alone: other tiles go on meanwhile

  bool operator==(const ProgramInfo &) const = default;
};

/// One execution of a leaf of the program tree.
struct StepInfo {
  std::uint32_t program = 0;
  std::uint64_t cyclesFrom = 0, cyclesTo = 0; ///< of the counter since load
  poplar_emu::CycleParts parts;               ///< add up to cyclesTo - cyclesFrom
  std::uint32_t tileCycles = kNone;           ///< index into Profile::tileCycles: compute
  std::uint32_t ipuCycles = kNone;            ///< index into Profile::ipuCycles: compute

  bool operator==(const StepInfo &) const = default;
};

/// Compute of a step, of the slowest tile of each IPU.
struct IpuCycles {
  std::vector<std::uint64_t> byIpu;

  bool operator==(const IpuCycles &) const = default;
};

/// All executions of a leaf, also those that came after the steps kept.
struct ProgramTotal {
  std::uint32_t program = 0;
  std::uint64_t executions = 0;
  poplar_emu::CycleParts parts;
  std::uint64_t threadCycles = 0; ///< compute of all tiles, idle threads excluded
  std::uint64_t tileCycles = 0;   ///< compute of all tiles, idle threads included

  bool operator==(const ProgramTotal &) const = default;
};

struct RunInfo {
  std::string name;
  std::uint32_t program = 0; ///< what run() was given
  std::uint64_t microseconds = 0, cycles = 0;
  std::uint64_t firstStep = 0, numSteps = 0; ///< in Profile::steps; those kept
  /// Of each IPU, but its I/O tiles; waiting for others is sync, and for transfers of its I/O tiles
  /// host, so that each adds up to `cycles`.
  std::vector<poplar_emu::CycleParts> partsByIpu;
  /// The same of I/O tiles; empty if there are none.
  std::vector<poplar_emu::CycleParts> ioPartsByIpu = {};

  bool operator==(const RunInfo &) const = default;
};

/// One execution of a program::Block, or of a transfer that instrumentation of blocks records.
struct BlockInfo {
  enum class Kind : std::uint8_t {
    Common,
    Overflow,
    BlockFlush,
    StreamCopy,
    kLastEnumerator = StreamCopy
  };
  std::uint32_t program = 0, tile = 0;
  std::uint64_t cyclesFrom = 0, cyclesTo = 0;
  Kind kind = Kind::Common;

  bool operator==(const BlockInfo &) const = default;
};

struct Profile {
  std::uint32_t versionMajor = 0, versionMinor = 0, versionPoint = 0;
  std::string packageHash;
  std::string cycleModel; ///< "ipumodel" or "hardware"
  bool countedCycles = false;
  std::uint32_t profiledReplica = kNone; ///< kNone: the slowest one at each tile
  bool includesFlops = false;            ///< estimatedFlops are known
  std::string computeInstrumentation, externalExchangeInstrumentation; ///< as the options say it

  ProfileTarget target;
  std::vector<ModelConstant> constants;
  std::uint64_t numVertices = 0, numEdges = 0;
  std::vector<VertexTypeInfo> vertexTypes;
  std::vector<VariableInfo> variables;
  std::vector<ComputeSetInfo> computeSets;
  std::vector<ExchangeInfo> exchanges;
  std::vector<LinkInfo> links;
  std::vector<ProgramInfo> programs;
  std::vector<std::uint32_t> entries; ///< what run(i) executes: indices into programs
  ProfileMemory memory;

  bool hasExecution = false;
  std::vector<RunInfo> runs;
  std::vector<StepInfo> steps; ///< the first ones, as many as were kept
  std::uint64_t stepsDropped = 0;
  std::vector<std::vector<std::uint64_t>> tileCycles; ///< each is one value a tile; shared by steps
  std::vector<IpuCycles> ipuCycles;                   ///< the same if only IPUs were instrumented
  std::vector<ProgramTotal> totals;                   ///< sorted by program
  std::vector<BlockInfo> blocks;
  std::uint64_t totalCycles = 0; ///< of all runs

  bool operator==(const Profile &) const = default;
};

} // namespace pva::internal
