// SPDX-License-Identifier: MIT
// Whether and how finely the runs of an engine are recorded.
#pragma once

#include "model/EngineOptionTable.hpp"
#include "plan/Plan.hpp"
#include "profile/blocks/BlockRecorder.hpp"
#include "profile/record/Recorder.hpp"

#include <poplar/Target.hpp>

#include <memory>

namespace poplar_emu::engine {

/// Runs on an IPUModel are always recorded, those on an IPU when an option instruments them, those
/// on a CPU never.
bool recordsRuns(const model::EngineOptionValues &values, const poplar::Target &target);

/// Null if nothing is recorded.
std::unique_ptr<profile::Recorder> makeRecorder(const plan::Plan &plan,
                                                const model::EngineOptionValues &values,
                                                const poplar::Target &target);

/// Null if no filter of lightweight profiling is set.
std::unique_ptr<profile::BlockRecorder> makeBlockRecorder(const plan::Plan &plan,
                                                          const model::EngineOptionValues &values,
                                                          const poplar::Target &target);

} // namespace poplar_emu::engine
