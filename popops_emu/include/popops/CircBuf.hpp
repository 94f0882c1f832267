// SPDX-License-Identifier: MIT
// A circular buffer of tensors.
#ifndef POPOPS_CIRC_BUF_HPP
#define POPOPS_CIRC_BUF_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace popops {

/// Keeps the last `size` tensors of one shape. The graph must outlive it.
class POPLAR_EMU_EXPORT CircBuf {
 public:
  /// Room for `size` tensors, of contents zero. Throws poputil::poplibs_error for size 0.
  CircBuf(poplar::Graph &graph, const poplar::Type &dataType, unsigned size,
          const std::vector<std::size_t> &shape, const poplar::DebugContext &debugContext = {});

  /// The tensor that was added i additions before the newest, i < size; appends a dynamic slice.
  /// Throws poputil::poplibs_error for a larger i.
  poplar::Tensor prev(unsigned i, poplar::program::Sequence &seq,
                      const poplar::DebugContext &debugContext = {});
  /// Adds a tensor in place of the oldest: two supersteps. Throws poputil::poplibs_error for
  /// another shape or type.
  void add(poplar::Tensor t, poplar::program::Sequence &seq,
           const poplar::DebugContext &debugContext = {});
  /// UNSIGNED_INT [1]: where the newest lies.
  poplar::Tensor getIndex() const { return index; }
  unsigned size() const { return size_; }
  /// The tiles of one tensor of the buffer.
  poplar::Graph::TileToTensorMapping getTileMapping();

 private:
  poplar::Graph &graph;
  unsigned size_;
  std::vector<std::size_t> shape;
  poplar::Tensor index;
  poplar::Tensor hist; // [size, shape]
};

} // namespace popops

#endif
