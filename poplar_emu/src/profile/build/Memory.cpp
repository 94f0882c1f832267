// SPDX-License-Identifier: MIT
// Translates what the memory pass found: positions of steps become nodes of the program tree.
#include "profile/build/Memory.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;

bool isWork(plan::StepKind kind) {
  switch (kind) {
  case plan::StepKind::Compute:
  case plan::StepKind::Copy:
  case plan::StepKind::StreamRead:
  case plan::StepKind::StreamWrite:
  case plan::StepKind::RemoteRead:
  case plan::StepKind::RemoteWrite:
  case plan::StepKind::CrossReplicaCopy:
    return true;
  default:
    return false;
  }
}

/// The leaf that the step is known by: that of its code, its exchange or its transfer.
std::uint32_t mainLeaf(const Leaves &leaves) {
  for (const Role role : {Role::Execute, Role::Exchange, Role::GlobalExchange, Role::CopyMid})
    if (const std::uint32_t node = nodeOf(leaves, role); node != plan::kNone) return node;
  return pva::internal::kNone;
}

/// For a step of a program that was too large to be lowered: there is no tree that it stands in.
std::uint32_t addLooseLeaf(const plan::MemoryStep &step, ProgramTree &tree) {
  using pva::internal::ProgramType;
  pva::internal::ProgramInfo &leaf = tree.programs.emplace_back();
  leaf.type = step.kind == plan::StepKind::Compute ? ProgramType::OnTileExecute
              : step.kind == plan::StepKind::Copy  ? ProgramType::DoExchange
              : isWork(step.kind)                  ? ProgramType::StreamCopyMid
                                                   : ProgramType::Unknown;
  leaf.name = step.name;
  leaf.site = step.site;
  return static_cast<std::uint32_t>(tree.programs.size() - 1);
}

void addTiles(const plan::TileMemory &memory, Profile &profile) {
  profile.memory.tiles.reserve(memory.tiles.size());
  for (const plan::TileBytes &tile : memory.tiles)
    profile.memory.tiles.push_back(
        {tile.bytes, tile.alwaysLive, tile.notAlwaysLive, tile.gaps,
         memory.steps.empty() ? pva::internal::kNone : tile.fullestStep});
  profile.memory.outOfMemory = memory.outOfMemory;
}

void addLiveness(const plan::TileMemory &memory, const StepTable &table, ProgramTree &tree,
                 TileDetail detail, Profile &profile) {
  for (const plan::MemoryStep &step : memory.steps) {
    pva::internal::LivenessStep &info = profile.memory.liveness.emplace_back();
    if (isWork(step.kind) && step.payload != plan::kNone)
      info.program = mainLeaf(tree.leaves[table.indexOf(step.kind, step.payload)]);
    if (memory.outOfMemory && step.payload == plan::kNone) info.program = addLooseLeaf(step, tree);
    info.bytes = step.bytes;
    if (detail == TileDetail::Keep) info.bytesByTile = step.bytesByTile;
    // A graph that does not fit has no variables yet.
    if (!profile.variables.empty()) info.variables = step.variables;
  }
}

} // namespace

void addMemory(const plan::Plan &plan, const StepTable &table, ProgramTree &tree, TileDetail detail,
               Profile &profile) {
  const plan::TileMemory &memory = plan.tileMemory;
  addTiles(memory, profile);
  addLiveness(memory, table, tree, detail, profile);
  for (std::size_t v = 0; v < std::min(memory.alwaysLive.size(), profile.variables.size()); ++v)
    profile.variables[v].alwaysLive = memory.alwaysLive[v] != 0;
  if (detail == TileDetail::Drop) return;
  for (const plan::PlacedMemory &placed : memory.placed) {
    pva::internal::LoweredVariable &info = profile.memory.lowered.emplace_back();
    info.variable = placed.variable;
    info.tile = placed.tile;
    info.offset = placed.offset;
    info.bytes = placed.bytes;
    info.category = placed.category;
    info.alwaysLive = placed.alwaysLive;
  }
}

} // namespace poplar_emu::profile
