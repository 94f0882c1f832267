// SPDX-License-Identifier: MIT
// Counts the cycles that programs take.
#ifndef POPLAR_CYCLE_COUNT_HPP
#define POPLAR_CYCLE_COUNT_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/SyncType.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <string>
#include <vector>

namespace poplar {

/// Extends a sequence so that it counts its own cycles on a tile. Returns UNSIGNED_INT[2], low word
/// first, on that tile.
POPLAR_EMU_EXPORT Tensor cycleCount(Graph &graph, program::Sequence &prog, unsigned tile,
                                    SyncType syncType, const DebugContext &debugContext = {});
/// Old form: syncs the tiles of one IPU.
POPLAR_EMU_EXPORT Tensor cycleCount(Graph &graph, program::Sequence &prog, unsigned tile,
                                    const DebugContext &debugContext = {});

/// Adds the reading of a tile's cycle counter to a sequence.
POPLAR_EMU_EXPORT Tensor cycleStamp(Graph &graph, program::Sequence &prog, unsigned tile,
                                    SyncType syncType, const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT std::vector<Tensor> cycleStamp(Graph &graph, program::Sequence &prog,
                                                 const std::vector<unsigned> &tiles,
                                                 SyncType syncType,
                                                 const DebugContext &debugContext = {});

} // namespace poplar

#endif
