// SPDX-License-Identifier: MIT
// The pieces of a range of indices, for operations that join many ranges.
#pragma once

#include "view/View.hpp"

namespace poplar_emu::view {

/// Appends the parts of the pieces of `view` at indices [begin, end) of `dim`, moved so that
/// `begin` becomes index `target`.
void appendCut(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim,
               std::uint64_t target, std::vector<Piece> &out);

} // namespace poplar_emu::view
