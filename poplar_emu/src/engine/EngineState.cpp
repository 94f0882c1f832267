// SPDX-License-Identifier: MIT
// The run-time part of an engine: codelets loaded, executor chosen, preconditions of a run.
#include "engine/EngineState.hpp"

#include "codelet/Loader.hpp"
#include "engine/executable/CountedCode.hpp"
#include "engine/report/Recording.hpp"
#include "engine/report/ReportFiles.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "transport/Connect.hpp"

#include <poplar/exceptions.hpp>
#include <pvti/pvti.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <thread>

namespace poplar_emu::engine {
namespace {

/// True if a program or an option can switch floating-point exceptions on.
bool mayTrap(const plan::Plan &plan, std::uint32_t initialFpState) {
  if (initialFpState & runtime::kFpExceptionBits) return true;
  for (const plan::FpControlStep &step : plan.fpControls)
    if ((step.set & runtime::kFpExceptionBits) || step.load != plan::kNoAddress) return true;
  return false;
}

runtime::CodeTable loadCode(const ExecutableState &executable, std::uint32_t initialFpState) {
  const plan::Plan &plan = executable.plan;
  runtime::CodeTable table;
  if (plan.vertexTypes.empty()) return table;

  const codelet::LoadedCodelets code =
      codelet::load(executable.bundle, plan.machine.numWorkers, codelet::FloatExceptions::Off);
  codelet::LoadedCodelets trapping;
  const bool traps =
      executable.target.getTargetType() != poplar::TargetType::CPU && mayTrap(plan, initialFpState);
  if (traps)
    trapping =
        codelet::load(executable.bundle, plan.machine.numWorkers, codelet::FloatExceptions::On);

  const codelet::StaticsImage &statics = code.statics();
  if (statics.size() > 0) {
    table.statics.bytes = statics.size();
    table.statics.alignment = statics.align();
    table.statics.initialise = [code](void *image) { code.statics().initialise(image); };
  }
  for (std::uint32_t i = 0; i < plan.vertexTypes.size(); ++i) {
    runtime::VertexCode vertex;
    vertex.batch = code.batch(VertexTypeId(i));
    if (traps) vertex.trapping = trapping.batch(VertexTypeId(i));
    table.types.push_back(vertex);
  }
  table.owner =
      std::make_shared<std::pair<codelet::LoadedCodelets, codelet::LoadedCodelets>>(code, trapping);
  return table;
}

runtime::CycleConstants cycleConstants(const poplar::Target &target, model::CycleModel set) {
  using model::ConstantId;
  const std::string architecture = target.getTargetArchString().cloneAsString();
  const double clock = target.getTileClockFrequency();
  const auto get = [&](ConstantId id) { return model::constantOf(id, set, architecture); };
  const auto cycles = [&](ConstantId id) { return static_cast<std::uint64_t>(get(id)); };
  const double nanosecond = 1e-9;
  runtime::CycleConstants constants;
  constants.launch = cycles(ConstantId::Launch) + model::localSyncDelay(target);
  constants.localCopy = cycles(ConstantId::LocalCopy);
  constants.sync = target.getMaxIPUSyncDelay();
  constants.externalSync = target.getGlobalSyncCycles();
  constants.exchange = cycles(ConstantId::Exchange);
  constants.globalExchange = static_cast<std::uint64_t>(
      std::llround(get(ConstantId::GlobalExchange) * nanosecond * clock));
  constants.control = cycles(ConstantId::Control);
  constants.stamp = cycles(ConstantId::Stamp);
  constants.hostSyncs = cycles(ConstantId::HostSyncs);
  constants.hostCommand = cycles(ConstantId::HostCommand);
  constants.hostBytesPerCycle = get(ConstantId::HostRate) * 1e9 / clock;
  constants.secondsPerHop = get(ConstantId::Hop) * nanosecond;
  constants.clockFrequency = clock;
  return constants;
}

runtime::RuntimeSettings settingsFor(const model::EngineOptionValues &values,
                                     const poplar::Target &target) {
  runtime::RuntimeSettings settings;
  switch (values.executor) {
  case model::ExecutorKind::Tbb:
    settings.executor = runtime::ExecutorKind::Tbb;
    break;
  case model::ExecutorKind::Thread:
    settings.executor = runtime::ExecutorKind::Thread;
    break;
  case model::ExecutorKind::Serial:
    settings.executor = runtime::ExecutorKind::Serial;
    break;
  }
  settings.threads = values.threads;
  if (values.vertexFalse == model::VertexFalse::Error)
    settings.vertexFalse = runtime::VertexFalse::Error;
  if (values.prefetch) settings.prefetch = runtime::Prefetch::On;
  settings.maxLookahead = values.maxLookahead;
  if (values.prngSeed) settings.prngSeed = *values.prngSeed;
  if (target.getTargetType() == poplar::TargetType::CPU)
    settings.fpExceptions = runtime::FpExceptions::Ignore;
  else if (values.floatingPointExceptions)
    settings.initialFpState = runtime::kFpExceptionBits;
  if (recordsRuns(values, target) || values.vertexCycles == model::VertexCycles::Counted)
    settings.cycleCounting = runtime::CycleCounting::Always;
  settings.countedReplica = values.replicaToProfile;
  settings.cycles = cycleConstants(target, values.cycleModel);
  if (model::hostServesIpusAlone(target)) settings.hostSync = runtime::HostSync::ServedIpus;
  return settings;
}

/// PE0702 if there is no such replica to be profiled.
void requireReplica(const model::EngineOptionValues &values, std::uint32_t numReplicas) {
  if (!values.replicaToProfile || *values.replicaToProfile < numReplicas) return;
  Diagnostic(Code::PE0702, "engine option 'profiler.replicaToProfile' cannot be {}",
             *values.replicaToProfile)
      .note("the graph has {} replica{}", numReplicas, numReplicas == 1 ? "" : "s")
      .fix("name a replica from 0 to {}", numReplicas - 1)
      .raise();
}

/// They watch from the next load on.
void attachChecks(EngineState &engine, const model::EngineOptionValues &values) {
  if (engine.checks) engine.runtime->detach(*engine.checks);
  engine.checks.reset();
  if (!values.checks) return;
  engine.checks = std::make_unique<check::UndefinedReads>(engine.executable->plan);
  engine.runtime->attach(*engine.checks);
}

void attachRecorders(EngineState &engine) {
  const ExecutableState &executable = *engine.executable;
  engine.recorder = makeRecorder(executable.plan, engine.values, executable.target);
  if (engine.recorder) engine.runtime->attach(*engine.recorder);
  engine.blocks = makeBlockRecorder(executable.plan, engine.values, executable.target);
  if (engine.blocks) engine.runtime->attach(*engine.blocks);
}

} // namespace

bool profilesHere(const EngineState &engine) {
  const std::optional<std::uint32_t> &replica = engine.values.replicaToProfile;
  return !replica || engine.runtime->runsReplica(*replica);
}

std::unique_ptr<EngineState> makeEngine(std::shared_ptr<const ExecutableState> executable,
                                        const poplar::OptionFlags &options) {
  auto engine = std::make_unique<EngineState>();
  engine->values = model::parseEngineOptions(options, model::UnknownKeys::Ignore);
  engine->prepared = engine->values;
  engine->options = engine->values.flags;
  requireReplica(engine->values, executable->plan.machine.replicationFactor);
  runtime::RuntimeSettings settings = settingsFor(engine->values, executable->target);
  settings.transport = transport::connect();
  // Processes of one host share its cores rather than compete for them.
  if (const unsigned processes = transport::world().sizeHere;
      settings.threads == 0 && processes > 1)
    settings.threads = std::max(1U, std::thread::hardware_concurrency() / processes);
  if (settings.transport) settings.transport->setTimeout(engine->values.hostSyncTimeout);
  engine->runtime = std::make_unique<runtime::Runtime>(
      std::shared_ptr<const plan::Plan>(executable, &executable->plan),
      withCountingCode(loadCode(*executable, settings.initialFpState), *executable, engine->values),
      settings);
  engine->executable = std::move(executable);
  attachChecks(*engine, engine->values);
  if (profilesHere(*engine)) attachRecorders(*engine);
  return engine;
}

void prepareWith(EngineState &engine, const poplar::OptionFlags &options) {
  engine.prepared = model::withRuntimeOptions(engine.values, options);
  engine.runtime->configure(settingsFor(engine.prepared, engine.executable->target));
  if (engine.prepared.checks != (engine.checks != nullptr)) attachChecks(engine, engine.prepared);
}

RunOptions::RunOptions(EngineState &engine, const poplar::OptionFlags &options) : engine_(engine) {
  engine_.runtime->configure(settingsFor(model::withRuntimeOptions(engine_.prepared, options),
                                         engine_.executable->target));
}

RunOptions::~RunOptions() {
  engine_.runtime->configure(settingsFor(engine_.prepared, engine_.executable->target));
}

void requireRunnable(const EngineState &engine) {
  if (!engine.runtime->isLoaded())
    Diagnostic(Code::PE0504, "the engine is not loaded")
        .fix("call engine.load(device) before engine.run()")
        .raise();
  if (!engine.device.isAttached())
    Diagnostic(Code::PE0507, "device {} was detached after the engine was loaded",
               engine.device.getId())
        .fix("attach the device and load the engine again")
        .raise();
  if (!engine.claim.isMine())
    Diagnostic(Code::PE0508, "another engine was loaded on device {} after this one",
               engine.device.getId())
        .fix("load this engine again before running it")
        .raise();
}

namespace {

std::vector<CycleParts> copyOf(std::span<const CycleParts> parts) {
  return {parts.begin(), parts.end()};
}

/// What each IPU did since `before`.
std::vector<CycleParts> partsSince(const std::vector<CycleParts> &before,
                                   std::span<const CycleParts> now) {
  std::vector<CycleParts> parts(now.begin(), now.end());
  for (std::size_t ipu = 0; ipu < parts.size(); ++ipu)
    parts[ipu] -= before[ipu];
  return parts;
}

/// A run whose steps were kept changes the file; the others change its totals, at the end.
void reportRun(EngineState &engine) {
  if (!engine.values.reportsExecution || !engine.values.reportsAtEachRun ||
      !engine.recorder->keptLastRun())
    return;
  writeReportFiles(engine);
}

} // namespace

void runProgram(EngineState &engine, std::uint32_t program, const std::string &name) {
  using Clock = std::chrono::steady_clock;
  requireRunnable(engine);
  raiseSimulatedError(engine);
  const pvti::Tracepoint trace(&pvti::tracePoplar, "Engine::run");
  if (!engine.recorder) {
    engine.runtime->run(program);
    ++engine.runsMissed;
    return;
  }
  const std::uint64_t cyclesBefore = engine.runtime->cycles();
  const std::vector<CycleParts> partsBefore = copyOf(engine.runtime->cyclePartsByIpu());
  const std::vector<CycleParts> ioPartsBefore = copyOf(engine.runtime->ioCyclePartsByIpu());
  const Clock::time_point start = Clock::now();
  const auto finish = [&] {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!engine.recorder->finishRun(name, seconds, engine.runtime->cycles() - cyclesBefore,
                                    partsSince(partsBefore, engine.runtime->cyclePartsByIpu()),
                                    partsSince(ioPartsBefore, engine.runtime->ioCyclePartsByIpu())))
      ++engine.runsMissed;
  };
  try {
    engine.runtime->run(program);
  } catch (...) {
    finish();
    throw;
  }
  finish();
  reportRun(engine);
}

