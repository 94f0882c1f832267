// SPDX-License-Identifier: MIT
// Finds the node that each record belongs to.
#include "profile/blocks/AddBlocks.hpp"

#include "profile/build/ProgramTree.hpp"

#include <array>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;
using pva::internal::ProgramInfo;
using pva::internal::ProgramType;

/// Begin, middle and end of a transfer that no program contains.
std::array<std::uint32_t, 3> addControlNodes(Profile &profile) {
  std::array<std::uint32_t, 3> nodes{};
  const std::array<std::pair<ProgramType, const char *>, 3> kinds = {{
      {ProgramType::StreamCopyBegin, "StreamCopyBegin"},
      {ProgramType::StreamCopyMid, "StreamCopyMid"},
      {ProgramType::StreamCopyEnd, "StreamCopyEnd"},
  }};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    nodes[i] = static_cast<std::uint32_t>(profile.programs.size());
    ProgramInfo &info = profile.programs.emplace_back();
    info.type = kinds[i].first;
    info.name = kinds[i].second;
  }
  return nodes;
}

std::uint32_t nodeOf(const ProgramTree &tree, const std::array<std::uint32_t, 3> &control,
                     const BlockRecord &record) {
  switch (record.what) {
  case Recorded::Block:
    return tree.blocks[record.subject];
  case Recorded::Begin:
    return nodeOf(tree.leaves[record.subject], Role::CopyBegin);
  case Recorded::Mid:
    return nodeOf(tree.leaves[record.subject], Role::CopyMid);
  case Recorded::End:
    return nodeOf(tree.leaves[record.subject], Role::CopyEnd);
  case Recorded::ControlBegin:
    return control[0];
  case Recorded::ControlMid:
    return control[1];
  case Recorded::ControlEnd:
    return control[2];
  }
  return plan::kNone;
}

} // namespace

void addBlocks(const plan::Plan &plan, const BlockRecorder &recorder, Profile &profile) {
  if (recorder.records().empty()) return;
  const ProgramTree tree =
      buildProgramTree(plan, recorder.table(),
                       std::vector<std::uint32_t>(recorder.table().size(), pva::internal::kNone));
  const std::array<std::uint32_t, 3> control = addControlNodes(profile);
  profile.hasExecution = true;
  for (const BlockRecord &record : recorder.records())
    profile.blocks.push_back(
        {nodeOf(tree, control, record), record.tile, record.from, record.to, record.kind});
}

} // namespace poplar_emu::profile
