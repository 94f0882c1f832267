// SPDX-License-Identifier: MIT
// From nests over elements of variables to moves over addresses, and to bytes between tiles.
#pragma once

#include "compile/compute/operands/SentParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"
#include "compile/moves/MoveListBuilder.hpp"
#include "compile/storage/StorageMap.hpp"
#include "view/Joint.hpp"

#include <cstdint>

namespace poplar_emu::compile {

/// Stands in views for a buffer on the host, and for the staging area of copies: plain arrays that
/// lie on no tile.
inline constexpr VariableId kHostBuffer = VariableId(VariableId::kInvalid - 1);
inline constexpr VariableId kStaging = VariableId(VariableId::kInvalid - 2);

/// Translates nests of elements of one width.
class NestMoves {
 public:
  NestMoves(const StorageMap &storage, std::uint64_t width) : storage_(storage), width_(width) {}

  /// Address of the staging area.
  void setStaging(plan::Address address) { staging_ = address; }

  /// Appends the moves of a nest. Cost: constant when both sides lie in element order; else one
  /// step for each stretch that lies evenly on one tile on both sides.
  void addMoves(const view::Nest &nest, MoveListBuilder &moves) const;
  /// Counts what crosses tiles. Cost: one step for each box of the nest that lies on one tile on
  /// both sides; repeats of a broadcast cost nothing. What tiles send goes to `sent`.
  void count(const view::Nest &nest, ExchangeCounter &exchange, SentParts &sent) const;

 private:
  struct Side {
    plan::Address address = 0;
    const StorageMap::Layout *layout = nullptr; ///< of a variable
    bool inOrder() const { return !layout || layout->identity; }
  };
  class Counter;
  class Cursor;

  Side side(VariableId variable) const;
  template <class F>
  void forEachStretch(const view::Nest &nest, F &&f) const;

  const StorageMap &storage_;
  std::uint64_t width_;
  plan::Address staging_ = 0;
};

} // namespace poplar_emu::compile
