// SPDX-License-Identifier: MIT
// Collectives name replicas that exist, and stand for steps that no data can change.
#include "plan/verify/Verifier.hpp"

#include "plan/StepTargets.hpp"

#include <algorithm>
#include <vector>

namespace poplar_emu::plan {
namespace {

bool isFixed(StepKind kind) {
  switch (kind) {
  case StepKind::Compute:
  case StepKind::Copy:
  case StepKind::CrossReplicaCopy:
  case StepKind::AssumeEqual:
  case StepKind::Collective:
  case StepKind::Repeat:
  case StepKind::Call:
  case StepKind::Block:
  case StepKind::Sync:
  case StepKind::Undefine:
    return true;
  default:
    return false;
  }
}

void verifySteps(const Plan &plan, SequenceId first, const std::string &where) {
  std::vector<bool> seen(plan.sequences.size());
  std::vector<SequenceId> open{first};
  while (!open.empty()) {
    const SequenceId id = open.back();
    open.pop_back();
    if (seen[id.index()]) continue;
    seen[id.index()] = true;
    for (const Step &step : plan.sequences[id.index()].steps) {
      if (!isFixed(step.kind)) fail("{}: step of kind {}", where, static_cast<unsigned>(step.kind));
      forEachTarget(plan, step, [&open](SequenceId target) { open.push_back(target); });
    }
  }
}

void verifyPiece(const Plan &plan, const CollectiveStep &step, const CollectivePiece &piece,
                 const std::string &where) {
  verifyMoves(piece.moves, memoryOf(plan), memoryOf(plan), where);
  const std::uint32_t width = static_cast<std::uint32_t>(sizeInBytes(step.type));
  for (const Move &move : piece.moves.moves)
    if (move.bytes % width != 0) fail("{}: a move splits an element", where);
  const std::size_t positions = step.groups.empty() ? 0 : step.groups.front().size();
  const auto inGroup = [&](std::uint32_t position) {
    if (position >= positions) fail("{}: position {} of {}", where, position, positions);
  };
  for (const std::vector<std::uint32_t> &chain : piece.chains) {
    if (chain.empty()) fail("{}: an empty chain", where);
    std::for_each(chain.begin(), chain.end(), inGroup);
  }
  std::for_each(piece.receivers.begin(), piece.receivers.end(), inGroup);
  const bool copies =
      piece.chains.empty() || (piece.chains.size() == 1 && piece.chains.front().size() == 1);
  if (!(copies && step.combine != Combine::SquareAdd) && !isCombinable(step.combine, step.type))
    fail("{}: {} cannot be combined", where, name(step.type));
}

void verifyCollective(const Plan &plan, const CollectiveStep &step) {
  const std::string where = "collective '" + step.name + "'";
  if (step.steps.value >= plan.sequences.size()) fail("{}: no steps", where);
  verifySteps(plan, step.steps, where);
  if (sizeInBytes(step.type) == 0) fail("{}: no element type", where);
  std::vector<bool> seen(plan.machine.replicationFactor);
  for (const std::vector<std::uint32_t> &group : step.groups) {
    if (group.size() != step.groups.front().size()) fail("{}: groups of different sizes", where);
    for (const std::uint32_t replica : group) {
      if (replica >= seen.size() || seen[replica]) fail("{}: replica {}", where, replica);
      seen[replica] = true;
    }
  }
  for (const CollectivePiece &piece : step.pieces)
    verifyPiece(plan, step, piece, where);
}

} // namespace

void verifyCollectives(const Plan &plan) {
  for (const CollectiveStep &step : plan.collectives)
    verifyCollective(plan, step);
}

} // namespace poplar_emu::plan
