// SPDX-License-Identifier: MIT
// poplar::Engine: summaries, profiles and reports.
#include "engine/EngineNeed.hpp"

#include "api/Sites.hpp"
#include "engine/report/ProfileOf.hpp"
#include "profile/print/Intervals.hpp"
#include "profile/print/SummaryPrinter.hpp"
#include "profile/values/ProfileValues.hpp"
#include "pva/report/MakeReport.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>

#include <memory>
#include <ostream>

namespace poplar_emu::engine {
namespace {

/// An engine that callbacks may ask, too. PE0513 on a CPU.
EngineState &needProfiled(const std::shared_ptr<EngineState> &engine, const char *call) {
  EngineState &state = needReadable(engine, call);
  if (state.executable->target.getTargetType() == poplar::TargetType::CPU)
    Diagnostic(Code::PE0513, "Engine::{}: there is no profile on the CPU target", call)
        .fix("use an IPU or an IPUModel device")
        .raise();
  return state;
}

/// PE0513 if programs ran and nothing was recorded of them.
void requireRecorded(const EngineState &engine, const char *call) {
  const bool recorded = engine.recorder && !engine.recorder->runs().empty();
  if (recorded || engine.runsMissed == 0) return;
  Diagnostic diagnostic(Code::PE0513, "Engine::{}: nothing was recorded of the programs that ran",
                        call);
  if (!profilesHere(engine))
    diagnostic.note("replica {} runs in another process", *engine.values.replicaToProfile)
        .fix("ask the process that runs what profiler.replicaToProfile names");
  else if (engine.recorder)
    diagnostic.note("profiling was disabled with disableExecutionProfiling()")
        .fix("call enableExecutionProfiling() before run()");
  else
    diagnostic.note("no option instruments them")
        .fix("give the engine the option debug.instrument or autoReport.all");
  diagnostic.raise();
}

} // namespace
} // namespace poplar_emu::engine

namespace poplar {

namespace engine = poplar_emu::engine;
namespace profile = poplar_emu::profile;
using engine::Runs;

void Engine::printProfileSummary(std::ostream &out, const OptionFlags &options,
                                 SourceLocation loc) {
  const poplar_emu::CallSite call(poplar_emu::api::siteOf(loc));
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  const engine::EngineState &state = engine::needProfiled(state_, "printProfileSummary");
  profile::printSummary(out, engine::profileOf(state, Runs::Include), values);
}

pva::Report Engine::getReport(bool reportExecution) {
  const engine::EngineState &state = engine::needProfiled(state_, "getReport");
  if (reportExecution) engine::requireRecorded(state, "getReport");
  return pva::internal::makeReport(std::make_shared<const pva::internal::Profile>(
      engine::profileOf(state, reportExecution ? Runs::Include : Runs::Leave)));
}

void Engine::reportIntervals(std::ostream &out) {
  const engine::EngineState &state = engine::needProfiled(state_, "reportIntervals");
  engine::requireRecorded(state, "reportIntervals");
  profile::printIntervals(out, engine::profileOf(state, Runs::Include));
}

void Engine::resetExecutionProfile() {
  engine::EngineState &state = engine::needIdle(state_, "resetExecutionProfile");
  if (state.recorder) state.recorder->reset();
  if (state.blocks) state.blocks->reset();
  state.runsMissed = 0;
}

void Engine::enableExecutionProfiling() {
  engine::EngineState &state = engine::needReadable(state_, "enableExecutionProfiling");
  if (state.recorder) state.recorder->resume();
  if (state.blocks) state.blocks->resume();
}

void Engine::disableExecutionProfiling() {
  engine::EngineState &state = engine::needReadable(state_, "disableExecutionProfiling");
  if (state.recorder) state.recorder->pause();
  if (state.blocks) state.blocks->pause();
}

const ProfileValue &Engine::getGraphProfile() const {
  engine::EngineState &state = engine::needProfiled(state_, "getGraphProfile");
  state.graphProfile = profile::graphValue(engine::profileOf(state, Runs::Leave));
  return state.graphProfile;
}

const ProfileValue &Engine::getExecutionProfile() {
  engine::EngineState &state = engine::needProfiled(state_, "getExecutionProfile");
  engine::requireRecorded(state, "getExecutionProfile");
  if (!state.recorder || state.recorder->runs().empty())
    poplar_emu::Diagnostic(poplar_emu::Code::PE0515,
                           "Engine::getExecutionProfile: no program has run")
        .raise();
  state.executionProfile = profile::executionValue(engine::profileOf(state, Runs::Include));
  return state.executionProfile;
}

ProfileValue Engine::getProfile() {
  ProfileValue::Map profile;
  profile["graphProfile"] = getGraphProfile();
  profile["executionProfile"] = getExecutionProfile();
  return ProfileValue(profile);
}

} // namespace poplar
