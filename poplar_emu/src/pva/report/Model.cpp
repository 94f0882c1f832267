// SPDX-License-Identifier: MIT
// Lowered variables by tile and by variable; who runs a vertex type first.
#include "pva/report/Access.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace pva::internal {
namespace {

std::string textOf(const std::map<std::uint32_t, std::vector<std::uint32_t>> &byTile) {
  if (byTile.empty()) return "no tile has any";
  constexpr std::size_t kMost = 5;
  std::string text = "there is data for ";
  std::size_t shown = 0;
  for (const auto &entry : byTile) {
    if (shown == kMost) return text + fmt::format(" ... ({} tiles)", byTile.size());
    text += fmt::format("{}{}", shown++ == 0 ? "tile " : ", ", entry.first);
  }
  return text;
}

/// As Model::firstUse.
std::vector<std::vector<std::uint32_t>> firstUses(const Profile &profile) {
  std::vector<std::vector<std::uint32_t>> firstUse(profile.vertexTypes.size());
  for (std::uint32_t p = 0; p < profile.programs.size(); ++p) {
    const ProgramInfo &program = profile.programs[p];
    if (program.type != ProgramType::OnTileExecute || program.computeSet == kNone) continue;
    for (const VertexCount &count : profile.computeSets[program.computeSet].vertices) {
      std::vector<std::uint32_t> &first = firstUse[count.type];
      if (!count.countByTile.empty()) first.resize(count.countByTile.size(), kNone);
      for (std::size_t tile = 0; tile < count.countByTile.size(); ++tile)
        if (count.countByTile[tile] != 0 && first[tile] == kNone) first[tile] = p;
    }
  }
  return firstUse;
}

} // namespace

Model::Model(ProfilePtr data) : profile(std::move(data)) {
  const std::vector<LoweredVariable> &lowered = profile->memory.lowered;
  for (std::uint32_t i = 0; i < lowered.size(); ++i) {
    byTile[lowered[i].tile].push_back(i);
    if (lowered[i].variable != kNone) byVariable[lowered[i].variable].push_back(i);
  }
  firstUse = List<std::vector<std::uint32_t>>([kept = profile] { return firstUses(*kept); });
}

const std::vector<std::uint32_t> &Model::loweredOn(std::uint64_t tile) const {
  const auto found = tile <= kNone ? byTile.find(static_cast<std::uint32_t>(tile)) : byTile.end();
  if (found == byTile.end())
    throw std::out_of_range(
        fmt::format("tile {} has no liveness data: {}; take a tile of tilesWithLivenessInfo()",
                    tile, textOf(byTile)));
  return found->second;
}

} // namespace pva::internal
