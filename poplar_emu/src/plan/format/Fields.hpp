// SPDX-License-Identifier: MIT
// The fields of every structure of a plan, once, for writing and reading alike.
#pragma once

#include "plan/Plan.hpp"

#include <cstddef>
#include <tuple>
#include <utility>

namespace poplar_emu::plan::format {

/// Specialised for each structure: `of(value)` ties its fields, in the order of the format.
template <class T>
struct Fields;

#define POPLAR_EMU_FIELDS(Type, ...)                                                               \
  template <>                                                                                      \
  struct Fields<Type> {                                                                            \
    template <class Value>                                                                         \
    static auto of(Value &v) {                                                                     \
      return std::tie(__VA_ARGS__);                                                                \
    }                                                                                              \
  };

POPLAR_EMU_FIELDS(MoveLoop, v.count, v.sourceStride, v.destinationStride)
POPLAR_EMU_FIELDS(Pattern, v.kind, v.count, v.first)
POPLAR_EMU_FIELDS(MoveList, v.moves, v.patterns, v.loops, v.words, v.chunks, v.totalBytes)

POPLAR_EMU_FIELDS(PackedBlock, v.element, v.length, v.count, v.stride, v.packedBegin, v.tile)
POPLAR_EMU_FIELDS(VariableStorage, v.name, v.type, v.numElements, v.address, v.bytes, v.blocks)
POPLAR_EMU_FIELDS(InitialData, v.address, v.count, v.bytes, v.perReplica)
POPLAR_EMU_FIELDS(Memory, v.bytes, v.variables, v.initialData, v.replicaIndexAddresses, v.scratch,
                  v.instances, v.instanceImage, v.relocations)

POPLAR_EMU_FIELDS(Step, v.kind, v.payload, v.site)
POPLAR_EMU_FIELDS(Sequence, v.name, v.steps)
POPLAR_EMU_FIELDS(IpuFlow, v.from, v.to, v.bytes)
POPLAR_EMU_FIELDS(LinkLoad, v.link, v.bytes)
POPLAR_EMU_FIELDS(Link, v.name, v.bitsPerSecond)
POPLAR_EMU_FIELDS(TileTraffic, v.tile, v.sentBytes, v.receivedBytes, v.internalCode, v.globalCode,
                  v.hostCode)
POPLAR_EMU_FIELDS(TileFlow, v.from, v.to, v.bytes)
POPLAR_EMU_FIELDS(ExchangeDetail, v.tiles, v.flows)
POPLAR_EMU_FIELDS(TileEstimate, v.tile, v.cycles, v.threadCycles)
POPLAR_EMU_FIELDS(TypeEstimate, v.type, v.threadCycles, v.flops)
POPLAR_EMU_FIELDS(ExchangeSummary, v.totalBytes, v.maxSentBytes, v.maxReceivedBytes,
                  v.interIpuBytes, v.tiles, v.ipus, v.sides, v.hops, v.flows, v.links,
                  v.internalCycles, v.globalCycles, v.copyCycles, v.detail)
POPLAR_EMU_FIELDS(Batch, v.type, v.count, v.instances, v.tile, v.firstVertex)
POPLAR_EMU_FIELDS(PlannedVertex, v.id, v.site)
POPLAR_EMU_FIELDS(TileStart, v.vertex, v.tile)
POPLAR_EMU_FIELDS(TileWork, v.gatherBegin, v.gatherEnd, v.batchBegin, v.batchEnd, v.scatterBegin,
                  v.scatterEnd, v.tile)
POPLAR_EMU_FIELDS(ComputeStep, v.name, v.computeSet, v.work, v.chunks, v.batches, v.gathers,
                  v.scatters, v.vertices, v.workers, v.tileStarts, v.estimates, v.status,
                  v.activeTiles, v.costEstimate, v.cycles, v.tileCycles, v.threadCycles,
                  v.tileEstimates, v.typeEstimates, v.exchange)
POPLAR_EMU_FIELDS(CopyStep, v.name, v.phases, v.exchange)
POPLAR_EMU_FIELDS(StreamStep, v.name, v.stream, v.moves, v.bytes, v.exchange, v.tiles)
POPLAR_EMU_FIELDS(RemoteStep, v.name, v.buffer, v.moves, v.rows, v.rowIndices, v.exchange, v.tiles)
POPLAR_EMU_FIELDS(Scalar, v.address, v.type)
POPLAR_EMU_FIELDS(RepeatStep, v.count, v.body)
POPLAR_EMU_FIELDS(RepeatWhileStep, v.condition, v.predicate, v.continueOn, v.body, v.name)
POPLAR_EMU_FIELDS(LoopStep, v.body)
POPLAR_EMU_FIELDS(IfStep, v.predicate, v.thenBranch, v.elseBranch, v.name)
POPLAR_EMU_FIELDS(SwitchStep, v.control, v.cases, v.defaultCase, v.onDefault, v.name)
POPLAR_EMU_FIELDS(CallStep, v.body)
POPLAR_EMU_FIELDS(HostArgument, v.moves, v.bytes)
POPLAR_EMU_FIELDS(HostCallStep, v.function, v.inputs, v.outputs)
POPLAR_EMU_FIELDS(CrossReplicaCopyStep, v.name, v.staging, v.moves, v.sourceToDestination,
                  v.exchange)
POPLAR_EMU_FIELDS(CollectivePiece, v.moves, v.chains, v.receivers)
POPLAR_EMU_FIELDS(CollectiveStep, v.name, v.steps, v.form, v.combine, v.type, v.scaleBits, v.staged,
                  v.groups, v.pieces)
POPLAR_EMU_FIELDS(AssumeEqualStep, v.name, v.operand, v.type)
POPLAR_EMU_FIELDS(BlockStep, v.name, v.body, v.recorded)
POPLAR_EMU_FIELDS(SyncStep, v.kind)
POPLAR_EMU_FIELDS(PrintFormat, v.summariseThreshold, v.edgeItems, v.maxLineWidth, v.digits,
                  v.floatFormat, v.separator, v.open, v.close, v.formatting)
POPLAR_EMU_FIELDS(PrintStep, v.title, v.type, v.shape, v.quarterMetadata, v.value, v.format)
POPLAR_EMU_FIELDS(AbortStep, v.message, v.print, v.condition)
POPLAR_EMU_FIELDS(CycleStampStep, v.tile, v.joinsIpus, v.destination)
POPLAR_EMU_FIELDS(HwSeedsStep, v.write, v.seeds, v.tiles)
POPLAR_EMU_FIELDS(FpControlStep, v.clear, v.set, v.load, v.store, v.tiles)
POPLAR_EMU_FIELDS(UndefineStep, v.name, v.operand)

POPLAR_EMU_FIELDS(Machine, v.numIpus, v.tilesPerIpu, v.numWorkers, v.replicationFactor,
                  v.bytesPerTile)
POPLAR_EMU_FIELDS(FieldUse, v.name, v.shape, v.access, v.offset, v.elementBytes, v.rowBytes)
POPLAR_EMU_FIELDS(VertexTypeUse, v.name, v.stride, v.usesContext, v.hasMutableStatics, v.fields,
                  v.threads, v.stateBytes, v.codeBytes)
POPLAR_EMU_FIELDS(Stream, v.handle, v.direction, v.replication, v.type, v.bytes, v.bufferingDepth)
POPLAR_EMU_FIELDS(RemoteBuffer, v.handle, v.type, v.rowBytes, v.rows)
POPLAR_EMU_FIELDS(HostHandle, v.handle, v.type, v.transfer)
POPLAR_EMU_FIELDS(HostFunction, v.handle, v.inputBytes, v.outputBytes)
POPLAR_EMU_FIELDS(TileBytes, v.bytes, v.alwaysLive, v.notAlwaysLive, v.gaps, v.fullestStep)
POPLAR_EMU_FIELDS(PlacedMemory, v.variable, v.tile, v.offset, v.bytes, v.category, v.alwaysLive,
                  v.firstStep, v.lastStep)
POPLAR_EMU_FIELDS(MemoryStep, v.name, v.site, v.kind, v.payload, v.bytes, v.bytesByTile,
                  v.variables)
POPLAR_EMU_FIELDS(TileMemory, v.tiles, v.outOfMemory, v.placed, v.steps, v.alwaysLive)
POPLAR_EMU_FIELDS(Plan, v.machine, v.numEdges, v.memory, v.vertexTypes, v.streams, v.remoteBuffers,
                  v.hostFunctions, v.hostReads, v.hostWrites, v.links, v.ioTiles, v.exchangeDetails,
                  v.sites, v.programs, v.sequences, v.computes, v.copies, v.streamSteps,
                  v.remoteSteps, v.repeats, v.repeatWhiles, v.loops, v.ifs, v.switches, v.calls,
                  v.hostCalls, v.crossReplicaCopies, v.assumeEquals, v.blocks, v.syncs, v.prints,
                  v.aborts, v.cycleStamps, v.hwSeeds, v.fpControls, v.undefines, v.collectives,
                  v.tileMemory)

#undef POPLAR_EMU_FIELDS

template <class T>
concept HasFields = requires(T &value) { Fields<std::remove_const_t<T>>::of(value); };

/// Converts to whatever an aggregate's member wants: counts members below.
struct AnyMember {
  template <class T>
  operator T() const;
};

template <class T, std::size_t... I>
constexpr bool isInitialisedBy(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyMember{})...}; };
}

