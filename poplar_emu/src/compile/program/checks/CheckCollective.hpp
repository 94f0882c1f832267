// SPDX-License-Identifier: MIT
// The conditions that the description of a collective must meet.
#pragma once

#include "compile/program/checks/Checks.hpp"

namespace poplar_emu::compile {

/// PE0414: groups, positions, ranges, type and scale fit, no element is written twice, and no data
/// can change the course of the steps. PE0404, PE0405 for the destination.
void checkCollective(const ir::Graph &graph, const NodeChecks &checks,
                     const ir::Collective &collective);

} // namespace poplar_emu::compile
