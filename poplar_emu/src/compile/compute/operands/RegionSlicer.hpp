// SPDX-License-Identifier: MIT
// Cuts the regions of a whole field into those of its rows.
#pragma once

#include "compile/compute/operands/Regions.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// Takes elements from the front of a region list, whole rows at a time where possible.
class RegionSlicer {
 public:
  explicit RegionSlicer(std::span<const ir::Region> regions) : regions_(regions) {}

  /// Appends the next `elements` elements to `out`. There are that many.
  void take(std::uint64_t elements, std::vector<ir::Region> &out) {
    while (elements != 0) {
      const ir::Region &region = regions_[region_];
      if (row_ == region.count || region.length == 0) {
        ++region_;
        row_ = column_ = 0;
        continue;
      }
      ir::Region piece = region;
      piece.start = rowStart(region, row_) + column_;
      piece.count = 1;
      if (column_ == 0 && elements >= region.length) {
        piece.count = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(elements / region.length, region.count - row_));
        row_ += piece.count;
      } else {
        piece.length =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(elements, region.length - column_));
        column_ += piece.length;
        if (column_ == region.length) {
          ++row_;
          column_ = 0;
        }
      }
      elements -= numElements(piece);
      out.push_back(piece);
    }
  }

 private:
  std::span<const ir::Region> regions_;
  std::size_t region_ = 0;
  std::uint64_t row_ = 0;
  std::uint64_t column_ = 0;
};

} // namespace poplar_emu::compile
