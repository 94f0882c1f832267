// SPDX-License-Identifier: MIT
// What a plan remembers. plannedTable() gives null for one that was constructed by default.
#pragma once

#include <popops/DynamicSlice.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace popops::slice {

struct PlannedTable {
  std::string type;
  std::size_t groupSize, numEntries, outputSize;
  std::vector<std::size_t> numLookups;
};

} // namespace popops::slice
