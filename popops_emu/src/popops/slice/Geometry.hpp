// SPDX-License-Identifier: MIT
// Which elements of a tensor a slice at some offset has, and both as matrices of rows.
#pragma once

#include "slice/Options.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace popops::slice {

using Shape = std::vector<std::size_t>;

/// A tensor of some shape, the dimensions that offsets are for, and the sizes of slices in them.
/// The tensor as a matrix: a row for each index of the sliced dimensions, a column for each of the
/// others. `groups` tensors with a dimension in front of all others are one matrix, group by group.
class Geometry {
 public:
  /// Throws poplibs_error when dims and sizes differ in length, graph_connection_error for a
  /// dimension that is out of range or given twice, and for a size beyond the dimension.
  Geometry(const std::string &operation, const Shape &shape, const Shape &dims, const Shape &sizes,
           std::size_t groups = 1);

  std::size_t tableRows() const { return tableRows_; } ///< of a group
  std::size_t sliceRows() const { return sliceRows_; } ///< of a lookup
  std::size_t columns() const { return columns_; }
  std::size_t groups() const { return groups_; }
  std::size_t numOffsets() const { return dims_.size(); }
  const Shape &sliceShape() const { return sliceShape_; }

  /// t is [shape] or, if grouped, [groups, shape]; the result is [groups * tableRows, columns].
  poplar::Tensor tableMatrix(const poplar::Tensor &t) const;
  /// s is [..., sliceShape]; the result is [lookups * sliceRows, columns].
  poplar::Tensor sliceMatrix(const poplar::Tensor &s) const;
  /// From a matrix to [leading, shape] or [leading, sliceShape].
  poplar::Tensor tableOf(const poplar::Tensor &matrix, const Shape &leading) const;
  poplar::Tensor slicesOf(const poplar::Tensor &matrix, const Shape &leading) const;

  /// Rows of the table, [lookups * sliceRows], for offsets [lookups * numOffsets]; 0xffffffff for
  /// an offset outside. Offsets that are rows already are passed on.
  poplar::Tensor rowsOf(poplar::Graph &graph, const poplar::Tensor &offsets,
                        const SliceOptions &options, poplar::program::Sequence &prog,
                        const poplar::DebugContext &debugContext) const;

 private:
  poplar::Tensor toMatrix(const poplar::Tensor &t, std::size_t leading) const;
  poplar::Tensor fromMatrix(const poplar::Tensor &matrix, const Shape &leading,
                            const Shape &shape) const;

  Shape shape_, dims_, sizes_, sliceShape_;
  std::vector<unsigned> order_; ///< sliced dimensions, then the others
  std::size_t tableRows_ = 1, sliceRows_ = 1, columns_ = 1;
  const std::size_t groups_;
};

/// "[2, 3]".
std::string describeShape(const Shape &shape);

} // namespace popops::slice
