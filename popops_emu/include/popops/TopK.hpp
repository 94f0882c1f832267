// SPDX-License-Identifier: MIT
// The k largest or smallest elements of the innermost dimension.
#ifndef POPOPS_TOP_K_HPP
#define POPOPS_TOP_K_HPP

#include <popops/SortOrder.hpp>

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <iosfwd>
#include <utility>
#include <vector>

namespace popops {

struct TopKParams {
  /// Elements of each row to find.
  unsigned k;
  /// The k largest, else the k smallest.
  bool largest;
  /// The order of the result along the innermost dimension.
  SortOrder sortOrder;
  /// Equal keys keep the order of their indices, and the first of them are taken.
  bool stableSort;

  TopKParams(unsigned k_, bool largest_, SortOrder sortOrder_, bool stableSort_ = false) noexcept
      : k(k_), largest(largest_), sortOrder(sortOrder_), stableSort(stableSort_) {}
};

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const TopKParams &params);

// Tensors have at least one dimension; results have their shape with k as the innermost size. Keys
// and values are FLOAT, HALF, INT or UNSIGNED_INT. Every NaN counts as larger than infinity and
// loses its sign; -0 and +0 are equal.
//
// Errors: poputil::poplibs_error for other types, rank 0, k above the innermost size, shapes of
// keys and values that differ, and topKKeyValue with stableSort and an order.
//
// Cost, rows of n elements: k up to n / 4 and 4096 is found in about 10 supersteps. The k-th
// smallest of the tiles' minima bounds what can be among the results (one word from each tile, one
// to each), every worker lists what is within the bound, and lists are merged in a tree. Larger k
// sorts the rows, see Sort.hpp. Nothing is computed if k is n and the order NONE.

/// A tensor of `shape`, laid out so that topK moves little. The type is checked when it is used.
POPLAR_EMU_EXPORT poplar::Tensor createTopKInput(poplar::Graph &graph, const poplar::Type &type,
                                                 const std::vector<std::size_t> &shape,
                                                 const TopKParams &params,
                                                 const poplar::DebugContext &debugContext = {});

POPLAR_EMU_EXPORT poplar::Tensor topK(poplar::Graph &graph, poplar::program::Sequence &prog,
                                      const poplar::Tensor &t, const TopKParams &params,
                                      const poplar::DebugContext &debugContext = {});

/// Keys, and the values that stand where they stood.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
topKKeyValue(poplar::Graph &graph, poplar::program::Sequence &prog, const poplar::Tensor &keys,
             const poplar::Tensor &values, const TopKParams &params,
             const poplar::DebugContext &debugContext = {});

/// Elements, and their indices in the innermost dimension, UNSIGNED_INT.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
topKWithPermutation(poplar::Graph &graph, poplar::program::Sequence &prog, const poplar::Tensor &t,
                    const TopKParams &params, const poplar::DebugContext &debugContext = {});

} // namespace popops

#endif
