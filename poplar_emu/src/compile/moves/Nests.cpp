// SPDX-License-Identifier: MIT
// Canonical order and merging of loops.
#include "compile/moves/Nests.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

using plan::MoveLoop;

bool sameLoop(const MoveLoop &a, const MoveLoop &b) {
  return a.count == b.count && a.sourceStride == b.sourceStride &&
         a.destinationStride == b.destinationStride;
}

void dropAndTurn(NestedMove &nest) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < nest.loops.size(); ++i) {
    MoveLoop loop = nest.loops[i];
    if (loop.count == 1) continue;
    if (loop.destinationStride < 0) {
      const auto last = static_cast<std::int64_t>(loop.count - 1);
      nest.source += static_cast<std::uint64_t>(last * loop.sourceStride);
      nest.destination += static_cast<std::uint64_t>(last * loop.destinationStride);
      loop.sourceStride = -loop.sourceStride;
      loop.destinationStride = -loop.destinationStride;
    }
    nest.loops[kept++] = loop;
  }
  nest.loops.resize(kept);
}

/// The move takes in the loop that continues it.
bool growMove(NestedMove &nest) {
  for (std::size_t i = 0; i < nest.loops.size(); ++i) {
    const MoveLoop &loop = nest.loops[i];
    const auto bytes = static_cast<std::int64_t>(nest.bytes);
    if (loop.sourceStride != bytes || loop.destinationStride != bytes ||
        nest.bytes * loop.count > kMaxMoveBytes)
      continue;
    nest.bytes *= loop.count;
    nest.loops.erase(i, i + 1);
    return true;
  }
  return false;
}

/// An outer loop whose step is the whole of an inner one is a longer inner one.
bool mergeLoops(Loops &loops) {
  for (std::size_t outer = 0; outer < loops.size(); ++outer)
    for (std::size_t inner = 0; inner < loops.size(); ++inner) {
      const auto count = static_cast<std::int64_t>(loops[inner].count);
      if (outer == inner || loops[outer].sourceStride != loops[inner].sourceStride * count ||
          loops[outer].destinationStride != loops[inner].destinationStride * count)
        continue;
      loops[inner].count *= loops[outer].count;
      loops.erase(outer, outer + 1);
      return true;
    }
  return false;
}

} // namespace

void canonicalise(NestedMove &nest) {
  dropAndTurn(nest);
  while (growMove(nest) || mergeLoops(nest.loops)) {
  }
  std::sort(nest.loops.begin(), nest.loops.end(), [](const MoveLoop &a, const MoveLoop &b) {
    return a.destinationStride != b.destinationStride ? a.destinationStride > b.destinationStride
                                                      : a.sourceStride > b.sourceStride;
  });
  const auto bytes = static_cast<std::int64_t>(nest.bytes);
  if (nest.loops.size() < 3 || nest.loops.back().destinationStride != bytes) return;
  const auto last = nest.loops.end() - 1;
  const auto partner = std::find_if(nest.loops.begin(), last, [bytes](const MoveLoop &loop) {
    return loop.sourceStride == bytes || loop.sourceStride == -bytes;
  });
  if (partner != last) std::rotate(partner, partner + 1, last);
}

std::uint32_t PatternPool::intern(const Loops &loops) {
  std::uint64_t hash = loops.size();
  for (const MoveLoop &loop : loops)
    for (const std::uint64_t word : {loop.count, static_cast<std::uint64_t>(loop.sourceStride),
                                     static_cast<std::uint64_t>(loop.destinationStride)})
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);

  const auto [first, last] = byHash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const auto known = this->loops(it->second);
    if (std::equal(known.begin(), known.end(), loops.begin(), loops.end(), sameLoop))
      return it->second;
  }
  const std::uint32_t index =
      add({plan::PatternKind::Nest, static_cast<std::uint32_t>(loops.size()), loops_.size()});
  loops_.insert(loops_.end(), loops.begin(), loops.end());
  byHash_.emplace(hash, index);
  return index;
}

std::uint32_t PatternPool::add(const plan::Pattern &pattern) {
  patterns_.push_back(pattern);
  return static_cast<std::uint32_t>(patterns_.size() - 1);
}

void PatternPool::moveInto(plan::MoveList &list) && {
  list.patterns = std::move(patterns_);
  list.loops = std::move(loops_);
}

} // namespace poplar_emu::compile
