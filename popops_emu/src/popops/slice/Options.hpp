// SPDX-License-Identifier: MIT
// The options of slices, updates and their plans.
#pragma once

#include <poplar/OptionFlags.hpp>

namespace popops::slice {

struct SliceOptions {
  bool remapOutOfBoundIndices = false; ///< such an index is taken for 0
  bool paddingIndexUsed = false;       ///< the index that equals the size gives zeros
  double availableMemoryProportion = 0.6;
  bool indicesAreSpread = true; ///< neither sorted nor mostly one
};

/// Throws poplar::invalid_option for an unknown key or a bad value.
SliceOptions parseOptions(const poplar::OptionFlags &options);

} // namespace popops::slice
