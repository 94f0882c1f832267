// SPDX-License-Identifier: MIT
// Slices at offsets that are data: single ones, and many at a time from a table (embeddings).
#ifndef POPOPS_DYNAMIC_SLICE_HPP
#define POPOPS_DYNAMIC_SLICE_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poputil/DebugInfo.hpp>

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <vector>

namespace popops {

class SlicePlan;

namespace slice {
struct POPLAR_EMU_EXPORT PlannedTable;
const PlannedTable *plannedTable(const SlicePlan &plan);
} // namespace slice

namespace embedding {

/// Arguments of one plan() for planMultiple.
struct SlicePlanningParameters {
  const poplar::Graph &graph;
  poplar::Type dataType;
  std::size_t groupSize;
  std::size_t numEntries;
  std::size_t outputSize;
  std::vector<std::size_t> numLookups;
  poplar::OptionFlags optionFlags;

  SlicePlanningParameters(const poplar::Graph &graph_, const poplar::Type &dataType_,
                          std::size_t groupSize_, std::size_t numEntries_, std::size_t outputSize_,
                          const std::vector<std::size_t> &numLookups_,
                          const poplar::OptionFlags &optionFlags_)
      : graph(graph_), dataType(dataType_), groupSize(groupSize_), numEntries(numEntries_),
        outputSize(outputSize_), numLookups(numLookups_), optionFlags(optionFlags_) {}
  SlicePlanningParameters(const poplar::Graph &graph_, const poplar::Type &dataType_,
                          std::size_t numEntries_, std::size_t outputSize_,
                          const std::vector<std::size_t> &numLookups_,
                          const poplar::OptionFlags &optionFlags_)
      : SlicePlanningParameters(graph_, dataType_, 1, numEntries_, outputSize_, numLookups_,
                                optionFlags_) {}
};

/// A plan for tables of numEntries rows of outputSize elements, groupSize of them, from which
/// numLookups rows are taken at a time. Throws poputil::poplibs_error for groupSize 0 and
/// poplar::invalid_option.
POPLAR_EMU_EXPORT SlicePlan plan(const poplar::Graph &graph, const poplar::Type &dataType,
                                 std::size_t numEntries, std::size_t outputSize,
                                 const std::vector<std::size_t> &numLookups,
                                 const poplar::OptionFlags &options);
POPLAR_EMU_EXPORT SlicePlan plan(const poplar::Graph &graph, const poplar::Type &dataType,
                                 std::size_t groupSize, std::size_t numEntries,
                                 std::size_t outputSize, const std::vector<std::size_t> &numLookups,
                                 const poplar::OptionFlags &options);
POPLAR_EMU_EXPORT std::vector<SlicePlan>
planMultiple(const std::vector<SlicePlanningParameters> &descriptions);

} // namespace embedding

/// How a table is used. A table created with a plan lies in blocks of rows; results never depend on
/// plans. A plan constructed by default is no plan.
class POPLAR_EMU_EXPORT SlicePlan {
 public:
  SlicePlan();
  SlicePlan(const SlicePlan &);
  SlicePlan(SlicePlan &&) noexcept;
  SlicePlan &operator=(const SlicePlan &);
  SlicePlan &operator=(SlicePlan &&) noexcept;
  ~SlicePlan();

  friend POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const SlicePlan &plan);
  friend POPLAR_EMU_EXPORT bool operator<(const SlicePlan &a, const SlicePlan &b) noexcept;
  friend POPLAR_EMU_EXPORT bool operator==(const SlicePlan &a, const SlicePlan &b) noexcept;
  friend POPLAR_EMU_EXPORT bool operator!=(const SlicePlan &a, const SlicePlan &b) noexcept;

 private:
  friend const slice::PlannedTable *slice::plannedTable(const SlicePlan &plan);
  friend SlicePlan embedding::plan(const poplar::Graph &, const poplar::Type &, std::size_t,
                                   std::size_t, std::size_t, const std::vector<std::size_t> &,
                                   const poplar::OptionFlags &);
  explicit SlicePlan(std::shared_ptr<const slice::PlannedTable> table);

  std::shared_ptr<const slice::PlannedTable> table_;
};

