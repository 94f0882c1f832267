// SPDX-License-Identifier: MIT
// Copies runs of rows, of lengths and places that are data.
#ifndef POPOPS_SEQUENCE_SLICE_HPP
#define POPOPS_SEQUENCE_SLICE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poputil/DebugInfo.hpp>

namespace popops {

/// For each i copies rows [tInOffset[i], tInOffset[i] + tN[i]) of tIn to rows tOutOffset[i]... of
/// tOut; a later i wins. Rows are slices in dimension 0; parts of a run outside either tensor are
/// left out. Other rows of tOut become zero if zeroUnused, else stay. tIn and tOut have one type,
/// rank at least 2, and the same shape but for dimension 0; tN, tInOffset and tOutOffset are
/// UNSIGNED_INT or INT of rank 1 and one length. Throws poplar::graph_connection_error otherwise,
/// and poputil::poplibs_error for a tOut that cannot be written in parallel. Cost: a superstep, and
/// those of a multiSlice of as many rows as tOut has.
POPLAR_EMU_EXPORT void sequenceSlice(poplar::Graph &graph, const poplar::Tensor &tIn,
                                     const poplar::Tensor &tOut, const poplar::Tensor &tN,
                                     const poplar::Tensor &tInOffset,
                                     const poplar::Tensor &tOutOffset, bool zeroUnused,
                                     poplar::program::Sequence &prog,
                                     const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
