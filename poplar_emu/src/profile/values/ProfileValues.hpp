// SPDX-License-Identifier: MIT
// Profiles as the trees of values that Poplar's older getters return, with their documented keys.
#pragma once

#include "pva/data/Profile.hpp"

#include <poplar/ProfileValue.hpp>

namespace poplar_emu::profile {

/// Keys: target, optimizationInfo, graphInfo, vertexTypes, variables, computeSets, exchanges,
/// programs, memory. Cost: some 100 bytes a number.
poplar::ProfileValue graphValue(const pva::internal::Profile &profile);

/// Keys: profilerMode, programTrace, runs, simulation, totals.
poplar::ProfileValue executionValue(const pva::internal::Profile &profile);

/// What a summary needs of the values, which may have been changed or come from elsewhere: what is
/// missing is zero. PE0707 for a value of the wrong kind.
pva::internal::Profile profileOf(const poplar::ProfileValue &graph);
void addExecution(const poplar::ProfileValue &execution, pva::internal::Profile &profile);

} // namespace poplar_emu::profile