// All functions below: `dims` are the sliced dimensions, in the order of the offsets, and `sizes`
// the sizes of a slice in them. A slice has the tensor's rank and its shape but for those sizes;
// one that runs past the end of a dimension goes on at its beginning.
//
// Element types: all that move, that is all of 1, 2, 4 and 8 bytes (QUARTER as bytes).
// multiUpdateAdd: FLOAT, HALF, INT, UNSIGNED_INT, BOOL and the types of 8 bits; multiUpdateMax and
// multiUpdateMul: FLOAT, HALF, INT and UNSIGNED_INT. Offsets are UNSIGNED_INT or INT.
//
// Options, in all that take some: remapOutOfBoundIndices [false] takes an index outside for 0;
// paddingIndexUsed [false] means that the index equal to the size stands for zeros (which a slice
// outside has anyway) and is not remapped; availableMemoryProportion [0.6], in (0, 1], is what
// operands of other tiles may take of a tile's memory. indicesDistribution [uniform] (uniform,
// onePoint) and indicesAreSorted [false] choose how many slices of a large table are made: a plan
// for spread indices is left out where it would not serve. No option but the first two changes
// results. Accepted without effect: usedForSlice, usedForUpdate, operationForUpdate (none, add,
// max, mul), validateIndices, partialType (none, half, float), planConstraints.
//
// Errors: poputil::poplibs_error for lists of different lengths, shapes and types that do not go
// together and destinations that cannot be written in parallel; poplar::graph_connection_error for
// a dimension that does not exist or occurs twice and for a size beyond the dimension;
// poplar::invalid_option.
//
// Cost. A table whose columns are not split between tiles is sliced and updated where it lies, in
// one superstep that moves offsets and slices only; createSliceableTensor makes such tables where
// they fit. A table of up to half of availableMemoryProportion is sliced by the tiles of the
// result. Larger ones by rows: see docs/decisions/0014. Updates are made by the tiles of the table,
// in as many supersteps as the slices need to pass through a tile's memory. Offsets in more than
// one dimension, slices of more than one row, groups and remapping cost a superstep more.

// Layout -------------------------------------------------------------------------------------

