// SPDX-License-Identifier: MIT
// Keeps a sorted list of what is occupied at the step at hand.
#include "compile/memory/Placement.hpp"

#include "support/Alignment.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>

namespace poplar_emu::compile {
namespace {

struct Block {
  std::uint64_t begin = 0, end = 0;
};

class Occupied {
 public:
  /// The lowest aligned offset, not below `from`, at which `bytes` are free; takes them.
  std::uint64_t take(std::uint64_t bytes, std::uint32_t align, std::uint64_t from) {
    std::uint64_t offset = roundUp(from, align);
    auto block = std::partition_point(blocks_.begin(), blocks_.end(),
                                      [=](const Block &b) { return b.end <= offset; });
    for (; block != blocks_.end() && block->begin < offset + bytes; ++block)
      offset = std::max(offset, roundUp(block->end, align));
    blocks_.insert(block, {offset, offset + bytes});
    return offset;
  }
  void release(std::uint64_t offset) {
    blocks_.erase(std::partition_point(blocks_.begin(), blocks_.end(),
                                       [=](const Block &b) { return b.begin < offset; }));
  }
  /// Nothing that is here now will be released: blocks that touch become one.
  void keepAll() {
    std::vector<Block> merged;
    for (const Block &block : blocks_)
      if (!merged.empty() && merged.back().end == block.begin)
        merged.back().end = block.end;
      else
        merged.push_back(block);
    blocks_ = std::move(merged);
  }

 private:
  std::vector<Block> blocks_; ///< sorted, apart from one another
};

unsigned rank(Region region) {
  switch (region) {
  case Region::Executable:
    return 0;
  case Region::Interleaved:
    return 1;
  case Region::Anywhere:
    break;
  }
  return 2;
}

} // namespace

std::uint64_t placePieces(std::vector<MemoryPiece> &pieces, std::uint64_t interleavedFrom) {
  std::vector<std::uint32_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&pieces](std::uint32_t i) {
      const MemoryPiece &p = pieces[i];
      return p.alwaysLive ? std::tuple(0, Position{0}, rank(p.region), std::uint64_t{0}, i)
                          : std::tuple(1, p.first, rank(p.region), ~p.bytes, i);
    };
    return key(a) < key(b);
  });

  Occupied occupied;
  using Ending = std::pair<Position, std::uint64_t>; // last step, offset
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> ending;
  std::uint64_t end = 0;
  bool kept = false;
  for (const std::uint32_t i : order) {
    MemoryPiece &piece = pieces[i];
    if (piece.bytes == 0) continue;
    if (!piece.alwaysLive) {
      if (!kept) occupied.keepAll();
      kept = true;
      for (; !ending.empty() && ending.top().first < piece.first; ending.pop())
        occupied.release(ending.top().second);
    }
    piece.offset = occupied.take(piece.bytes, piece.align,
                                 piece.region == Region::Interleaved ? interleavedFrom : 0);
    if (!piece.alwaysLive) ending.emplace(piece.last, piece.offset);
    end = std::max(end, piece.offset + piece.bytes);
  }
  return end;
}

} // namespace poplar_emu::compile
