// SPDX-License-Identifier: MIT
// Proof that a plan refers only to what exists: every index, address and extent is in range.
#pragma once

#include "plan/Plan.hpp"

#include <optional>
#include <string>

namespace poplar_emu::plan {

/// The first fault of the plan, in words, or nothing. Cost: linear in the plan.
///
/// A plan without fault can be executed without reading or writing outside the memory of a replica
/// and of the host buffers, and its sequences end up in no cycle.
std::optional<std::string> findFault(const Plan &plan);

/// Throws internal_error (PE0001) if there is a fault: it is the compiler's.
void verify(const Plan &plan);

} // namespace poplar_emu::plan
