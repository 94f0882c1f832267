// SPDX-License-Identifier: MIT
// The layout of results of element-wise operations.
#ifndef POPOPS_ELEMENT_WISE_UTIL_HPP
#define POPOPS_ELEMENT_WISE_UTIL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <vector>

namespace popops {

/// A new tensor for the result of an element-wise operation on the inputs.
///
/// It is laid out and mapped like the input whose fullest tile has the fewest elements, among those
/// that have distinct, mapped, variable elements; like a linear mapping if there is none. Inputs
/// have one shape. Throws poplibs_error if there are none or their shapes differ.
POPLAR_EMU_EXPORT poplar::Tensor
createOutputForElementWiseOp(poplar::Graph &graph, const std::vector<poplar::Tensor> &inputs,
                             const poplar::Type &outputType,
                             const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
