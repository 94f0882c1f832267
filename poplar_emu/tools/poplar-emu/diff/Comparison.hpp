// SPDX-License-Identifier: MIT
// Two profiles side by side.
#pragma once

#include "Table.hpp"
#include "diff/Condition.hpp"

#include <cstddef>
#include <iosfwd>
#include <vector>

namespace poplar_emu::tool {

/// All metrics, then the `rows` supersteps whose cycles changed most. Supersteps are the same when
/// their names are.
void printComparison(const pva::internal::Profile &before, const pva::internal::Profile &after,
                     std::size_t rows, TableForm form, std::ostream &out);

/// Says of each condition that holds what it saw. True if one holds.
bool anyHolds(const std::vector<Condition> &conditions, const std::vector<Metric> &before,
              const std::vector<Metric> &after, std::ostream &out);

} // namespace poplar_emu::tool
