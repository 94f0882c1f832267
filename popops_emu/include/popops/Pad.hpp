// SPDX-License-Identifier: MIT
// Padding of tensors, as views.
#ifndef POPOPS_PAD_HPP
#define POPOPS_PAD_HPP

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace popops {

namespace padding {

/// What is beyond the border: copies of the last element, or the elements before it, mirrored.
enum class Type { EDGE, REFLECT };

/// Where new constants are: nowhere yet, on tile 0, or with the elements that they border on.
enum class MappingMethod { NONE, ZERO, EDGE };

} // namespace padding

// Results are views: nothing is copied and no program is needed. Paddings count elements before the
// first (lower) and after the last (upper) in each dimension; negative ones take elements away. The
// value is converted to the element type, or is a tensor with one element of that type.
//
// Errors: poputil::poplibs_error for lists that do not have one padding a dimension, a dimension
// that is not there, more to take away than there is, a value of another type or size, edges of
// empty dimensions, and reflections of as many elements as the dimension has or more.

POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, const std::vector<std::ptrdiff_t> &paddingLower,
    const std::vector<std::ptrdiff_t> &paddingUpper, float val = 0.0f,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);
POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, const std::vector<std::ptrdiff_t> &paddingLower,
    const std::vector<std::ptrdiff_t> &paddingUpper, int val,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);
/// The value's own mapping stays.
POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, const std::vector<std::ptrdiff_t> &paddingLower,
    const std::vector<std::ptrdiff_t> &paddingUpper, const poplar::Tensor &val,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);

/// One dimension.
POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, std::ptrdiff_t paddingLower,
    std::ptrdiff_t paddingUpper, unsigned dim, float val = 0.0f,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);
POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, std::ptrdiff_t paddingLower,
    std::ptrdiff_t paddingUpper, unsigned dim, int val,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);
POPLAR_EMU_EXPORT poplar::Tensor
pad(poplar::Graph &graph, const poplar::Tensor &t, std::ptrdiff_t paddingLower,
    std::ptrdiff_t paddingUpper, unsigned dim, const poplar::Tensor &val,
    padding::MappingMethod mappingMethod = padding::MappingMethod::ZERO);

/// Padding with the tensor's own elements.
POPLAR_EMU_EXPORT poplar::Tensor pad(const poplar::Tensor &t,
                                     const std::vector<std::ptrdiff_t> &paddingLower,
                                     const std::vector<std::ptrdiff_t> &paddingUpper,
                                     padding::Type type);
POPLAR_EMU_EXPORT poplar::Tensor pad(const poplar::Tensor &t, std::ptrdiff_t paddingLower,
                                     std::ptrdiff_t paddingUpper, unsigned dim, padding::Type type);

} // namespace popops

#endif
