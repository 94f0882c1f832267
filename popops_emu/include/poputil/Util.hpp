// SPDX-License-Identifier: MIT
// Interval lists: merging, and splitting work into equal parts.
#ifndef POPUTIL_UTIL_HPP
#define POPUTIL_UTIL_HPP

#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <climits>
#include <cstddef>
#include <vector>

namespace poputil {

/// Sorts the regions and joins those that touch.
POPLAR_EMU_EXPORT void mergeAdjacentRegions(std::vector<poplar::Interval> &regions);
/// The same for each entry (tile).
POPLAR_EMU_EXPORT void mergeAdjacentRegions(std::vector<std::vector<poplar::Interval>> &mapping);

/// All intervals of all sequences, in order.
POPLAR_EMU_EXPORT std::vector<poplar::Interval>
flattenIntervals(const std::vector<std::vector<poplar::Interval>> &intervals);

/// Splits regions into at most `maxPartitions` parts of equal numbers of grains (the first parts
/// may be one smaller).
///
/// Sizes are in elements. A part has at least `minElementsPerPartition` and at most
/// `maxElementsPerPartition` elements, and none of its regions more than `maxElementsPerRegion`;
/// the maxima may raise the number of parts above `maxPartitions`. Throws poplibs_error if a
/// maximum is smaller than the grain.
POPLAR_EMU_EXPORT void splitRegions(const std::vector<poplar::Interval> &regions,
                                    std::vector<std::vector<poplar::Interval>> &splits,
                                    unsigned grainSize, unsigned maxPartitions,
                                    unsigned minElementsPerPartition = 0,
                                    unsigned maxElementsPerPartition = UINT_MAX,
                                    unsigned maxElementsPerRegion = UINT_MAX);
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>>
splitRegions(const std::vector<poplar::Interval> &regions, unsigned grainSize,
             unsigned maxPartitions, unsigned minElementsPerPartition = 0,
             unsigned maxElementsPerPartition = UINT_MAX, unsigned maxElementsPerRegion = UINT_MAX);
/// As above with as many parts as the target has workers.
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>> splitRegionsBetweenWorkers(
    const poplar::Target &target, const std::vector<poplar::Interval> &regions, unsigned grainSize,
    unsigned minElementsPerPartition = 0, unsigned maxElementsPerPartition = UINT_MAX,
    unsigned maxElementsPerRegion = UINT_MAX);

/// Number of elements in a sequence of intervals.
POPLAR_EMU_EXPORT std::size_t
intervalSequenceNumElements(const std::vector<poplar::Interval> &sequence);

/// Row-major index in an array of the given shape to one index a dimension.
template <class T>
std::vector<T> unflattenIndex(const std::vector<T> &shape, std::size_t index) {
  std::vector<T> result(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    result[i] = static_cast<T>(index % shape[i]);
    index /= shape[i];
  }
  return result;
}
template <class T>
std::size_t flattenIndex(const std::vector<T> &shape, const std::vector<T> &indices) {
  std::size_t index = 0;
  for (std::size_t i = 0; i != shape.size(); ++i)
    index = index * shape[i] + indices[i];
  return index;
}

/// A clone of the tensor with a copy of its values; appends the copy to the program.
POPLAR_EMU_EXPORT poplar::Tensor duplicate(
    poplar::Graph &graph, const poplar::Tensor &in, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);

} // namespace poputil

#endif
