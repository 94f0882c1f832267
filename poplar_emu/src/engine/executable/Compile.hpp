// SPDX-License-Identifier: MIT
// compileGraph: options, estimates, passes, codelets.
#pragma once

#include "engine/executable/ExecutableState.hpp"

#include <poplar/ArrayRef.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>

#include <functional>
#include <memory>

namespace poplar_emu::engine {

enum class OptionCheck : bool { Skip, Check };

/// Throws what is wrong with options, graph, programs or codelets.
std::shared_ptr<const ExecutableState> compile(const poplar::Graph &graph,
                                               poplar::ArrayRef<poplar::program::Program> programs,
                                               const poplar::OptionFlags &options,
                                               const std::function<void(int, int)> &progress,
                                               OptionCheck check);

} // namespace poplar_emu::engine