/// A new tensor of the given shape that is cheap to slice; no tile gets fewer than minGrainSize
/// elements of a slice, if there are as many.
POPLAR_EMU_EXPORT poplar::Tensor
createSliceableTensor(poplar::Graph &graph, const poplar::Type &type,
                      const std::vector<std::size_t> &shape, const std::vector<std::size_t> &dims,
                      const std::vector<std::size_t> &sizes, std::size_t minGrainSize = 0,
                      const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor
createSliceableTensor(poplar::Graph &graph, const poplar::Type &type,
                      const std::vector<std::size_t> &shape, const std::vector<std::size_t> &dims,
                      const std::vector<std::size_t> &sizes, const SlicePlan &plan,
                      const poplar::OptionFlags &options,
                      const poplar::DebugContext &debugContext = {});
/// groupSize tensors, [groupSize, shape].
POPLAR_EMU_EXPORT poplar::Tensor createGroupedSliceableTensor(
    poplar::Graph &graph, const poplar::Type &type, std::size_t groupSize,
    const std::vector<std::size_t> &shape, const std::vector<std::size_t> &dims,
    const std::vector<std::size_t> &sizes, const SlicePlan &plan,
    const poplar::OptionFlags &options, const poplar::DebugContext &debugContext = {});
/// A new tensor for numIndices slices, [numIndices, slice].
POPLAR_EMU_EXPORT poplar::Tensor createSliceTensor(poplar::Graph &graph, const poplar::Tensor &t,
                                                   const std::vector<std::size_t> &dims,
                                                   const std::vector<std::size_t> &sizes,
                                                   std::size_t numIndices,
                                                   const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createSliceTensor(poplar::Graph &graph, const poplar::Type &type,
                                                   const std::vector<std::size_t> &shape,
                                                   const std::vector<std::size_t> &dims,
                                                   const std::vector<std::size_t> &sizes,
                                                   std::size_t numIndices, const SlicePlan &plan,
                                                   const poplar::OptionFlags &options,
                                                   const poplar::DebugContext &debugContext = {});
/// [groupSize, numIndices, slice].
POPLAR_EMU_EXPORT poplar::Tensor createGroupedSliceTensor(
    poplar::Graph &graph, const poplar::Type &type, std::size_t groupSize,
    const std::vector<std::size_t> &shape, const std::vector<std::size_t> &dims,
    const std::vector<std::size_t> &sizes, std::size_t numIndices, const SlicePlan &plan,
    const poplar::OptionFlags &options, const poplar::DebugContext &debugContext = {});
/// New offsets, UNSIGNED_INT [numIndices, number of dims].
POPLAR_EMU_EXPORT poplar::Tensor createIndicesTensor(poplar::Graph &graph,
                                                     const std::vector<std::size_t> &dims,
                                                     std::size_t numIndices, const SlicePlan &plan,
                                                     const poplar::OptionFlags &options,
                                                     const poplar::DebugContext &debugContext = {});
/// [groupSize, numIndices, number of dims].
POPLAR_EMU_EXPORT poplar::Tensor
createGroupedIndicesTensor(poplar::Graph &graph, std::size_t groupSize,
                           const std::vector<std::size_t> &dims, std::size_t numIndices,
                           const SlicePlan &plan, const poplar::OptionFlags &options,
                           const poplar::DebugContext &debugContext = {});
/// A new tensor that consists of numSlices[i] slices like s along dims[i], each laid out as s is.
POPLAR_EMU_EXPORT poplar::Tensor createSliceableTensorFromSlice(
    poplar::Graph &graph, const poplar::Tensor &s, const std::vector<std::size_t> &dims,
    const std::vector<std::size_t> &numSlices, const poplar::DebugContext &debugContext = {});
/// A new tensor for the result of dynamicSlice with the same arguments.
POPLAR_EMU_EXPORT poplar::Tensor createDynamicSliceOutput(
    poplar::Graph &graph, const poplar::Tensor &t, const poplar::Tensor &offset,
    const std::vector<std::size_t> &dims, const std::vector<std::size_t> &sizes,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
/// The tiles of the slice of t at offset 0.
POPLAR_EMU_EXPORT poplar::Graph::TileToTensorMapping
getSliceMapping(poplar::Graph &graph, const poplar::Tensor &t, const std::vector<std::size_t> &dims,
                const std::vector<std::size_t> &sizes);

// One slice -----------------------------------------------------------------------------------

/// The slice of t at offset[i] in dims[i]. If some offset is outside its dimension, the slice is
/// not written. Without dims the whole tensor is copied.
POPLAR_EMU_EXPORT poplar::Tensor
dynamicSlice(poplar::Graph &graph, const poplar::Tensor &t, const poplar::Tensor &offset,
             const std::vector<std::size_t> &dims, const std::vector<std::size_t> &sizes,
             poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
             const poplar::OptionFlags &options = {});
/// As dynamicSlice, into a tensor of the slice's shape and t's type.
POPLAR_EMU_EXPORT void dynamicSliceWithOutput(poplar::Graph &graph, const poplar::Tensor &output,
                                              const poplar::Tensor &t, const poplar::Tensor &offset,
                                              const std::vector<std::size_t> &dims,
                                              const std::vector<std::size_t> &sizes,
                                              poplar::program::Sequence &prog,
                                              const poplar::DebugContext &debugContext = {},
                                              const poplar::OptionFlags &options = {});
/// Writes the slice s into t. Nothing is written if some offset is outside its dimension.
POPLAR_EMU_EXPORT void dynamicUpdate(poplar::Graph &graph, const poplar::Tensor &t,
                                     const poplar::Tensor &s, const poplar::Tensor &offset,
                                     const std::vector<std::size_t> &dims,
                                     const std::vector<std::size_t> &sizes,
                                     poplar::program::Sequence &prog,
                                     const poplar::DebugContext &debugContext = {},
                                     const poplar::OptionFlags &options = {});

// Many slices ---------------------------------------------------------------------------------

/// Slices at offsets [N, number of dims]: [N, slice]. Slices at offsets outside are zero.
POPLAR_EMU_EXPORT poplar::Tensor
multiSlice(poplar::Graph &graph, const poplar::Tensor &t, const poplar::Tensor &offsets,
           const std::vector<std::size_t> &dims, const std::vector<std::size_t> &sizes,
           poplar::program::Sequence &prog, const SlicePlan &plan,
           const poplar::OptionFlags &options, const poplar::DebugContext &debugContext = {});
/// Slices of size 1 at constant offsets in one dimension, by a copy. Offsets outside throw
/// poputil::poplibs_error unless the options say what they mean.
POPLAR_EMU_EXPORT poplar::Tensor multiSlice(poplar::Graph &graph, const poplar::Tensor &t,
                                            poplar::ArrayRef<unsigned> offsets, std::size_t dim,
                                            poplar::program::Sequence &prog,
                                            const poplar::DebugContext &debugContext = {},
                                            const poplar::OptionFlags &options = {});
/// t[offsets[i]] = s[i] for s [N, slice]; the last of several for one offset wins. Offsets outside
/// are ignored here and below.
POPLAR_EMU_EXPORT void multiUpdate(poplar::Graph &graph, const poplar::Tensor &t,
                                   const poplar::Tensor &s, const poplar::Tensor &offsets,
                                   const std::vector<std::size_t> &dims,
                                   const std::vector<std::size_t> &sizes,
                                   poplar::program::Sequence &prog, const SlicePlan &plan,
                                   const poplar::OptionFlags &options,
                                   const poplar::DebugContext &debugContext = {});
/// t[offsets[i]] += scale * s[i]; those for one offset add up. The scale is one element of t's
/// type, or of type FLOAT for HALF; each sum of HALF is computed in float and rounded.
POPLAR_EMU_EXPORT void
multiUpdateAdd(poplar::Graph &graph, const poplar::Tensor &t, const poplar::Tensor &s,
               const poplar::Tensor &offsets, const poplar::Tensor &scale,
               const std::vector<std::size_t> &dims, const std::vector<std::size_t> &sizes,
               poplar::program::Sequence &prog, const SlicePlan &plan,
               const poplar::OptionFlags &options, const poplar::DebugContext &debugContext = {});
/// The same at constant offsets in one dimension; s is [N, slice] with slices of size 1.
POPLAR_EMU_EXPORT void multiUpdateAdd(poplar::Graph &graph, const poplar::Tensor &t,
                                      const poplar::Tensor &s, poplar::ArrayRef<unsigned> offsets,
                                      const poplar::Tensor &scale, std::size_t dim,
                                      poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {},
                                      const poplar::OptionFlags &options = {});
/// t[offsets[i]] = max(t[offsets[i]], s[i]).
POPLAR_EMU_EXPORT void multiUpdateMax(poplar::Graph &graph, const poplar::Tensor &t,
                                      const poplar::Tensor &s, const poplar::Tensor &offsets,
                                      const std::vector<std::size_t> &dims,
                                      const std::vector<std::size_t> &sizes,
                                      poplar::program::Sequence &prog, const SlicePlan &plan,
                                      const poplar::OptionFlags &options,
                                      const poplar::DebugContext &debugContext = {});
/// t[offsets[i]] *= s[i].
POPLAR_EMU_EXPORT void multiUpdateMul(poplar::Graph &graph, const poplar::Tensor &t,
                                      const poplar::Tensor &s, const poplar::Tensor &offsets,
                                      const std::vector<std::size_t> &dims,
                                      const std::vector<std::size_t> &sizes,
                                      poplar::program::Sequence &prog, const SlicePlan &plan,
                                      const poplar::OptionFlags &options,
                                      const poplar::DebugContext &debugContext = {});

// The same for groups: t [groups, shape], s [groups, N, slice], offsets [groups, N, number of
// dims]; dims do not count the group dimension, and lookups of a group see its tensor alone.
POPLAR_EMU_EXPORT poplar::Tensor
groupedMultiSlice(poplar::Graph &graph, const poplar::Tensor &t, const poplar::Tensor &offsets,
                  const std::vector<std::size_t> &dims, const std::vector<std::size_t> &sizes,
                  poplar::program::Sequence &prog, const SlicePlan &plan,
                  const poplar::OptionFlags &options,
                  const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void groupedMultiUpdate(poplar::Graph &graph, const poplar::Tensor &t,
                                          const poplar::Tensor &s, const poplar::Tensor &offsets,
                                          const std::vector<std::size_t> &dims,
                                          const std::vector<std::size_t> &sizes,
                                          poplar::program::Sequence &prog, const SlicePlan &plan,
                                          const poplar::OptionFlags &options,
                                          const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void groupedMultiUpdateAdd(poplar::Graph &graph, const poplar::Tensor &t,
                                             const poplar::Tensor &s, const poplar::Tensor &offsets,
                                             const poplar::Tensor &scale,
                                             const std::vector<std::size_t> &dims,
                                             const std::vector<std::size_t> &sizes,
                                             poplar::program::Sequence &prog, const SlicePlan &plan,
                                             const poplar::OptionFlags &options,
                                             const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void groupedMultiUpdateMax(poplar::Graph &graph, const poplar::Tensor &t,
                                             const poplar::Tensor &s, const poplar::Tensor &offsets,
                                             const std::vector<std::size_t> &dims,
                                             const std::vector<std::size_t> &sizes,
                                             poplar::program::Sequence &prog, const SlicePlan &plan,
                                             const poplar::OptionFlags &options,
                                             const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void groupedMultiUpdateMul(poplar::Graph &graph, const poplar::Tensor &t,
                                             const poplar::Tensor &s, const poplar::Tensor &offsets,
                                             const std::vector<std::size_t> &dims,
                                             const std::vector<std::size_t> &sizes,
                                             poplar::program::Sequence &prog, const SlicePlan &plan,
                                             const poplar::OptionFlags &options,
                                             const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
