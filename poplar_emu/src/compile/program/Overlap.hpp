// SPDX-License-Identifier: MIT
// Which parts of a copy read what the copy itself overwrites.
#pragma once

#include "view/Joint.hpp"

#include <vector>

namespace poplar_emu::compile {

/// True if the nest copies every element onto itself.
bool isIdentity(const view::Nest &nest);

/// For each nest: true if some element of its source lies in the destination of any of them. Exact.
/// Cost: one bit for every element where sources and destinations of one variable meet, if they do.
std::vector<bool> overwrittenSources(const std::vector<view::Nest> &nests);

} // namespace poplar_emu::compile
