// SPDX-License-Identifier: MIT
// The account of a run, superstep by superstep.
#pragma once

#include "Table.hpp"
#include "ledger/Prediction.hpp"

#include <iosfwd>
#include <vector>

namespace poplar_emu::tool {

/// One line a superstep, most expensive first, at most `rows` of them and one for the others; then
/// the sum, and what each of `others` would take.
void printLedger(const pva::internal::Profile &profile, const std::vector<BspMachine> &others,
                 std::size_t rows, TableForm form, std::ostream &out);

} // namespace poplar_emu::tool
