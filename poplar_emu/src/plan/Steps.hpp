// SPDX-License-Identifier: MIT
// The steps of a compiled program: supersteps, transfers, control flow. Ids and addresses, no
// pointers.
#pragma once

#include "plan/Memory.hpp"
#include "plan/Moves.hpp"
#include "support/Combination.hpp"
#include "support/ElementType.hpp"
#include "support/Ids.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::plan {

/// Index of a sequence in Plan::sequences.
using SequenceId = Id<struct SequenceTag>;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

enum class StepKind : std::uint8_t {
  Compute,
  Copy,
  StreamRead,
  StreamWrite,
  RemoteRead,
  RemoteWrite,
  Repeat,
  RepeatWhile,
  Loop,
  If,
  Switch,
  Call,
  HostCall,
  CrossReplicaCopy,
  AssumeEqual,
  Block,
  Sync,
  Print,
  Abort,
  CycleStamp,
  HwSeeds,
  FpControl,
  Undefine,
  Collective,
};

/// payload is an index into the table of the step's kind.
struct Step {
  StepKind kind = StepKind::Sync;
  std::uint32_t payload = 0;
  std::uint32_t site = kNone; ///< index into Plan::sites
};

struct Sequence {
  std::string name;
  std::vector<Step> steps;
};

/// Bytes that one exchange sends from an IPU to another, whichever way they take.
struct IpuFlow {
  std::uint32_t from = 0, to = 0;
  std::uint64_t bytes = 0;
};

/// Bytes that one exchange sends over a link.
struct LinkLoad {
  std::uint32_t link = 0; ///< index into Plan::links
  std::uint64_t bytes = 0;
};

/// Bytes of one tile in one exchange; what it multicasts counts once in `sentBytes`.
struct TileTraffic {
  std::uint32_t tile = 0, sentBytes = 0, receivedBytes = 0;
  /// Bytes of the tile's code for it: within the IPU, between IPUs, with the host.
  std::uint32_t internalCode = 0, globalCode = 0, hostCode = 0;
};

/// Bytes that one exchange brings from a tile to another.
struct TileFlow {
  std::uint32_t from = 0, to = 0, bytes = 0;
};

/// What only reports look at; kept when somebody profiles.
struct ExchangeDetail {
  std::vector<TileTraffic> tiles; ///< sorted by tile
  std::vector<TileFlow> flows;    ///< sorted by source, then destination; empty if not kept
};

/// Which tiles of an IPU take part in a step: those that compute, those that serve the host alone
/// (Plan::ioTiles), or both.
enum class TileSide : std::uint8_t { Compute, Io, Both };

/// What the cycle model and the reports need of an exchange, in bytes. Only what crosses tiles
/// counts.
struct ExchangeSummary {
  std::uint64_t totalBytes = 0;       ///< received
  std::uint64_t maxSentBytes = 0;     ///< on the tile that sends most; what is multicast once
  std::uint64_t maxReceivedBytes = 0; ///< on the tile that receives most
  std::uint64_t interIpuBytes = 0;    ///< part of totalBytes that crosses IPUs
  std::uint32_t tiles = 0;            ///< that send or receive
  std::vector<std::uint32_t> ipus;    ///< that take part in the step, ascending
  std::vector<TileSide> sides;        ///< of each of them; empty if the plan has no I/O tiles
  std::uint32_t hops = 0;             ///< links that a flow takes one after the other, at most
  std::vector<IpuFlow> flows;         ///< sorted by source, then destination
  std::vector<LinkLoad> links;        ///< of the links that carry something, sorted

  // In cycles, of the slowest tile; without constants of the cycle model.
  std::uint64_t internalCycles = 0; ///< sends, receives and steers what stays within IPUs
  std::uint64_t globalCycles = 0;   ///< sends and receives what crosses IPUs
  std::uint64_t copyCycles = 0;     ///< copies what stays on it

  std::uint32_t detail = kNone; ///< index into Plan::exchangeDetails
};

/// Estimated compute of one tile in one superstep.
struct TileEstimate {
  std::uint32_t tile = 0;
  std::uint64_t cycles = 0;       ///< idle threads included
  std::uint64_t threadCycles = 0; ///< idle threads excluded
};