void raiseSimulatedError(const EngineState &engine) {
  if (engine.simulatedErrors.empty()) return;
  const auto &error = engine.simulatedErrors.front();
  const std::string text =
      fmt::format("simulated error {} on tile {}", poplar::errorCodeToString(error.code),
                  error.location.getTile());
  using poplar::ErrorCode;
  switch (error.code) {
  case ErrorCode::NONE:
    return;
  case ErrorCode::LINK_DOWN:
    throw poplar::recoverable_runtime_error(poplar::RecoveryAction::LINK_RESET, text);
  case ErrorCode::HOST_LINK_DOWN:
    throw poplar::recoverable_runtime_error(poplar::RecoveryAction::PARTITION_RESET, text);
  case ErrorCode::EXCHANGE_ERROR:
  case ErrorCode::MEMORY_ERROR:
  case ErrorCode::IPUSOFTERR:
    throw poplar::recoverable_runtime_error(poplar::RecoveryAction::IPU_RESET, text);
  case ErrorCode::IPU_MEMORY_FAILURE:
    throw poplar::unrecoverable_runtime_error(text);
  case ErrorCode::UNKNOWN:
  case ErrorCode::HOST_SYNC_TIMEOUT:
    throw poplar::unknown_runtime_error(text);
  default:
    throw poplar::application_runtime_error(text);
  }
}

} // namespace poplar_emu::engine
