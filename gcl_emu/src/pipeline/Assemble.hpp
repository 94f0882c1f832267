// SPDX-License-Identifier: MIT
// Puts the programs of positions together: cycles, fill, main, flush.
#pragma once

#include "pipeline/Machine.hpp"
#include "pipeline/Programs.hpp"
#include "pipeline/schedule/Positions.hpp"

namespace gcl::pipeline {

/// One step: all micro-batches between two weight updates.
poplar::program::Program assembleStep(Machine &machine, const Positions &positions,
                                      const Programs &programs);

} // namespace gcl::pipeline
