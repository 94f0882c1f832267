// SPDX-License-Identifier: MIT
// How vertices are named in messages of a run.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>
#include <string>

namespace poplar_emu::runtime {

/// "stencil.cpp:41   Stencil#17 (tile 3, instance 2)", with the replica when there are several.
std::string describeVertex(const plan::Plan &plan, const plan::ComputeStep &step,
                           const plan::Batch &batch, std::uint32_t instance, std::uint32_t replica);

} // namespace poplar_emu::runtime
