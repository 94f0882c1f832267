// SPDX-License-Identifier: MIT
// From the addresses of a transfer to the tiles whose memory lies there.
#include "profile/blocks/TransferTiles.hpp"

#include "plan/MoveWalk.hpp"
#include "support/ElementType.hpp"

#include <algorithm>
#include <set>

namespace poplar_emu::profile {
namespace {

/// Where each tile's part of each variable lies.
class TileMap {
 public:
  explicit TileMap(const plan::Memory &memory) {
    for (const plan::VariableStorage &variable : memory.variables) {
      const std::uint64_t width = sizeInBytes(variable.type);
      for (const plan::PackedBlock &block : variable.blocks) {
        const plan::Address begin = variable.address + block.packedBegin * width;
        parts_.push_back({begin, begin + block.length * block.count * width, block.tile.value});
      }
    }
    std::sort(parts_.begin(), parts_.end(),
              [](const Part &a, const Part &b) { return a.begin < b.begin; });
  }

  void addTiles(plan::Address begin, std::uint64_t bytes, std::set<std::uint32_t> &tiles) const {
    auto part = std::upper_bound(parts_.begin(), parts_.end(), begin,
                                 [](plan::Address at, const Part &p) { return at < p.begin; });
    if (part != parts_.begin()) --part;
    for (; part != parts_.end() && part->begin < begin + bytes; ++part)
      if (part->end > begin) tiles.insert(part->tile);
  }

 private:
  struct Part {
    plan::Address begin, end;
    std::uint32_t tile;
  };
  std::vector<Part> parts_;
};

} // namespace

std::vector<std::uint32_t> tilesOfTransfer(const plan::Plan &plan, plan::StepKind kind,
                                           std::uint32_t payload) {
  const bool isStream = kind == plan::StepKind::StreamRead || kind == plan::StepKind::StreamWrite;
  const bool toDevice = kind == plan::StepKind::StreamRead || kind == plan::StepKind::RemoteRead;
  const plan::MoveList &moves =
      isStream ? plan.streamSteps[payload].moves : plan.remoteSteps[payload].moves;
  const TileMap map(plan.memory);
  std::set<std::uint32_t> tiles;
  plan::forEachPiece(moves,
                     [&](std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
                       map.addTiles(toDevice ? destination : source, bytes, tiles);
                     });
  return {tiles.begin(), tiles.end()};
}

} // namespace poplar_emu::profile
