// SPDX-License-Identifier: MIT
// poplar::Engine: construction, loading, running.
#include "engine/EngineNeed.hpp"
#include "engine/executable/Compile.hpp"
#include "engine/report/ReportFiles.hpp"

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "model/Access.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>
#include <pvti/pvti.hpp>

#include <fmt/format.h>

#include <chrono>

namespace poplar {

using poplar_emu::CallSite;
using poplar_emu::Code;
using poplar_emu::Diagnostic;
using poplar_emu::api::siteOf;
namespace engine = poplar_emu::engine;

namespace {

using Clock = std::chrono::steady_clock;

/// Its report is written when it goes, which is after its last run.
std::shared_ptr<engine::EngineState> shared(std::unique_ptr<engine::EngineState> state) {
  return {state.release(), [](engine::EngineState *ended) {
            const std::unique_ptr<engine::EngineState> owner(ended);
            engine::writeReportFiles(*ended);
          }};
}

std::shared_ptr<engine::EngineState>
compileAndMake(const Graph &graph, ArrayRef<program::Program> programs, const OptionFlags &options,
               const ProgressFunc &progress, const DebugContext &debugContext) {
  const CallSite call(siteOf(poplar_emu::api::Access::location(debugContext)));
  return shared(engine::makeEngine(
      engine::compile(graph, programs, options, progress, engine::OptionCheck::Check), options));
}

std::string describe(const Target &target) {
  return fmt::format("target type {}, system '{}', {}, {} IPUs of {} tiles with {} bytes",
                     toString(target.getTargetType()), std::string(target.getTargetSystemString()),
                     std::string(target.getTargetArchString()), target.getNumIPUs(),
                     target.getTilesPerIPU(), target.getBytesPerTile());
}

void requireFit(const engine::EngineState &state, const Device &device) {
  const Target &wanted = state.executable->target, &given = device.getTarget();
  if (wanted != given)
    Diagnostic(Code::PE0506, "the graph was compiled for another target than that of the device")
        .note("graph: {}", describe(wanted))
        .note("device: {}", describe(given))
        .fix("build the graph from device.getTarget()")
        .raise();
}

void runOn(engine::Alive alive, unsigned prog, const std::string &debugName) {
  engine::EngineState &state = engine::need(alive, "run");
  const engine::RunScope scope(state, "run");
  engine::runProgram(state, prog, debugName);
}

} // namespace

Engine::Engine(const Graph &graph, ArrayRef<program::Program> programs, const OptionFlags &options,
               ProgressFunc progressCallback, const DebugContext &debugContext)
    : state_(compileAndMake(graph, programs, options, progressCallback, debugContext)) {}

Engine::Engine(Graph &&graph, ArrayRef<program::Program> programs, const OptionFlags &options,
               ProgressFunc progressCallback, const DebugContext &debugContext)
    : Engine(static_cast<const Graph &>(graph), programs, options, std::move(progressCallback),
             debugContext) {}

Engine::Engine(const Graph &graph, program::Program program, const OptionFlags &options,
               ProgressFunc progressCallback, const DebugContext &debugContext)
    : Engine(graph, ArrayRef<program::Program>(&program, 1), options, std::move(progressCallback),
             debugContext) {}

Engine::Engine(Graph &&graph, program::Program program, const OptionFlags &options,
               ProgressFunc progressCallback, const DebugContext &debugContext)
    : Engine(static_cast<const Graph &>(graph), std::move(program), options,
             std::move(progressCallback), debugContext) {}

Engine::Engine(const Executable &executable, const OptionFlags &options, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  auto state = poplar_emu::api::Access::hidden(executable);
  if (!state)
    Diagnostic(Code::PE0801, "an engine cannot be made of an empty executable")
        .fix("use what compileGraph or Executable::deserialize returned")
        .raise();
  // What the executable was compiled with has been checked, or was not to be.
  poplar_emu::model::parseEngineOptions(options, poplar_emu::UnknownKeys::Refuse);
  OptionFlags merged = state->options;
  for (const auto &[key, value] : options)
    merged.set(key, value);
  state_ = shared(engine::makeEngine(std::move(state), merged));
}

Engine::Engine(Executable &&executable, const OptionFlags &options, SourceLocation loc)
    : Engine(static_cast<const Executable &>(executable), options, loc) {}

Engine::Engine(Engine &&) noexcept = default;

Engine &Engine::operator=(Engine &&other) noexcept {
  if (this == &other) return *this;
  const Engine ended(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}

/// What a run still needs stays until it has returned.
Engine::~Engine() {
  if (state_ && state_->running.state() != engine::During::NoRun) state_->runtime->stop();
}

void Engine::prepare(const Device &device, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  prepare(device, RuntimeOptions(), loc); // what the environment says
}

void Engine::prepare(const Device &device, const RuntimeOptions &options, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::EngineState &state = engine::needIdle(state_, "prepare");
  requireFit(state, device);
  engine::prepareWith(state, poplar_emu::model::Access::options(options));
  poplar_emu::api::Access::hidden(state.device) = poplar_emu::api::Access::hidden(device);
}

void Engine::deploy(SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::EngineState &state = engine::needIdle(state_, "deploy");
  const auto &device = poplar_emu::api::Access::hidden(state.device);
  if (!device)
    Diagnostic(Code::PE0504, "the engine has no device")
        .fix("call engine.prepare(device) or engine.load(device) first")
        .raise();
  if (!state.device.isAttached())
    Diagnostic(Code::PE0507, "device {} is not attached", state.device.getId())
        .fix("call device.attach() before engine.load(device)")
        .raise();
  engine::Alive alive = state_;
  state.claim.take(device.get());
  state.runtime->load();
}

void Engine::load(const Device &device, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needIdle(state_, "load");
  const pvti::Tracepoint trace(&pvti::tracePoplar, "Engine::load");
  prepare(device, loc);
  deploy(loc);
}

void Engine::run(unsigned prog, const std::string &debugName, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  runOn(state_, prog, debugName);
}

void Engine::run(unsigned prog, const std::string &debugName, const RuntimeOptions &options,
                 SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::EngineState &state = engine::need(alive, "run");
  const engine::RunScope scope(state, "run");
  const engine::RunOptions during(state, poplar_emu::model::Access::options(options));
  engine::runProgram(state, prog, debugName);
}

void Engine::loadAndRun(const Device &device, unsigned prog, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  load(device, loc);
  runOn(alive, prog, "");
}

void Engine::stop(SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::need(state_, "stop").runtime->stop();
}

Engine::TimerTimePoint Engine::getTimeStamp() {
  TimerTimePoint now;
  now.nanoseconds_ = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
  return now;
}

std::string Engine::reportTiming(const TimerTimePoint &start, const TimerTimePoint &end) {
  return fmt::format("{:.6f} seconds", (end.nanoseconds_ - start.nanoseconds_) * 1e-9);
}

double Engine::getTileClockFrequency() const {
  return engine::need(state_, "getTileClockFrequency").executable->target.getTileClockFrequency();
}

OptionFlags Engine::getEngineOptions() const {
  return engine::need(state_, "getEngineOptions").options;
}

void Engine::insertSimulatedError(ErrorCode code, const ErrorLocation &location) {
  engine::needIdle(state_, "insertSimulatedError").simulatedErrors.push_back({code, location});
}

void Engine::eraseSimulatedError(ErrorCode code, const ErrorLocation &location) {
  std::erase_if(
      engine::needIdle(state_, "eraseSimulatedError").simulatedErrors,
      [&](const auto &error) { return error.code == code && error.location == location; });
}

void Engine::clearSimulatedErrors() {
  engine::needIdle(state_, "clearSimulatedErrors").simulatedErrors.clear();
}

std::vector<ErrorLocation> Engine::getSimulatedErrorLocations(ErrorCode code) const {
  std::vector<ErrorLocation> locations;
  for (const auto &error : engine::need(state_, "getSimulatedErrorLocations").simulatedErrors)
    if (error.code == code) locations.push_back(error.location);
  return locations;
}

} // namespace poplar
