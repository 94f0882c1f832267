// SPDX-License-Identifier: MIT
// What must hold for a schedule to exist. Each function throws pipeline_error.
#pragma once

#include <gcl/pipeline/Schedule.hpp>

namespace gcl::pipeline {

/// "PopART's", "grouped", ...
std::string kindName(ScheduleKind kind);

/// IPUs of the forward stages against the kind.
void checkStageMap(ScheduleKind kind, Mode mode, const std::vector<unsigned> &virtualGraphs);
/// The number of micro-batches against the stages' start cycles.
void checkMicroBatches(const Schedule &schedule, unsigned forwardStages);

} // namespace gcl::pipeline
