// SPDX-License-Identifier: MIT
// Engines as arguments: not moved from, and not in the middle of a run.
#pragma once

#include "engine/EngineState.hpp"

#include <memory>

namespace poplar_emu::engine {

/// Held by calls that run code of the user, who may move or destroy the engine there.
using Alive = const std::shared_ptr<EngineState>;

/// PE0215 for an engine that was moved from. `call` names the member.
EngineState &need(const std::shared_ptr<EngineState> &engine, const char *call);

/// The same, and PE0514 while a run is under way.
EngineState &needIdle(const std::shared_ptr<EngineState> &engine, const char *call);

/// The same for calls that only look at memory: callbacks of the run may make them.
EngineState &needReadable(const std::shared_ptr<EngineState> &engine, const char *call);

/// Marks a run as long as it lives. PE0514 if one is under way.
class RunScope {
 public:
  RunScope(EngineState &engine, const char *call);
  ~RunScope() { engine_.running.leave(); }
  RunScope(const RunScope &) = delete;
  RunScope &operator=(const RunScope &) = delete;

 private:
  EngineState &engine_;
};

} // namespace poplar_emu::engine
