// SPDX-License-Identifier: MIT
// Refuses calls to engines that cannot serve them now.
#include "engine/EngineNeed.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::engine {
namespace {

[[noreturn]] void raiseRunning(const char *call, During from) {
  Diagnostic(Code::PE0514, "Engine::{}: the engine is running", call)
      .note("the call came {}", from == During::Callback
                                    ? "from a callback, host function or observer of run()"
                                    : "from another thread than run()")
      .fix("call it after run() has returned; callbacks may only read tensors and call stop()")
      .raise();
}

} // namespace

EngineState &need(const std::shared_ptr<EngineState> &engine, const char *call) {
  if (!engine)
    Diagnostic(Code::PE0215, "Engine::{}: the engine is empty", call)
        .note("it was moved from")
        .fix("use the engine that it was moved to")
        .raise();
  return *engine;
}

EngineState &needIdle(const std::shared_ptr<EngineState> &engine, const char *call) {
  EngineState &state = need(engine, call);
  if (const During from = state.running.state(); from != During::NoRun) raiseRunning(call, from);
  return state;
}

EngineState &needReadable(const std::shared_ptr<EngineState> &engine, const char *call) {
  EngineState &state = need(engine, call);
  if (const During from = state.running.state(); from == During::AnotherThread)
    raiseRunning(call, from);
  return state;
}

RunScope::RunScope(EngineState &engine, const char *call) : engine_(engine) {
  if (!engine.running.enter()) raiseRunning(call, engine.running.state());
}

} // namespace poplar_emu::engine
