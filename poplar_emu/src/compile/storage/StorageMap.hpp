// SPDX-License-Identifier: MIT
// Pass: where each element of each variable lies. After it nobody speaks of variable offsets any
// more.
#pragma once

#include "compile/Usage.hpp"
#include "ir/Graph.hpp"
#include "plan/Memory.hpp"
#include "view/View.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// `count` rows of `bytes` consecutive bytes, `stride` bytes apart.
struct ByteRun {
  plan::Address address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t count = 1;
  std::int64_t stride = 0;
};

/// Translates variable coordinates to addresses (tile-packed order, blocks of
/// plan::VariableStorage, or element order) and to tiles. Immutable once the orders are chosen
/// (StorageOrder.hpp); safe to use from several threads.
class StorageMap {
 public:
  /// Lays out all used variables: 64-byte aligned, in tile-packed order. Unmapped constants take
  /// the tile of the first vertex that uses them (tile 0 when only copies do), with a warning.
  /// Throws invalid_tile_mapping (PE0201) for an unmapped variable that is used, naming it, its
  /// first unmapped element and the line that made it.
  StorageMap(const Input &input, const Usage &usage);

  /// Address of [start, start + length) if it is contiguous in storage. Constant time for variables
  /// in identity order, logarithmic in the number of blocks otherwise.
  std::optional<plan::Address> contiguous(VariableId variable, std::uint64_t start,
                                          std::uint64_t length) const;

  /// Address of an operand that is consecutive in storage. Otherwise `runs`, which is replaced, may
  /// hold its translation. There are elements.
  std::optional<plan::Address> consecutive(std::span<const ir::Region> regions,
                                           std::vector<ByteRun> &runs) const;

  /// From now on the variable is one plain array. Only its addresses change, within its bytes.
  void useElementOrder(VariableId variable);

  /// Appends the byte runs of a region, in its order, merged maximally.
  void translate(const ir::Region &region, std::vector<ByteRun> &out) const;

  TileId tileOf(VariableId variable, std::uint64_t element) const;

  /// Calls f(bytes, tile) for the parts of the region by tile, in its order.
  template <class F>
  void forEachTile(const ir::Region &region, F &&f) const;

  std::uint64_t elementBytes(VariableId variable) const { return layouts_[variable.index()].width; }
  const std::vector<plan::VariableStorage> &storage() const { return storage_; }
  /// Bytes used by variables; scratch and instances come after it.
  std::uint64_t bytes() const { return bytes_; }

  /// Elements [begin, end) lie on one tile, one after the other, the first of them as element
  /// `packed` of the storage.
  struct TileSpan {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t packed = 0;
    TileId tile;
  };

  /// How the elements of one variable lie, for passes that walk over them in bulk.
  struct Layout {
    plan::Address address = 0;
    std::uint64_t width = 0;         ///< bytes of an element
    bool identity = true;            ///< storage order is element order
    std::vector<TileSpan> spans;     ///< the whole variable, sorted by element
    std::vector<std::uint32_t> grid; ///< the span of every 2^gridShift-th element
    unsigned gridShift = 0;

    /// Index of the span of an element. Expected constant time.
    std::size_t find(std::uint64_t element) const;
  };
  const Layout &layout(VariableId variable) const { return layouts_[variable.index()]; }

 private:
  void partsByTile(VariableId variable, std::uint64_t start, std::uint64_t length,
                   std::vector<TileSpan> &out) const;
  void addVariable(const ir::Variable &variable, TileId fallback, std::uint32_t numTiles,
                   plan::VariableStorage &storage, Layout &layout);

  std::vector<plan::VariableStorage> storage_;
  std::vector<Layout> layouts_; ///< by variable
  std::uint64_t bytes_ = 0;
};

template <class F>
void StorageMap::forEachTile(const ir::Region &region, F &&f) const {
  std::vector<TileSpan> parts;
  const std::uint64_t width = elementBytes(region.variable);
  for (std::uint64_t row = 0; row < region.count; ++row) {
    parts.clear();
    partsByTile(region.variable, region.start + row * static_cast<std::uint64_t>(region.stride),
                region.length, parts);
    for (const TileSpan &part : parts)
      f((part.end - part.begin) * width, part.tile);
  }
}

} // namespace poplar_emu::compile
