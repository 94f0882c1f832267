// SPDX-License-Identifier: MIT
// The tables of the profile file and their columns, once, for writing, reading and the schema. Who
// adds a field to a profile adds its column here and in docs/guide/profile_file.md, and raises
// kSchemaVersion.
#pragma once

#include "pva/data/Profile.hpp"

#include <concepts>
#include <type_traits>
#include <vector>

namespace pva::internal {

/// T or const T.
template <class X, class T>
concept Like = std::same_as<std::remove_const_t<X>, T>;

// A visitor `c` has c.value(name, field) for numbers, texts and arrays of numbers; c.index(name,
// field) for an index that may be kNone; c.each(name, items, member) for one member of all items
// of a list, as an array.

template <class C>
void columns(C &c, Like<Profile> auto &r) {
  c.value("versionMajor", r.versionMajor);
  c.value("versionMinor", r.versionMinor);
  c.value("versionPoint", r.versionPoint);
  c.value("packageHash", r.packageHash);
  c.value("cycleModel", r.cycleModel);
  c.value("countedCycles", r.countedCycles);
  c.index("profiledReplica", r.profiledReplica);
  c.value("includesFlops", r.includesFlops);
  c.value("computeInstrumentation", r.computeInstrumentation);
  c.value("externalExchangeInstrumentation", r.externalExchangeInstrumentation);
  c.value("numVertices", r.numVertices);
  c.value("numEdges", r.numEdges);
  c.value("entries", r.entries);
  c.value("outOfMemory", r.memory.outOfMemory);
  c.value("hasExecution", r.hasExecution);
  c.value("stepsDropped", r.stepsDropped);
  c.value("totalCycles", r.totalCycles);
}

template <class C>
void columns(C &c, Like<ProfileTarget> auto &r) {
  c.value("type", r.type);
  c.value("architecture", r.architecture);
  c.value("numIpus", r.numIpus);
  c.value("numReplicas", r.numReplicas);
  c.value("tilesPerIpu", r.tilesPerIpu);
  c.value("numWorkers", r.numWorkers);
  c.value("bytesPerTile", r.bytesPerTile);
  c.value("interleavedFrom", r.interleavedFrom);
  c.value("ioTiles", r.ioTiles);
  c.value("clockFrequency", r.clockFrequency);
  c.value("minSyncDelay", r.minSyncDelay);
  c.value("relativeSyncDelayByTile", r.relativeSyncDelayByTile);
}

template <class C>
void columns(C &c, Like<ModelConstant> auto &r) {
  c.value("name", r.name);
  c.value("unit", r.unit);
  c.value("source", r.source);
  c.value("value", r.value);
}

template <class C>
void columns(C &c, Like<VertexTypeInfo> auto &r) {
  c.value("name", r.name);
  c.value("stateBytes", r.stateBytes);
  c.value("codeBytes", r.codeBytes);
}

template <class C>
void columns(C &c, Like<VariableInfo> auto &r) {
  c.value("name", r.name);
  c.value("type", r.type);
  c.value("numElements", r.numElements);
  c.value("bytes", r.bytes);
  c.value("alwaysLive", r.alwaysLive);
}

template <class C>
void columns(C &c, Like<ComputeSetInfo> auto &r) {
  c.value("name", r.name);
  c.value("activeTiles", r.activeTiles);
  c.value("estimatedCyclesByTile", r.estimatedCyclesByTile);
}

template <class C>
void columns(C &c, Like<VertexCount> auto &r) {
  c.value("type", r.type);
  c.value("count", r.count);
  c.value("countByTile", r.countByTile);
  c.value("estimatedCycles", r.estimatedCycles);
  c.value("estimatedFlops", r.estimatedFlops);
}

template <class C>
void columns(C &c, Like<ExchangeInfo> auto &r) {
  c.value("name", r.name);
  c.value("totalBytes", r.totalBytes);
  c.value("interIpuBytes", r.interIpuBytes);
  c.value("hostBytes", r.hostBytes);
  c.each("tiles", r.tiles, &TileTraffic::tile);
  c.each("sentBytes", r.tiles, &TileTraffic::sentBytes);
  c.each("receivedBytes", r.tiles, &TileTraffic::receivedBytes);
  c.each("internalCode", r.tiles, &TileTraffic::internalCode);
  c.each("globalCode", r.tiles, &TileTraffic::globalCode);
  c.each("hostCode", r.tiles, &TileTraffic::hostCode);
  c.each("flowFrom", r.flows, &TileFlow::from);
  c.each("flowTo", r.flows, &TileFlow::to);
  c.each("flowBytes", r.flows, &TileFlow::bytes);
  c.each("ipuFlowFrom", r.ipuFlows, &IpuFlow::from);
  c.each("ipuFlowTo", r.ipuFlows, &IpuFlow::to);
  c.each("ipuFlowBytes", r.ipuFlows, &IpuFlow::bytes);
  c.each("links", r.links, &LinkLoad::link);
  c.each("linkBytes", r.links, &LinkLoad::bytes);
}

template <class C>
void columns(C &c, Like<LinkInfo> auto &r) {
  c.value("name", r.name);
  c.value("bitsPerSecond", r.bitsPerSecond);
}

template <class C>
void columns(C &c, Like<ProgramInfo> auto &r) {
  c.value("type", r.type);
  c.value("name", r.name);
  c.value("children", r.children);
  c.index("computeSet", r.computeSet);
  c.index("exchange", r.exchange);
  c.value("site", r.site);
  c.value("repeats", r.repeats);
  c.value("controlCode", r.controlCode);
  c.value("variables", r.variables);
  c.value("ipus", r.ipus);
  c.value("onIoTiles", r.onIoTiles);
}

template <class C>
void columns(C &c, Like<TileMemory> auto &r) {
  c.value("alwaysLive", r.alwaysLive);
  c.value("notAlwaysLive", r.notAlwaysLive);
  c.value("gaps", r.gaps);
  c.index("fullestStep", r.fullestStep);
  for (std::size_t i = 0; i < kNumMemoryCategories; ++i)
    c.value(memoryCategoryName(static_cast<MemoryCategory>(i)), r.bytes[i]);
}

template <class C>
void columns(C &c, Like<LoweredVariable> auto &r) {
  c.value("name", r.name);
  c.index("variable", r.variable);
  c.value("tile", r.tile);
  c.value("offset", r.offset);
  c.value("bytes", r.bytes);
  c.value("category", r.category);
  c.value("alwaysLive", r.alwaysLive);
}

template <class C>
void columns(C &c, Like<LivenessStep> auto &r) {
  c.index("program", r.program);
  c.value("bytes", r.bytes);
  c.value("bytesByTile", r.bytesByTile);
  c.value("variables", r.variables);
}

template <class C>
void columns(C &c, Like<RunInfo> auto &r) {
  c.value("name", r.name);
  c.value("program", r.program);
  c.value("microseconds", r.microseconds);
  c.value("cycles", r.cycles);
  c.value("firstStep", r.firstStep);
  c.value("numSteps", r.numSteps);
  c.each("computeByIpu", r.partsByIpu, &poplar_emu::CycleParts::compute);
  c.each("exchangeByIpu", r.partsByIpu, &poplar_emu::CycleParts::exchange);
  c.each("globalExchangeByIpu", r.partsByIpu, &poplar_emu::CycleParts::globalExchange);
  c.each("hostByIpu", r.partsByIpu, &poplar_emu::CycleParts::host);
  c.each("syncByIpu", r.partsByIpu, &poplar_emu::CycleParts::sync);
  c.each("controlByIpu", r.partsByIpu, &poplar_emu::CycleParts::control);
  c.each("ioComputeByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::compute);
  c.each("ioExchangeByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::exchange);
  c.each("ioGlobalExchangeByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::globalExchange);
  c.each("ioHostByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::host);
  c.each("ioSyncByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::sync);
  c.each("ioControlByIpu", r.ioPartsByIpu, &poplar_emu::CycleParts::control);
}

template <class C>
void columns(C &c, Like<poplar_emu::CycleParts> auto &r) {
  c.value("compute", r.compute);
  c.value("exchange", r.exchange);
  c.value("globalExchange", r.globalExchange);
  c.value("host", r.host);
  c.value("sync", r.sync);
  c.value("control", r.control);
}

template <class C>
void columns(C &c, Like<StepInfo> auto &r) {
  c.value("program", r.program);
  c.value("cyclesFrom", r.cyclesFrom);
  c.value("cyclesTo", r.cyclesTo);
  columns(c, r.parts);
  c.index("tileCycles", r.tileCycles);
  c.index("ipuCycles", r.ipuCycles);
}

/// One entry of Profile::tileCycles.
template <class C>
void columns(C &c, Like<std::vector<std::uint64_t>> auto &r) {
  c.value("cyclesByTile", r);
}

template <class C>
void columns(C &c, Like<IpuCycles> auto &r) {
  c.value("cyclesByIpu", r.byIpu);
}

template <class C>
void columns(C &c, Like<ProgramTotal> auto &r) {
  c.value("program", r.program);
  c.value("executions", r.executions);
  columns(c, r.parts);
  c.value("threadCycles", r.threadCycles);
  c.value("tileCycles", r.tileCycles);
}

template <class C>
void columns(C &c, Like<BlockInfo> auto &r) {
  c.value("program", r.program);
  c.value("tile", r.tile);
  c.value("cyclesFrom", r.cyclesFrom);
  c.value("cyclesTo", r.cyclesTo);
  c.value("kind", r.kind);
}

/// A visitor `v` has v.one(name, row), v.table(name, rows), and v.nested(name, parent's name,
/// parents, member) for the lists of all parents, one behind the other.
template <class V>
void forEachTable(V &v, Like<Profile> auto &p) {
  v.one("profile", p);
  v.one("target", p.target);
  v.table("constant", p.constants);
  v.table("vertexType", p.vertexTypes);
  v.table("variable", p.variables);
  v.table("computeSet", p.computeSets);
  v.nested("vertexCount", "computeSet", p.computeSets, &ComputeSetInfo::vertices);
  v.table("exchange", p.exchanges);
  v.table("link", p.links);
  v.table("program", p.programs);
  v.table("tileMemory", p.memory.tiles);
  v.table("loweredVariable", p.memory.lowered);
  v.table("livenessStep", p.memory.liveness);
  v.table("run", p.runs);
  v.table("step", p.steps);
  v.table("tileCycles", p.tileCycles);
  v.table("ipuCycles", p.ipuCycles);
  v.table("programTotal", p.totals);
  v.table("block", p.blocks);
}

} // namespace pva::internal
