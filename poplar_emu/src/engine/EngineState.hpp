// SPDX-License-Identifier: MIT
// What stands behind a poplar::Engine.
#pragma once

#include "check/UndefinedReads.hpp"
#include "engine/DeviceClaims.hpp"
#include "engine/RunGuard.hpp"
#include "engine/executable/ExecutableState.hpp"
#include "model/EngineOptionTable.hpp"
#include "plan/RunObserver.hpp"
#include "profile/blocks/BlockRecorder.hpp"
#include "profile/record/Recorder.hpp"
#include "runtime/Runtime.hpp"

#include <poplar/Device.hpp>
#include <poplar/Error.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace poplar_emu::engine {

struct EngineState {
  std::shared_ptr<const ExecutableState> executable;
  poplar::OptionFlags options; ///< given and from the environment, merged
  model::EngineOptionValues values;
  model::EngineOptionValues prepared; ///< with the run-time options of prepare() on top
  std::unique_ptr<runtime::Runtime> runtime;

  poplar::Device device; ///< shares the user's device; null until prepare
  DeviceClaim claim;
  Running running;
  std::unique_ptr<plan::RunObserver> observer;   ///< of poplar_emu::observe
  std::unique_ptr<check::UndefinedReads> checks; ///< of the option poplar_emu.checks

  std::unique_ptr<profile::BlockRecorder> blocks;      ///< null if no filter asks for any
  std::unique_ptr<profile::Recorder> recorder;         ///< null if runs are not recorded
  std::uint64_t runsMissed = 0;                        ///< that were not recorded
  poplar::ProfileValue graphProfile, executionProfile; ///< of the old getters

  struct SimulatedError {
    poplar::ErrorCode code;
    poplar::ErrorLocation location;
  };
  std::vector<SimulatedError> simulatedErrors;
};

/// Makes the run-time part of an engine: links and loads the codelets, starts the executor.
std::unique_ptr<EngineState> makeEngine(std::shared_ptr<const ExecutableState> executable,
                                        const poplar::OptionFlags &options);

/// Whether this process runs what is to be profiled (option profiler.replicaToProfile).
bool profilesHere(const EngineState &engine);

/// Run-time options that hold until the next prepare(): those of the engine with these on top.
void prepareWith(EngineState &engine, const poplar::OptionFlags &options);

/// Run-time options of one run, as long as it lives.
class RunOptions {
 public:
  RunOptions(EngineState &engine, const poplar::OptionFlags &options);
  ~RunOptions();
  RunOptions(const RunOptions &) = delete;
  RunOptions &operator=(const RunOptions &) = delete;

 private:
  EngineState &engine_;
};

/// The PE0504, PE0507, PE0508 checks that come before a run.
void requireRunnable(const EngineState &engine);

/// Runs a program that may be run, and records it.
void runProgram(EngineState &engine, std::uint32_t program, const std::string &name);

/// Throws the error that a test planted with insertSimulatedError, if there is one.
void raiseSimulatedError(const EngineState &engine);

} // namespace poplar_emu::engine
