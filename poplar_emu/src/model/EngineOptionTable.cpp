// SPDX-License-Identifier: MIT
// The table of engine options. Those that only a real machine needs are checked and have no effect.
#include "model/EngineOptionTable.hpp"

#include "support/Diagnostic.hpp"

#include <limits>
#include <utility>

namespace poplar_emu::model {
namespace {

using enum OptionKind;

constexpr OptionSpec kSpecs[] = {
    {"autoReport.all", Bool},
    {"autoReport.directory", Text},
    {"autoReport.executionProfileProgramRunCount", Unsigned},
    {"autoReport.outputArchive", Bool},
    {"autoReport.outputDebugInfo", Bool},
    {"autoReport.outputExecutionProfile", Bool},
    {"autoReport.outputGraphProfile", Bool},
    {"autoReport.outputLoweredVars", Bool},
    {"autoReport.outputSerializedGraph", Bool},
    {"autoReport.streamAtEachRun", Bool},
    {"debug.allowOutOfMemory", Bool},
    {"debug.branchRecordFlush", Bool},
    {"debug.checkpointing", Bool},
    {"debug.computeInstrumentationLevel", Choice, "off|device|ipu|tile|vertex"},
    {"debug.executionProfile", Text},
    {"debug.exceptOnSOCError", Bool},
    {"debug.floatPointOpException", Bool},
    {"debug.instrument", Bool},
    {"debug.instrumentCompute", Bool},
    {"debug.instrumentControlFlow", Bool},
    {"debug.instrumentExternalExchange", Bool},
    {"debug.loweredVarDumpFile", Text},
    {"debug.nanOverflowMode", Bool},
    {"debug.nanOverflowException", Bool},
    {"debug.outputAllSymbols", Bool},
    {"debug.retainDebugInformation", Bool},
    {"debug.runtimeVerify", Bool},
    {"debug.trace", Bool},
    {"debug.traceFile", Text},
    {"debug.verify", Bool},
    {"exchange.enablePrefetch", Bool},
    {"exchange.multicastPolicy", Text},
    {"exchange.streamBufferOverlap", Choice, "any|none|hostRearrangeOnly"},
    {"opt.enableInlining", Bool},
    {"opt.enableMultiAccessCopies", Bool},
    {"opt.enableSkipSyncs", Bool},
    {"opt.enableSwSyncs", Bool},
    {"opt.internalExchangeOptimisationTarget", Choice, "balanced|cycles|memory"},
    {"opt.maxCompilationThreads", Unsigned},
    {"opt.maxComputeSetsPerLoweredCopy", Unsigned},
    {"opt.maxCopyMergeSize", Signed},
    {"opt.useAutoloader", Bool},
    {"poplar_emu.checks", Bool},
    {"poplar_emu.collectives", Choice, "pass|steps"},
    {"poplar_emu.cycleModel", Choice, "ipumodel|hardware"},
    {"poplar_emu.exchange", Choice, "inplace|copy"},
    {"poplar_emu.executor", Choice, "tbb|thread|serial"},
    {"poplar_emu.threads", Unsigned},
    {"poplar_emu.vertexCycles", Choice, "auto|counted|estimated"},
    {"poplar_emu.vertexFalse", Choice, "warn|error"},
    {"prng.enable", Bool},
    {"prng.enableStochasticRounding", Bool},
    {"prng.seed", Unsigned},
    {"profiler.blocks.bufferSize", Unsigned},
    {"profiler.blocks.filter", Text},
    {"profiler.blocks.implicitFlush", Bool},
    {"profiler.blocks.tile", Unsigned},
    {"profiler.format", Text},
    {"profiler.includeCycleEstimates", Bool},
    {"profiler.includeFlopEstimates", Bool},
    {"profiler.programs.filter", Text},
    {"profiler.replicaToProfile", Unsigned},
    {"sim.accurateTiming", Bool},
    {"sim.simulateFullDevice", Bool},
    {"sim.traceTiming", Bool},
    {"streamCallbacks.maxLookahead", Unsigned, "unlimited"},
    {"streamCallbacks.multiThreadMode", Choice, "singleThread|collaborative|dedicated"},
    {"streamCallbacks.numWorkerThreads", Unsigned, "auto"},
    {"streamCallbacks.numaAware", Bool},
    {"target.deterministicWorkers", Choice, "true|false|portable"},
    {"target.exceptionPollPeriodUs", Unsigned},
    {"target.extendedMemory", Bool},
    {"target.firstRuntimeReplica", Unsigned},
    {"target.gatewayMode", Bool},
    {"target.hostSyncTimeout", Decimal},
    {"target.maxStreamCallbackThreadsPerNumaNode", Unsigned, "auto"},
    {"target.numberRuntimeReplica", Unsigned},
    {"target.saveArchive", Text},
    {"target.supervisorStackSizeInBytes", Unsigned},
    {"target.syncMethod", Choice, "polling|hybrid|default"},
    {"target.syncPollPeriodUs", Unsigned},
    {"target.syncReplicasIndependently", Bool},
    {"target.workerStackSizeInBytes", Unsigned},
};

constexpr std::string_view kPrefixes[] = {"debug.",           "target.",     "opt.",
                                          "exchange.",        "autoReport.", "profiler.",
                                          "streamCallbacks.", "prng.",       "sim."};

constexpr OptionTable kTable("engine option", kSpecs, kPrefixes);

std::uint32_t small(const poplar::OptionFlags &flags, std::string_view key,
                    std::uint32_t otherwise) {
  const std::optional<std::uint64_t> value = unsignedOption(flags, key);
  if (value && *value > std::numeric_limits<std::uint32_t>::max())
    Diagnostic(Code::PE0702, "engine option '{}' cannot be {}", key, *value)
        .note("legal values: 0 to {}", std::numeric_limits<std::uint32_t>::max())
        .raise();
  return value ? static_cast<std::uint32_t>(*value) : otherwise;
}

std::optional<std::uint32_t> smallIfSet(const poplar::OptionFlags &flags, std::string_view key) {
  if (!unsignedOption(flags, key)) return std::nullopt;
  return small(flags, key, 0);
}

void readOwn(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  if (textOption(flags, "poplar_emu.exchange") == "copy") values.exchange = ExchangeMode::Copy;
  if (textOption(flags, "poplar_emu.collectives") == "steps")
    values.collectives = CollectiveMode::Steps;
  const std::optional<std::string> executor = textOption(flags, "poplar_emu.executor");
  if (executor == "thread") values.executor = ExecutorKind::Thread;
  if (executor == "serial") values.executor = ExecutorKind::Serial;
  values.threads = small(flags, "poplar_emu.threads", values.threads);
  if (textOption(flags, "poplar_emu.vertexFalse") == "error")
    values.vertexFalse = VertexFalse::Error;
  const std::optional<std::string> cycles = textOption(flags, "poplar_emu.vertexCycles");
  if (cycles == "counted") values.vertexCycles = VertexCycles::Counted;
  if (cycles == "estimated") values.vertexCycles = VertexCycles::Estimated;
  if (textOption(flags, "poplar_emu.cycleModel") == "hardware")
    values.cycleModel = CycleModel::Hardware;
  values.checks = boolOption(flags, "poplar_emu.checks").value_or(values.checks);
}

void readStreams(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  // Prefetched data needs buffers of its own; who asks for those alone wants prefetching too.
  const bool ownBuffers = textOption(flags, "exchange.streamBufferOverlap") == "none";
  values.prefetch = boolOption(flags, "exchange.enablePrefetch").value_or(ownBuffers);
  values.maxLookahead =
      unsignedOption(flags, "streamCallbacks.maxLookahead").value_or(values.maxLookahead);
}

void readNumbers(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  values.floatingPointExceptions = boolOption(flags, "debug.floatPointOpException").value_or(false);
  values.nanOverflow = boolOption(flags, "debug.nanOverflowMode").value_or(false);
  values.stochasticRounding = boolOption(flags, "prng.enableStochasticRounding").value_or(false);
  values.prngSeed = unsignedOption(flags, "prng.seed");
}

void readReports(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  const bool all = boolOption(flags, "autoReport.all").value_or(false);
  const auto wanted = [&](const char *key) { return boolOption(flags, key).value_or(all); };
  values.reportsGraph = wanted("autoReport.outputGraphProfile");
  values.reportsExecution = wanted("autoReport.outputExecutionProfile");
  values.reportsLoweredVars = wanted("autoReport.outputLoweredVars");
  values.reportsArchive = wanted("autoReport.outputArchive");
  values.reportsDebugInfo = wanted("autoReport.outputDebugInfo");
  values.reportsSerializedGraph = wanted("autoReport.outputSerializedGraph");
  values.writesReport = values.reportsGraph || values.reportsExecution;
  values.reportDirectory =
      textOption(flags, "autoReport.directory").value_or(values.reportDirectory);
  values.executionProfileRunCount =
      small(flags, "autoReport.executionProfileProgramRunCount", values.executionProfileRunCount);
  values.reportsAtEachRun =
      boolOption(flags, "autoReport.streamAtEachRun").value_or(values.reportsAtEachRun);
  values.replicaToProfile = smallIfSet(flags, "profiler.replicaToProfile");
  values.profilesEstimates =
      boolOption(flags, "profiler.includeCycleEstimates").value_or(values.profilesEstimates);
  values.archiveFile = textOption(flags, "target.saveArchive").value_or("");
  values.profilesFlops =
      boolOption(flags, "profiler.includeFlopEstimates").value_or(values.profilesFlops);
}

ComputeLevel readComputeLevel(const poplar::OptionFlags &flags) {
  const std::string level = textOption(flags, "debug.computeInstrumentationLevel").value_or("tile");
  if (level == "off") return ComputeLevel::Off;
  if (level == "device") return ComputeLevel::Device;
  if (level == "ipu") return ComputeLevel::Ipu;
  return level == "vertex" ? ComputeLevel::Vertex : ComputeLevel::Tile;
}

void readInstrumentation(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  // The option of old SDKs named what was to be measured: compute_sets, vertices ...
  const std::string old = textOption(flags, "debug.executionProfile").value_or("none");
  values.instrument = boolOption(flags, "debug.instrument").value_or(values.reportsExecution);
  values.instrumentsCompute =
      boolOption(flags, "debug.instrumentCompute").value_or(values.instrument || old != "none");
  values.instrumentsExternalExchange =
      boolOption(flags, "debug.instrumentExternalExchange").value_or(values.instrument);
  values.instrumentsControlFlow =
      boolOption(flags, "debug.instrumentControlFlow").value_or(values.instrument);
  if (values.instrumentsCompute) values.computeLevel = readComputeLevel(flags);
  values.instrumentsCompute = values.computeLevel != ComputeLevel::Off;
}

void readBlocks(EngineOptionValues &values) {
  const poplar::OptionFlags &flags = values.flags;
  values.blocksFilter = textOption(flags, "profiler.blocks.filter").value_or("");
  values.programsFilter = textOption(flags, "profiler.programs.filter").value_or("");
  values.blocksTile = small(flags, "profiler.blocks.tile", values.blocksTile);
  values.blocksBufferSize = small(flags, "profiler.blocks.bufferSize", values.blocksBufferSize);
  values.blocksImplicitFlush =
      boolOption(flags, "profiler.blocks.implicitFlush").value_or(values.blocksImplicitFlush);
}

EngineOptionValues read(poplar::OptionFlags given) {
  EngineOptionValues values;
  values.flags = std::move(given);
  const poplar::OptionFlags &flags = values.flags;
  readOwn(values);
  readStreams(values);
  readNumbers(values);
  readReports(values);
  readInstrumentation(values);
  readBlocks(values);
  const std::string mergeSize = textOption(flags, "opt.maxCopyMergeSize").value_or("-1");
  if (!mergeSize.starts_with('-'))
    values.maxCopyMergeSize =
        unsignedOption(flags, "opt.maxCopyMergeSize").value_or(values.maxCopyMergeSize);
  values.allowOutOfMemory = boolOption(flags, "debug.allowOutOfMemory").value_or(false);
  values.workerStackBytes = small(flags, "target.workerStackSizeInBytes", values.workerStackBytes);
  values.supervisorStackBytes =
      small(flags, "target.supervisorStackSizeInBytes", values.supervisorStackBytes);
  values.hostSyncTimeout =
      decimalOption(flags, "target.hostSyncTimeout").value_or(values.hostSyncTimeout);
  values.firstRuntimeReplica = smallIfSet(flags, "target.firstRuntimeReplica");
  values.numberRuntimeReplica = smallIfSet(flags, "target.numberRuntimeReplica");
  return values;
}

/// Checks all options, also those that the environment overrides.
poplar::OptionFlags checkWithEnvironment(const poplar::OptionFlags &options, const char *variable,
                                         UnknownKeys unknownKeys) {
  kTable.check(options, unknownKeys);
  kTable.check(withEnvironment({}, variable), unknownKeys);
  return withEnvironment(options, variable);
}

} // namespace

EngineOptionValues parseEngineOptions(const poplar::OptionFlags &options, UnknownKeys unknownKeys) {
  return read(checkWithEnvironment(options, "POPLAR_ENGINE_OPTIONS", unknownKeys));
}

EngineOptionValues withRuntimeOptions(const EngineOptionValues &values,
                                      const poplar::OptionFlags &options) {
  poplar::OptionFlags merged = values.flags;
  for (const auto &[key, value] : options)
    merged.set(key, value);
  return read(std::move(merged));
}

poplar::OptionFlags checkRuntimeOptions(const poplar::OptionFlags &options) {
  return checkWithEnvironment(options, "POPLAR_RUNTIME_OPTIONS", UnknownKeys::Refuse);
}

} // namespace poplar_emu::model
