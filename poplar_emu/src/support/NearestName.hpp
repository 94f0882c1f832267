// SPDX-License-Identifier: MIT
// "Did you mean": the candidate that is closest to a misspelt name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace poplar_emu {

/// The candidate with the smallest edit distance, or "" when none is near (more than a third of the
/// letters differ). Cost: product of the lengths per candidate.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

} // namespace poplar_emu
