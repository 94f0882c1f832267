// SPDX-License-Identifier: MIT
// Code that counts the cycles of vertices without an estimate, when somebody looks at cycles.
#pragma once

#include "engine/executable/ExecutableState.hpp"
#include "model/EngineOptionTable.hpp"
#include "runtime/CodeTable.hpp"

namespace poplar_emu::engine {

/// Adds the second image of those codelet files whose vertices have no estimate, if the options or
/// cycle stamps of the program ask for cycles. It is built when first needed, and cached. If it
/// cannot be built, a warning says so once, and the default estimates stay.
runtime::CodeTable withCountingCode(runtime::CodeTable code, const ExecutableState &executable,
                                    const model::EngineOptionValues &values);

} // namespace poplar_emu::engine
