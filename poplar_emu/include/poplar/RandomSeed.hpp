// SPDX-License-Identifier: MIT
// The state of the workers' random number generators.
#ifndef POPLAR_RANDOM_SEED_HPP
#define POPLAR_RANDOM_SEED_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace poplar {

/// UNSIGNED_INT of shape {tiles, workers, 4}.
POPLAR_EMU_EXPORT Tensor getHwSeeds(Graph &graph, program::Sequence &prog,
                                    const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void setHwSeeds(Graph &graph, const Tensor &seeds, program::Sequence &prog,
                                  const DebugContext &debugContext = {});

} // namespace poplar

#endif
