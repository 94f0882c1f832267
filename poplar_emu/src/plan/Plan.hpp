// SPDX-License-Identifier: MIT
// The compiled program: immutable plain data that any process on any machine can run or print.
#pragma once

#include "plan/Steps.hpp"
#include "plan/TileMemory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::plan {

struct Machine {
  std::uint32_t numIpus = 1, tilesPerIpu = 1, numWorkers = 1, replicationFactor = 1;
  std::uint64_t bytesPerTile = 0;
};

/// How an edge field stands in an instance.
enum class FieldShape : std::uint8_t {
  Scalar,  ///< T *
  Vector,  ///< {T *, size_t}
  Scalars, ///< {row *, size_t}, a row being T *
  Vectors, ///< {row *, size_t}, a row being {T *, size_t}
};
enum class FieldAccess : std::uint8_t { Read, Write, ReadWrite };

/// An edge field: where instances point to the data that their code may touch.
struct FieldUse {
  std::string name;
  FieldShape shape = FieldShape::Scalar;
  FieldAccess access = FieldAccess::Read;
  std::uint32_t offset = 0;       ///< bytes from the start of the instance
  std::uint32_t elementBytes = 0; ///< of T
  std::uint32_t rowBytes = 0;     ///< from one row to the next
};

/// Who runs a vertex of the type; those that are not one worker's run alone on their tile.
enum class VertexThreads : std::uint8_t { OneWorker, AllWorkers, Supervisor };

/// A vertex type that the plan executes; the engine resolves the name to a batch function.
struct VertexTypeUse {
  std::string name;
  std::uint32_t stride = 0; ///< bytes from one instance to the next
  bool usesContext = false;
  bool hasMutableStatics = false;
  std::vector<FieldUse> fields; ///< its edges
  VertexThreads threads = VertexThreads::OneWorker;
  std::uint64_t stateBytes = 0; ///< on the device, of the first instance
  std::uint64_t codeBytes = 0;  ///< on the device, estimated
};

enum class StreamDirection : std::uint8_t { HostToDevice, DeviceToHost };
enum class StreamReplication : std::uint8_t { Replicate, Broadcast };

struct Stream {
  std::string handle;
  StreamDirection direction = StreamDirection::HostToDevice;
  StreamReplication replication = StreamReplication::Replicate;
  ElementType type = ElementType::Invalid;
  std::uint64_t bytes = 0; ///< of one transfer of one replica
  std::uint64_t bufferingDepth = 1;
};

struct RemoteBuffer {
  std::string handle;
  ElementType type = ElementType::Invalid;
  std::uint64_t rowBytes = 0;
  std::uint64_t rows = 1;
};

/// createHostRead, createHostWrite: moves between a host buffer and replica memory.
struct HostHandle {
  std::string handle;
  ElementType type = ElementType::Invalid;
  HostArgument transfer;
};

struct HostFunction {
  std::string handle;
  std::vector<std::uint64_t> inputBytes, outputBytes;
};

/// Joins two IPUs in one direction, or is a limit that several flows share.
struct Link {
  std::string name;
  std::uint64_t bitsPerSecond = 0;
};

struct Plan {
  Machine machine;
  std::uint64_t numEdges = 0; ///< of the vertices that it executes
  Memory memory;
  std::vector<VertexTypeUse> vertexTypes;
  std::vector<Stream> streams;
  std::vector<RemoteBuffer> remoteBuffers;
  std::vector<HostFunction> hostFunctions;
  std::vector<HostHandle> hostReads, hostWrites;
  std::vector<Link> links; ///< empty when nothing goes from IPU to IPU
  /// Of a replica, ascending: hold what the host reads or writes, and run no vertex.
  std::vector<std::uint32_t> ioTiles;
  std::vector<ExchangeDetail> exchangeDetails;
  std::vector<std::string> sites; ///< user's lines, "file:line"

  std::vector<SequenceId> programs; ///< what run(i) executes
  std::vector<Sequence> sequences;

  std::vector<ComputeStep> computes;
  std::vector<CopyStep> copies;
  std::vector<StreamStep> streamSteps;
  std::vector<RemoteStep> remoteSteps;
  std::vector<RepeatStep> repeats;
  std::vector<RepeatWhileStep> repeatWhiles;
  std::vector<LoopStep> loops;
  std::vector<IfStep> ifs;
  std::vector<SwitchStep> switches;
  std::vector<CallStep> calls;
  std::vector<HostCallStep> hostCalls;
  std::vector<CrossReplicaCopyStep> crossReplicaCopies;
  std::vector<AssumeEqualStep> assumeEquals;
  std::vector<BlockStep> blocks;
  std::vector<SyncStep> syncs;
  std::vector<PrintStep> prints;
  std::vector<AbortStep> aborts;
  std::vector<CycleStampStep> cycleStamps;
  std::vector<HwSeedsStep> hwSeeds;
  std::vector<FpControlStep> fpControls;
  std::vector<UndefineStep> undefines;
  std::vector<CollectiveStep> collectives;

  TileMemory tileMemory;
};

} // namespace poplar_emu::plan
