// SPDX-License-Identifier: MIT
// A small valid plan in which every table has a row.
#pragma once

#include "plan/Plan.hpp"

namespace poplar_emu::plan::test {

Plan samplePlan();

} // namespace poplar_emu::plan::test
