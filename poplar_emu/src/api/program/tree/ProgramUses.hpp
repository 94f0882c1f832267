// SPDX-License-Identifier: MIT
// Walks over everything that programs reach, functions included.
#pragma once

#include "ir/Graph.hpp"

#include <functional>
#include <span>

namespace poplar_emu::api {

/// Calls `visit` for each node reached, parents first; bodies of functions once.
void forEachProgram(const ir::Graph &graph, std::span<const ir::ProgramRef> programs,
                    const std::function<void(const ir::ProgramNode &)> &visit);

} // namespace poplar_emu::api