/// Estimated compute of all vertices of one type in one superstep.
struct TypeEstimate {
  std::uint32_t type = 0;         ///< index into Plan::vertexTypes
  std::uint64_t threadCycles = 0; ///< idle threads excluded
  std::uint64_t flops = 0;        ///< as far as estimates name them
};

/// Vertices of one type on one tile, or on several when their code cannot tell.
struct Batch {
  std::uint32_t type = 0; ///< index into Plan::vertexTypes
  std::uint32_t count = 0;
  Address instances = 0; ///< of the first; the others follow, VertexTypeUse::stride bytes apart
  TileId tile;           ///< of the first
  std::uint32_t firstVertex = 0; ///< index into ComputeStep::vertices; workers stand there too
};

/// Where the tile changes inside a batch that spans tiles.
struct TileStart {
  std::uint32_t vertex = 0; ///< index into ComputeStep::vertices
  TileId tile;
};

struct PlannedVertex {
  std::uint32_t id = 0;   ///< VertexId of the graph
  std::uint32_t site = 0; ///< index into Plan::sites
};

/// The work of one tile, or of neighbouring tiles that need no gathering: gather, compute, scatter.
struct TileWork {
  std::uint32_t gatherBegin = 0, gatherEnd = 0;   ///< in ComputeStep::gathers.moves
  std::uint32_t batchBegin = 0, batchEnd = 0;     ///< in ComputeStep::batches
  std::uint32_t scatterBegin = 0, scatterEnd = 0; ///< in ComputeStep::scatters.moves
  TileId tile;                                    ///< the first of them
};

/// One superstep: exchange into the tiles, all vertices of a compute set, exchange out.
struct ComputeStep {
  std::string name;
  std::uint32_t computeSet = 0;
  std::vector<TileWork> work;
  /// Chunk c is work[chunks[c], chunks[c + 1]); chunks run in parallel, tiles of a chunk in order.
  std::vector<std::uint32_t> chunks;
  std::vector<Batch> batches;
  MoveList gathers, scatters; ///< within replica memory; not chunked
  std::vector<PlannedVertex> vertices;
  std::vector<std::uint8_t> workers; ///< of each vertex, by its index; empty if no code can tell
  std::vector<TileStart> tileStarts; ///< sorted by vertex; see VertexPlace.hpp
  /// Cycles of each vertex, by its index; kNone: can be counted. Empty: `cycles` needs no counting.
  std::vector<std::uint32_t> estimates;
  Address status = kNoAddress; ///< BOOL: AND of the results
  std::uint32_t activeTiles = 0;
  std::uint64_t costEstimate = 0; ///< rough bytes touched: small steps run without the pool
  std::uint64_t cycles = 0;       ///< modelled, of the slowest tile; a guess if there are kNone
  std::uint64_t tileCycles = 0;   ///< the same of all tiles together, idle threads included
  std::uint64_t threadCycles = 0; ///< idle threads excluded
  std::vector<TileEstimate> tileEstimates; ///< of its active tiles, sorted; empty if not kept
  std::vector<TypeEstimate> typeEstimates; ///< by first use
  ExchangeSummary exchange;
};

/// Phases run one after the other; more than one only when source and destination truly overlap.
struct CopyStep {
  std::string name;
  std::vector<MoveList> phases; ///< within replica memory
  ExchangeSummary exchange;
};

/// Between a host buffer (flattened tensor order) and replica memory.
struct StreamStep {
  std::string name;
  std::uint32_t stream = 0; ///< index into Plan::streams
  MoveList moves;
  std::uint64_t bytes = 0; ///< of the host buffer
  ExchangeSummary exchange;
  std::vector<std::uint32_t> tiles = {}; ///< that hold the tensor; empty if nobody records them
};

struct RemoteStep {
  std::string name;
  std::uint32_t buffer = 0; ///< index into Plan::remoteBuffers
  MoveList moves;           ///< between `rows` packed rows on the host and replica memory
  std::uint64_t rows = 1;
  std::vector<Address> rowIndices; ///< 4-byte integers, one a row; empty: row 0
  ExchangeSummary exchange = {};
  std::vector<std::uint32_t> tiles = {}; ///< as of a StreamStep
};

/// A scalar that steers control flow.
struct Scalar {
  Address address = kNoAddress;
  ElementType type = ElementType::Bool;
};

