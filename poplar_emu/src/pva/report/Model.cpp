// SPDX-License-Identifier: MIT
// Lowered variables by tile and by variable.
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

} // namespace

Model::Model(ProfilePtr data) : profile(std::move(data)) {
  const std::vector<LoweredVariable> &lowered = profile->memory.lowered;
  for (std::uint32_t i = 0; i < lowered.size(); ++i) {
    byTile[lowered[i].tile].push_back(i);
    if (lowered[i].variable != kNone) byVariable[lowered[i].variable].push_back(i);
  }
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