/// Every field of T is listed: T takes exactly that many initialisers.
template <class T>
constexpr bool listsAllFields() {
  constexpr std::size_t listed = std::tuple_size_v<decltype(Fields<T>::of(std::declval<T &>()))>;
  return isInitialisedBy<T>(std::make_index_sequence<listed>()) &&
         !isInitialisedBy<T>(std::make_index_sequence<listed + 1>());
}

// A field that is added to one of these and not to the format is a compile error here. (Structures
// with std::optional members cannot be counted in this way.)
static_assert(listsAllFields<MoveLoop>() && listsAllFields<Pattern>() &&
              listsAllFields<MoveList>());
static_assert(listsAllFields<PackedBlock>() && listsAllFields<VariableStorage>() &&
              listsAllFields<InitialData>() && listsAllFields<Memory>());
static_assert(listsAllFields<Batch>() && listsAllFields<PlannedVertex>() &&
              listsAllFields<TileStart>() && listsAllFields<FieldUse>() &&
              listsAllFields<UndefineStep>() && listsAllFields<TileWork>() &&
              listsAllFields<ComputeStep>() && listsAllFields<ExchangeSummary>() &&
              listsAllFields<IpuFlow>() && listsAllFields<LinkLoad>() && listsAllFields<Link>() &&
              listsAllFields<TileTraffic>() && listsAllFields<TileFlow>() &&
              listsAllFields<ExchangeDetail>() && listsAllFields<TileEstimate>() &&
              listsAllFields<TypeEstimate>());
static_assert(listsAllFields<CopyStep>() && listsAllFields<StreamStep>() &&
              listsAllFields<RemoteStep>() && listsAllFields<SwitchStep>() &&
              listsAllFields<RepeatWhileStep>() && listsAllFields<IfStep>());
static_assert(listsAllFields<CollectivePiece>() && listsAllFields<CollectiveStep>());
static_assert(listsAllFields<PlacedMemory>() && listsAllFields<MemoryStep>() &&
              listsAllFields<TileMemory>());
static_assert(listsAllFields<HostCallStep>() && listsAllFields<CrossReplicaCopyStep>() &&
              listsAllFields<PrintFormat>() && listsAllFields<CycleStampStep>() &&
              listsAllFields<HwSeedsStep>() && listsAllFields<FpControlStep>());
static_assert(listsAllFields<Machine>() && listsAllFields<VertexTypeUse>() &&
              listsAllFields<Stream>() && listsAllFields<RemoteBuffer>() &&
              listsAllFields<HostHandle>() && listsAllFields<HostFunction>() &&
              listsAllFields<Plan>());

} // namespace poplar_emu::plan::format
