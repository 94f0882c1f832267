// SPDX-License-Identifier: MIT
// The code of programs by tile. All programs together have what the memory of the tiles says.
#include "pva/report/Access.hpp"

namespace pva::internal {
namespace {

using Bytes = std::vector<std::uint64_t>;

/// The code that an exchange program of this type runs; null for others.
std::uint32_t TileTraffic::*codeOf(ProgramType type) {
  switch (type) {
  case ProgramType::DoExchange:
    return &TileTraffic::internalCode;
  case ProgramType::GlobalExchange:
    return &TileTraffic::globalCode;
  case ProgramType::StreamCopyMid:
    return &TileTraffic::hostCode;
  default:
    return nullptr;
  }
}

void addVertices(const Model &model, std::uint32_t program, Bytes &bytes) {
  const Profile &profile = *model.profile;
  for (const VertexCount &count :
       profile.computeSets[profile.programs[program].computeSet].vertices) {
    const std::vector<std::uint32_t> &first = model.firstUse[count.type];
    for (std::size_t tile = 0; tile < first.size(); ++tile)
      if (first[tile] == program) bytes[tile] += profile.vertexTypes[count.type].codeBytes;
  }
}

bool isKept(const Profile &profile, const ProgramInfo &program) {
  if (profile.memory.tiles.empty()) return false;
  if (program.exchange != kNone) return !profile.exchanges[program.exchange].tiles.empty();
  if (program.computeSet == kNone) return true;
  for (const VertexCount &count : profile.computeSets[program.computeSet].vertices)
    if (count.countByTile.empty()) return false;
  return true;
}

} // namespace

List<std::uint64_t> Access::controlCode(const ModelPtr &model, std::uint32_t program) {
  if (model->profile->memory.tiles.empty()) return {};
  return List<std::uint64_t>([model, program] {
    return Bytes(model->profile->memory.tiles.size(),
                 model->profile->programs[program].controlCode);
  });
}

List<std::uint64_t> Access::codeBytes(const ModelPtr &model, std::uint32_t program) {
  if (!isKept(*model->profile, model->profile->programs[program])) return {};
  return List<std::uint64_t>([model, program] {
    const Profile &profile = *model->profile;
    const ProgramInfo &info = profile.programs[program];
    Bytes bytes(profile.memory.tiles.size());
    if (const auto code = codeOf(info.type); code != nullptr && info.exchange != kNone)
      for (const TileTraffic &tile : profile.exchanges[info.exchange].tiles)
        bytes[tile.tile] = tile.*code;
    if (info.type == ProgramType::OnTileExecute && info.computeSet != kNone)
      addVertices(*model, program, bytes);
    return bytes;
  });
}

} // namespace pva::internal
