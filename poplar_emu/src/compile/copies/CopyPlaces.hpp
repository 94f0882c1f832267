// SPDX-License-Identifier: MIT
// On which IPUs a copy runs, and on which side of their I/O tiles.
#pragma once

#include "compile/compute/operands/SentParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"
#include "compile/storage/StorageMap.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace poplar_emu::compile {

struct CopyPlace {
  std::vector<std::uint32_t> ipus; ///< ascending
  std::vector<plan::TileSide> sides;
  bool operator==(const CopyPlace &) const = default;
};

/// Cost: nothing on one IPU without I/O tiles; else that of counting what the copy exchanges.
class CopyPlaces {
 public:
  CopyPlaces(const Input &input, const StorageMap &storage,
             const std::vector<std::uint32_t> &ioTiles);

  /// Nothing if the copy crosses IPUs.
  std::optional<CopyPlace> of(const ir::Copy &copy);

 private:
  const StorageMap &storage_;
  plan::Plan noPlan_; ///< which the counter writes to
  std::optional<ExchangeCounter> counter_;
  SentParts sent_;
};

} // namespace poplar_emu::compile
