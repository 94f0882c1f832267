// SPDX-License-Identifier: MIT
// Interval lists: merging, and splitting work into equal parts.
#ifndef POPUTIL_UTIL_HPP
#define POPUTIL_UTIL_HPP

#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Program.hpp>
#include <poplar/Quarter.hpp>
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

/// The same for sequences of regions that belong together: a part takes whole grains of each
/// sequence and keeps the grouping.
POPLAR_EMU_EXPORT void splitRegions(const std::vector<std::vector<poplar::Interval>> &regions,
                                    std::vector<std::vector<std::vector<poplar::Interval>>> &splits,
                                    unsigned grainSize, unsigned maxPartitions,
                                    unsigned minElementsPerPartition = 0,
                                    unsigned maxElementsPerPartition = UINT_MAX,
                                    unsigned maxElementsPerRegion = UINT_MAX);
POPLAR_EMU_EXPORT std::vector<std::vector<std::vector<poplar::Interval>>>
splitRegions(const std::vector<std::vector<poplar::Interval>> &regions, unsigned grainSize,
             unsigned maxPartitions, unsigned minElementsPerPartition = 0,
             unsigned maxElementsPerPartition = UINT_MAX, unsigned maxElementsPerRegion = UINT_MAX);
POPLAR_EMU_EXPORT std::vector<std::vector<std::vector<poplar::Interval>>>
splitRegionsBetweenWorkers(const poplar::Target &target,
                           const std::vector<std::vector<poplar::Interval>> &regions,
                           unsigned grainSize, unsigned minElementsPerPartition = 0,
                           unsigned maxElementsPerPartition = UINT_MAX,
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

/// For intervals whose concatenation is a permutation of [0, n): the intervals of the concatenation
/// that give back the order 0, 1, ..., n - 1.
POPLAR_EMU_EXPORT std::vector<poplar::Interval>
calculateUnshufflingIntervals(const std::vector<poplar::Interval> &intervals);

/// n factors that differ little and whose product is at least `bound`, largest first. n > 0.
POPLAR_EMU_EXPORT std::vector<int> balancedPartition(int bound, int n);

/// The value after a conversion to HALF as the target does it.
POPLAR_EMU_EXPORT double castToDeviceHalfValue(const poplar::Target &target, double input);

/// Whether a value keeps the relative accuracy `tolerance` when converted between FLOAT and HALF.
/// Throws poplibs_error for other types.
POPLAR_EMU_EXPORT bool checkAccuracyWhenCast(const poplar::Target &target, double input,
                                             poplar::Type inputType, poplar::Type outputType,
                                             double tolerance);

/// Splits each of the dimensions startDim, startDim + 1, ... of size d by its factor f into [d/f,
/// f] and moves all d/f before all f: {A, B} by {2, 4} is {A/2, B/4, 2, 4}. A view. Throws
/// poplibs_error if a factor does not divide its dimension.
POPLAR_EMU_EXPORT poplar::Tensor
factorDims(const poplar::Tensor &t, const std::vector<std::size_t> &factors, unsigned startDim = 0);
/// The inverse: joins numDims quotients with the numDims factors that follow them.
POPLAR_EMU_EXPORT poplar::Tensor unfactorDims(const poplar::Tensor &t, unsigned numDims,
                                              unsigned startDim = 0);

/// Scalars of type QUARTER_METADATA, mapped to tile 0.
POPLAR_EMU_EXPORT poplar::Tensor
createConstantMetadataTensor(poplar::Graph &graph, poplar::QuarterMetadata::Format format,
                             int scale);
POPLAR_EMU_EXPORT poplar::Tensor
createVariableMetadataTensor(poplar::Graph &graph, poplar::QuarterMetadata::Format format,
                             int scale);

/// N clones along a new outermost dimension.
POPLAR_EMU_EXPORT poplar::Tensor
cloneN(poplar::Graph &graph, const poplar::Tensor &t, unsigned N,
       const poplar::DebugContext &debugContext = {},
       poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);

/// A clone of the tensor with a copy of its values; appends the copy to the program.
POPLAR_EMU_EXPORT poplar::Tensor duplicate(
    poplar::Graph &graph, const poplar::Tensor &in, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);

} // namespace poputil

#endif
