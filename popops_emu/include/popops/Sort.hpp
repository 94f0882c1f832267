// SPDX-License-Identifier: MIT
// Sorting along a dimension. Deprecated in Poplar in favour of TopK.hpp, and still used.
#ifndef POPOPS_SORT_HPP
#define POPOPS_SORT_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

// Keys, and values that go with them, are FLOAT, HALF, INT or UNSIGNED_INT. Each line along the
// dimension `dim` is sorted by itself, ascending, not stably. -0 counts as less than +0 or equal to
// it; every NaN comes after infinity and loses its sign.
//
// Errors: poputil::poplibs_error for other types, for shapes of keys and values that differ, and in
// place for a dimension that is not there and for tensors that cannot be written in parallel. The
// forms that return a tensor throw Poplar's own exception for a missing dimension, so also for rank
// 0.
//
// Cost: lines of n elements use min(n / 1024, tiles / lines) tiles each. One line on one tile is 3
// supersteps; on p = 2^t tiles there are t (t + 1) / 2 more, in each of which every tile receives
// the n / p elements of another and merges, and a few that merge runs of workers. Memory is twice
// the tensor in 32-bit words, with values in 64-bit words.

/// The sorted tensor.
POPLAR_EMU_EXPORT poplar::Tensor sort(poplar::Graph &graph, const poplar::Tensor &t, unsigned dim,
                                      poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {});
/// Sorts the tensor itself.
POPLAR_EMU_EXPORT void sortInPlace(poplar::Graph &graph, const poplar::Tensor &t, unsigned dim,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {});
/// The values `v`, moved as sorting moves the keys `k`; both have one shape.
POPLAR_EMU_EXPORT poplar::Tensor sortKeyValue(poplar::Graph &graph, const poplar::Tensor &k,
                                              const poplar::Tensor &v, unsigned dim,
                                              poplar::program::Sequence &prog,
                                              const poplar::DebugContext &debugContext = {});
/// Sorts the keys and moves the values with them.
POPLAR_EMU_EXPORT void sortKeyValueInPlace(poplar::Graph &graph, const poplar::Tensor &k,
                                           const poplar::Tensor &v, unsigned dim,
                                           poplar::program::Sequence &prog,
                                           const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
