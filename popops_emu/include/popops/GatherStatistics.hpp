// SPDX-License-Identifier: MIT
// Histograms.
#ifndef POPOPS_GATHER_STATISTICS_HPP
#define POPOPS_GATHER_STATISTICS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace popops {

// n levels, ascending, make n + 1 bins: bin k counts levels[k - 1] <= x < levels[k], the first one
// what is below levels[0] (and NaN), the last one what is not below levels[n - 1].
//
// input has any shape, levels is of [n], both FLOAT or both HALF. The result is of [n + 1] and type
// UNSIGNED_INT, or FLOAT with the option useFloatArithmetic, which counts up to 2^24 exactly.
//
// Options, true or false, not both true: useFloatArithmetic [false],
// useFloatArithmeticWithUnsignedIntOutput [false] (changes no results).
//
// Errors: poputil::poplibs_error for other types and shapes; poplar::invalid_option for unknown
// options, and if both are true.
//
// Cost: 3 supersteps. Every tile receives the levels and sends n + 1 words for each worker; sums
// are made in a tree of two levels.

/// \param absoluteOfInput  count absolute values
POPLAR_EMU_EXPORT poplar::Tensor histogram(poplar::Graph &graph, const poplar::Tensor &input,
                                           const poplar::Tensor &levels, bool absoluteOfInput,
                                           poplar::program::Sequence &prog,
                                           const poplar::DebugContext &debugContext = {},
                                           const poplar::OptionFlags &options = {});
/// The same into `output`.
///
/// \param updateOutput  add to what it holds
POPLAR_EMU_EXPORT void histogram(poplar::Graph &graph, const poplar::Tensor &input,
                                 poplar::Tensor &output, bool updateOutput,
                                 const poplar::Tensor &levels, bool absoluteOfInput,
                                 poplar::program::Sequence &prog,
                                 const poplar::DebugContext &debugContext = {},
                                 const poplar::OptionFlags &options = {});

} // namespace popops

#endif
