// SPDX-License-Identifier: MIT
// What it takes to bring an operand that lies on its tile in pieces into one, or back.
#pragma once

#include "compile/compute/operands/RemoteParts.hpp"
#include "compile/exchange/ExchangeModel.hpp"
#include "compile/exchange/PieceCycles.hpp"
#include "compile/storage/StorageMap.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// Prices operands. A field of a vertex is one stretch of its tile's memory. The compiler of a
/// machine places variables so that operands are, and what comes from other tiles beside what is
/// there; it cannot when one variable has other elements between those that a field takes, or when
/// a field takes elements of others in between:
///
///     block of a tile   . . . . . .       with a rim   r r r r r r r r
///                       . . . . . .                    r . . . . . . r   two pieces: the rows
///                       . . . . . .                    r . . . . . . r   of the block
///
/// So an operand is rearranged if it takes several pieces of one variable on its tile; all that
/// lies there is copied then. A piece costs a copy vertex, or one a word if pieces are equally
/// spaced words. Not safe to share between threads.
class Rearrangement {
 public:
  Rearrangement(const StorageMap &storage, const ExchangeModel &model, std::uint32_t numTiles)
      : storage_(storage), model_(model), next_(storage.storage().size()), lastSpan_(numTiles) {}

  /// Of the part of the regions that lies on the tile. Cost: linear in its rows.
  PieceCycles cyclesOf(std::span<const ir::Region> regions, TileId tile);

 private:
  struct Piece {
    VariableId variable;
    std::uint64_t begin = 0, end = 0; ///< elements; of the first of the rows
    std::uint64_t rows = 1;
  };
  void addRegion(const ir::Region &region, TileId tile);
  void addPiece(Piece piece);
  PieceCycles copyOf(const Piece &piece) const;
  bool continues(const Piece &before, std::uint64_t element);
  std::size_t nextSpan(VariableId variable, std::size_t span);

  const StorageMap &storage_;
  const ExchangeModel &model_;
  std::vector<std::vector<std::uint32_t>> next_; ///< by variable: the next span of the same tile
  std::vector<std::uint32_t> lastSpan_;          ///< by tile, while next_ is made
  std::vector<Piece> pieces_;
  bool interrupted_ = false; ///< by elements of other tiles, behind the last piece
};

} // namespace poplar_emu::compile
