// SPDX-License-Identifier: MIT
// The program of a plan as reports show it: lowered to exchanges, barriers and code on tiles.
#pragma once

#include "plan/Plan.hpp"
#include "profile/record/StepTable.hpp"
#include "pva/data/Profile.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::profile {

/// What a leaf is of a working step.
enum class Role : std::uint8_t {
  Sync,     ///< before everything else
  Exchange, ///< within IPUs
  GlobalExchange,
  SyncBeforeCompute, ///< follows an exchange
  Execute,           ///< vertices, or copies within tiles
  CopyBegin,
  CopyMid,
  CopyEnd, ///< with the host
};

struct Leaf {
  Role role = Role::Sync;
  std::uint32_t node = plan::kNone; ///< index into ProgramTree::programs
};

/// What a working step of the plan became, in the order of execution. Every cycle of the step
/// belongs to one of them.
using Leaves = std::vector<Leaf>;

/// kNone if there is none.
std::uint32_t nodeOf(const Leaves &leaves, Role role);

/// Nodes of steps that occur at several places of the program are shared, so the tree is a graph
/// without cycles: children stand behind all their parents.
struct ProgramTree {
  std::vector<pva::internal::ProgramInfo> programs;
  std::vector<std::uint32_t> entries; ///< of Plan::programs
  std::vector<Leaves> leaves;         ///< by number of the step; empty for those never reached
  std::vector<std::uint32_t> blocks;  ///< by index into Plan::blocks; kNone for those never reached
};

/// `exchanges` has the index into Profile::exchanges of each step, by number of the step.
ProgramTree buildProgramTree(const plan::Plan &plan, const StepTable &table,
                             const std::vector<std::uint32_t> &exchanges);

} // namespace poplar_emu::profile
