// SPDX-License-Identifier: MIT
// The profile of an engine, as data.
#pragma once

#include "engine/EngineState.hpp"
#include "pva/data/Profile.hpp"

namespace poplar_emu::engine {

/// Whether the part that runs left behind is wanted.
enum class Runs : bool { Leave, Include };

/// Compilation, and runs if they were recorded.
pva::internal::Profile profileOf(const EngineState &engine, Runs runs);

/// Of a compilation that came as far as the memory of tiles.
pva::internal::Profile profileOf(const plan::Plan &plan, const poplar::Target &target,
                                 const model::EngineOptionValues &values);

} // namespace poplar_emu::engine
