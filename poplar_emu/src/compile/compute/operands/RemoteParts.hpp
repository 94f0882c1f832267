// SPDX-License-Identifier: MIT
// What an operand has on other tiles: the part of it that an exchange must bring or take.
#pragma once

#include "compile/compute/operands/Regions.hpp"
#include "compile/storage/StorageMap.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// Walks the tile spans of variables. Remembers the last span of each variable, so that vertices in
/// ascending order pay no search. Not safe to share between threads.
class RemoteParts {
 public:
  explicit RemoteParts(const StorageMap &storage)
      : storage_(storage), hints_(storage.storage().size()) {}

  /// `rows` rows on one tile that are no part of another one, `bytes` in all.
  struct Part {
    plan::Address begin = 0; ///< of the first row, if storage was in element order
    std::uint64_t bytes = 0;
    std::uint64_t rows = 1;
    TileId owner;
  };

  /// Calls f(part) for the parts of the regions that do not lie on `tile`.
  template <class F>
  void forEach(std::span<const ir::Region> regions, TileId tile, F &&f) {
    for (const ir::Region &region : regions) {
      if (numElements(region) == 0) continue;
      const StorageMap::Layout &layout = storage_.layout(region.variable);
      if (layout.spans.size() == 1) {
        const TileId owner = layout.spans[0].tile;
        if (owner != tile)
          f(Part{addressOf(layout, rowStart(region, 0)), numElements(region) * layout.width,
                 isContiguous(region) ? 1 : region.count, owner});
        continue;
      }
      std::uint32_t &hint = hints_[region.variable.index()];
      const std::uint64_t rows = isContiguous(region) ? 1 : region.count;
      const std::uint64_t length = isContiguous(region) ? numElements(region) : region.length;
      for (std::uint64_t row = 0; row < rows;) {
        const std::uint64_t begin = rowStart(region, row);
        const StorageMap::TileSpan &span = layout.spans[find(layout, hint, begin)];
        // All rows that begin and end in this span are on one tile.
        if (region.stride > 0 && begin + length <= span.end) {
          const std::uint64_t inside =
              (span.end - length - begin) / static_cast<std::uint64_t>(region.stride) + 1;
          const std::uint64_t count = std::min(rows - row, inside);
          if (span.tile != tile)
            f(Part{addressOf(layout, begin), count * length * layout.width, count, span.tile});
          row += count;
          continue;
        }
        walk(layout, hint, begin, begin + length,
             [&](std::uint64_t from, std::uint64_t elements, TileId owner) {
               if (owner != tile)
                 f(Part{addressOf(layout, from), elements * layout.width, 1, owner});
             });
        ++row;
      }
    }
  }

 private:
  static plan::Address addressOf(const StorageMap::Layout &layout, std::uint64_t element) {
    return layout.address + element * layout.width;
  }

  static std::uint32_t find(const StorageMap::Layout &layout, std::uint32_t &hint,
                            std::uint64_t element) {
    const StorageMap::TileSpan &span = layout.spans[hint];
    if (element < span.begin || element >= span.end)
      hint = static_cast<std::uint32_t>(layout.find(element));
    return hint;
  }

  template <class F>
  static void walk(const StorageMap::Layout &layout, std::uint32_t &hint, std::uint64_t begin,
                   std::uint64_t end, F &&f) {
    for (std::size_t i = find(layout, hint, begin);; ++i) {
      const StorageMap::TileSpan &span = layout.spans[i];
      const std::uint64_t to = std::min(end, span.end);
      f(begin, to - begin, span.tile);
      hint = static_cast<std::uint32_t>(i);
      if (to == end) return;
      begin = to;
    }
  }

  const StorageMap &storage_;
  std::vector<std::uint32_t> hints_; ///< by variable
};

/// The operands that a tile has been counted with: six vertices that read one remote row receive it
/// once. Remembers hashes, so two different operands are taken for one about never.
class SeenOperands {
 public:
  void beginTile() {
    ++epoch_;
    used_ = 0;
  }
  /// True the first time that it is asked for these regions on this tile.
  bool first(std::span<const ir::Region> regions, std::uint64_t salt) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    if (!insert(hashOf(regions) + salt)) return false;
    ++used_;
    return true;
  }
  bool has(std::span<const ir::Region> regions, std::uint64_t salt) const {
    const std::uint64_t hash = hashOf(regions) + salt;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask; !slots_.empty() && slots_[at].epoch == epoch_;
         at = (at + 1) & mask)
      if (slots_[at].hash == hash) return true;
    return false;
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint64_t epoch = 0;
  };
  bool insert(std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at].epoch == epoch_; at = (at + 1) & mask)
      if (slots_[at].hash == hash) return false;
    slots_[at] = {hash, epoch_};
    return true;
  }
  void grow() {
    std::vector<Slot> old(std::max<std::size_t>(64, slots_.size() * 2));
    old.swap(slots_);
    for (const Slot &slot : old)
      if (slot.epoch == epoch_) insert(slot.hash);
  }

  std::vector<Slot> slots_;
  std::uint64_t epoch_ = 1;
  std::size_t used_ = 0;
};

} // namespace poplar_emu::compile
