// SPDX-License-Identifier: MIT
// Whole variables, which views of tests start from.
#pragma once

#include "view/View.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::view::test {

using Sizes = std::vector<std::uint64_t>;

inline View variable(const Sizes &shape, unsigned id = 0) {
  return wholeVariable(VariableId(id), shape);
}

} // namespace poplar_emu::view::test