struct RepeatStep {
  std::uint32_t count = 0;
  SequenceId body;
};
struct RepeatWhileStep {
  SequenceId condition;
  Scalar predicate;
  bool continueOn = true;
  SequenceId body;
  std::string name;
};
struct LoopStep {
  SequenceId body;
};
struct IfStep {
  Scalar predicate;
  SequenceId thenBranch, elseBranch;
  std::string name;
};
enum class SwitchDefault : std::uint8_t { Sequence, Error, Unreachable };
struct SwitchStep {
  Scalar control;
  std::vector<std::pair<std::int32_t, SequenceId>> cases; ///< sorted by value
  SequenceId defaultCase;
  SwitchDefault onDefault = SwitchDefault::Sequence;
  std::string name;
};
struct CallStep {
  SequenceId body;
};
struct HostArgument {
  MoveList moves; ///< between a host buffer and replica memory
  std::uint64_t bytes = 0;
};
struct HostCallStep {
  std::uint32_t function = 0; ///< index into Plan::hostFunctions
  std::vector<HostArgument> inputs, outputs;
};
struct CrossReplicaCopyStep {
  std::string name;
  MoveList staging; ///< first, within each replica: saves sources that the copy overwrites
  MoveList moves;   ///< then, from the memory of one replica to that of another
  std::map<unsigned, unsigned> sourceToDestination;
  ExchangeSummary exchange; ///< of one replica; all of it crosses IPUs
};
/// A stretch of a collective; positions count the replicas of a group.
struct CollectivePiece {
  /// From the source on each position of the chains to the destination on each receiver. Without
  /// chains the destinations become zero, and both sides are the destination.
  MoveList moves;
  std::vector<std::vector<std::uint32_t>> chains;
  std::vector<std::uint32_t> receivers;
};
/// What `steps` compute all in all, for executing it in one pass. No piece reads what another one
/// writes.
struct CollectiveStep {
  std::string name;
  SequenceId steps;
  CollectiveForm form = CollectiveForm::AllReduce;
  Combine combine = Combine::Add;
  ElementType type = ElementType::Invalid;
  std::uint32_t scaleBits = 0;                    ///< of a float; of 1: results are not scaled
  bool staged = false;                            ///< every hop between replicas is a copy
  std::vector<std::vector<std::uint32_t>> groups; ///< replicas by position
  std::vector<CollectivePiece> pieces;
};
struct AssumeEqualStep {
  std::string name;
  HostArgument operand;
  ElementType type = ElementType::Invalid;
};
struct BlockStep {
  std::string name;
  SequenceId body;
  bool recorded = false; ///< by lightweight profiling
};
struct SyncStep {
  static constexpr std::uint8_t kWithinIpus = 0; ///< ir::SyncKind::Internal
  std::uint8_t kind = kWithinIpus;               ///< ir::SyncKind
};
struct PrintFormat {
  std::uint32_t summariseThreshold = 1000, edgeItems = 3, maxLineWidth = 75, digits = 8;
  std::uint8_t floatFormat = 0; ///< ir::FloatFormat
  char separator = ' ', open = '[', close = ']';
  bool formatting = true;
};
struct PrintStep {
  std::string title;
  ElementType type = ElementType::Invalid;
  std::vector<std::uint64_t> shape;
  std::optional<std::uint8_t> quarterMetadata; ///< of QUARTER with constant metadata
  HostArgument value;
  PrintFormat format;
};
struct AbortStep {
  std::string message;
  std::uint32_t print = kNone; ///< index into Plan::prints: printed first
  std::optional<Scalar> condition;
};
struct CycleStampStep {
  TileId tile;
  bool joinsIpus = false;   ///< all IPUs meet first, not only the tiles of one
  HostArgument destination; ///< of two UNSIGNED_INT, low word first
};
struct HwSeedsStep {
  bool write = false;
  HostArgument seeds; ///< {tiles, workers, 4} UNSIGNED_INT
  std::vector<TileId> tiles;
};
struct FpControlStep {
  std::uint32_t clear = 0, set = 0; ///< bits of ir::FpControl
  Address load = kNoAddress, store = kNoAddress;
  std::vector<TileId> tiles;
};
/// WriteUndef: the values are dead. Only checks look at it.
struct UndefineStep {
  std::string name;
  HostArgument operand; ///< as if it was read
};

} // namespace poplar_emu::plan
