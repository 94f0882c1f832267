// SPDX-License-Identifier: MIT
// Pass: where each element of each variable lies. After it nobody speaks of variable offsets any more.
#pragma once

#include "compile/Usage.hpp"
#include "ir/Graph.hpp"
#include "plan/Memory.hpp"
#include "view/View.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace poplar_emu::compile {

/// `count` rows of `bytes` consecutive bytes, `stride` bytes apart.
struct ByteRun {
  plan::Address address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t count = 1;
  std::int64_t stride = 0;
};

/// Translates variable coordinates to addresses (tile-packed order, blocks of plan::VariableStorage)
/// and to tiles. Immutable after construction; safe to use from several threads.
class StorageMap {
public:
  /// Lays out all used variables: 64-byte aligned, in tile-packed order. Unmapped constants take the
  /// tile of their first user. Throws invalid_tile_mapping (PE0201) for an unmapped variable that is
  /// used, naming it, its first unmapped element and the line that made it.
  StorageMap(const Input &input, const Usage &usage);

  /// Address of [start, start + length) if it is contiguous in storage. Constant time for variables
  /// in identity order, logarithmic in the number of blocks otherwise.
  std::optional<plan::Address> contiguous(VariableId variable, std::uint64_t start,
                                          std::uint64_t length) const;

  /// Appends the byte runs of a region, in its order, merged maximally.
  void translate(const ir::Region &region, std::vector<ByteRun> &out) const;

  TileId tileOf(VariableId variable, std::uint64_t element) const;

  /// Calls f(bytes, tile) for the parts of the region by tile, in its order.
  template <class F>
  void forEachTile(const ir::Region &region, F &&f) const;

  std::uint64_t elementBytes(VariableId variable) const;
  const std::vector<plan::VariableStorage> &storage() const { return storage_; }
  /// Bytes used by variables; scratch and instances come after it.
  std::uint64_t bytes() const { return bytes_; }

private:
  struct TileSpan {
    std::uint64_t begin, end;
    TileId tile;
  };
  void partsByTile(VariableId variable, std::uint64_t start, std::uint64_t length,
                   std::vector<TileSpan> &out) const;

  std::vector<plan::VariableStorage> storage_;
  std::vector<std::vector<TileSpan>> tiles_; ///< by variable, sorted by element
  std::vector<std::vector<std::uint32_t>> blocksByElement_; ///< by variable, for lookups
  std::uint64_t bytes_ = 0;
};

template <class F>
void StorageMap::forEachTile(const ir::Region &region, F &&f) const {
  std::vector<TileSpan> parts;
  const std::uint64_t width = elementBytes(region.variable);
  for (std::uint64_t row = 0; row < region.count; ++row) {
    parts.clear();
    partsByTile(region.variable, region.start + row * region.stride, region.length, parts);
    for (const TileSpan &part : parts) f((part.end - part.begin) * width, part.tile);
  }
}

} // namespace poplar_emu::compile
