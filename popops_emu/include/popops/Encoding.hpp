// SPDX-License-Identifier: MIT
// One-hot encoding, and counting upwards.
#ifndef POPOPS_ENCODING_HPP
#define POPOPS_ENCODING_HPP

#include <popops/EncodingConstants.hpp>

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

/// Writes row i of `encoded` with 1 in column indices[i] and 0 elsewhere; only zeros if the index
/// is MASKED_LABEL_CODE or not a column.
///
/// \param indices  [n], INT or UNSIGNED_INT
/// \param encoded  [n, classes], FLOAT, HALF, INT or UNSIGNED_INT, written in full
///
/// Throws poputil::poplibs_error for other shapes and types, and if `encoded` cannot be written in
/// parallel. One superstep; each tile writes its elements and receives the indices of its rows.
POPLAR_EMU_EXPORT void encodeOneHot(poplar::Graph &graph, const poplar::Tensor &indices,
                                    const poplar::Tensor &encoded, poplar::program::Sequence &prog,
                                    const poplar::DebugContext &debugContext = {});
/// The same with the elements of `on` and `off`, single elements of encoded's type, for 1 and 0.
POPLAR_EMU_EXPORT void encodeOneHot(poplar::Graph &graph, const poplar::Tensor &indices,
                                    const poplar::Tensor &encoded, poplar::program::Sequence &prog,
                                    const poplar::Tensor &on, const poplar::Tensor &off,
                                    const poplar::DebugContext &debugContext = {});

/// t[i] = start + i, wrapping.
///
/// \param t  rank 0 or 1, of the type of `start`: UNSIGNED_INT or INT
///
/// Throws poputil::poplibs_error for other shapes and types, and if `t` cannot be written in
/// parallel. One superstep, no exchange.
POPLAR_EMU_EXPORT void iota(poplar::Graph &graph, const poplar::Tensor &t, unsigned startInteger,
                            poplar::program::Sequence &prog,
                            const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void iota(poplar::Graph &graph, const poplar::Tensor &t, int startInteger,
                            poplar::program::Sequence &prog,
                            const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
