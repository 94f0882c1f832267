// SPDX-License-Identifier: MIT
// Whether all elements are true.
#ifndef POPOPS_ALL_TRUE_HPP
#define POPOPS_ALL_TRUE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// A BOOL scalar: the logical and of all elements; true if there are none.
///
/// \param A  BOOL, of any shape
///
/// Throws poputil::poplibs_error for other types. 3 supersteps; a word from each worker of each
/// tile goes to one of sqrt(tiles) tiles, whose results go to one.
POPLAR_EMU_EXPORT poplar::Tensor allTrue(poplar::Graph &graph, const poplar::Tensor &A,
                                         poplar::program::Sequence &prog,
                                         const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
