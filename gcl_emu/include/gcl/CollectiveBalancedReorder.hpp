// SPDX-License-Identifier: MIT
// A permutation of a tensor's elements for collectives: each replica's piece keeps elements on
// their tiles, and every tile has an equal share of every piece.
#ifndef GCL_COLLECTIVE_BALANCED_REORDER_HPP
#define GCL_COLLECTIVE_BALANCED_REORDER_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gcl {

/// The permutation for data on the host. Plain values: it may be stored and made again by setters.
///
/// Gathered order has R = getReplicationFactor() slices of getTotalElementsPerReplica() elements,
/// one a replica, and padding where no element of the reference lies.
class POPLAR_EMU_EXPORT CollectiveBalancedHostRearrangement {
 public:
  /// Reference order to gathered order; padding becomes zero bytes. `in` has as many elements as
  /// the reference, `out` getNumRearrangedTensorElems(), of `elemByteSize` bytes each.
  void rearrangeForCollective(const char *in, char *out, std::int64_t elemByteSize) const;
  /// Gathered order to reference order.
  void undoRearrangeForCollective(const char *in, char *out, std::int64_t elemByteSize) const;

  /// Elements in gathered order, padding included.
  std::size_t getNumRearrangedTensorElems() const {
    return static_cast<std::size_t>(totalElementsPerReplica_) * replicationFactor_;
  }

  unsigned getReplicationFactor() const { return replicationFactor_; }
  void setReplicationFactor(unsigned factor) { replicationFactor_ = factor; }
  std::size_t getTotalElementsPerReplica() const { return totalElementsPerReplica_; }
  void setTotalElementsPerReplica(std::size_t elements) { totalElementsPerReplica_ = elements; }
  /// Intervals of the gathered order, in the order of the elements of the reference.
  const std::vector<poplar::Interval> &getGatheredToRefSlices() const { return slices_; }
  void setGatheredToRefSlices(std::vector<poplar::Interval> slices) { slices_ = std::move(slices); }
  /// For each element of the reference its place in gathered order; empty when intervals are used.
  const std::vector<std::uint32_t> &getElementMap() const { return elementMap_; }
  void setElementMap(std::vector<std::uint32_t> map) { elementMap_ = std::move(map); }

 private:
  template <class F>
  void forEachRun(F f) const;

  unsigned replicationFactor_ = 0;
  std::size_t totalElementsPerReplica_ = 0;
  std::vector<poplar::Interval> slices_;
  std::vector<std::uint32_t> elementMap_;
};

/// Derived once from the tile mapping of a reference tensor, and used by all collectives that touch
/// the sharded variable.
class POPLAR_EMU_EXPORT CollectiveBalancedReorder {
 public:
  /// `replicationFactor` is the size of the group over which the tensor is sharded. Each tile's
  /// share of a piece is rounded up to `grainSize` elements. With `allowElementMap` the host
  /// rearrangement stores the place of every element instead of intervals where that is smaller.
  /// Throws poplibs_error if the reference is not mapped, or a number is 0.
  CollectiveBalancedReorder(poplar::Graph &graph, poplar::Tensor reference,
                            unsigned replicationFactor,
                            const poplar::DebugNameAndId &debugNameAndId,
                            bool allowElementMap = false, unsigned grainSize = 1);

  /// A variable for the piece of a replica: rank 1, each tile's share on the tile.
  poplar::Tensor createReplicaSlice(const poplar::Type &type);
  /// R such slices one after another: what is scattered, or was gathered. Fill it with zeros before
  /// data is copied in, or padding is reduced as it is.
  poplar::Tensor createCollectivesTensor(const poplar::Type &type, const std::string &debugPrefix);
  /// A view of a tensor in gathered order: the elements of the reference, in its order and shape.
  /// Throws poplibs_error for another number of elements.
  poplar::Tensor undoRearrangeForCollective(const poplar::Tensor &tensor) const;

  std::vector<std::size_t> getReferenceShape() const { return referenceShape_; }
  const CollectiveBalancedHostRearrangement &getHostRearrangement() const {
    return hostRearrangement_;
  }

 private:
  poplar::Graph &graph_;
  unsigned replicationFactor_;
  poplar::DebugNameAndId debugNameAndId_;
  std::vector<std::size_t> referenceShape_;
  /// Tiles with elements, and their share of a piece.
  std::vector<std::pair<unsigned, std::size_t>> tileShares_;
  /// Intervals of the gathered order, in the order of the elements of the reference.
  std::vector<poplar::Interval> slices_;
  CollectiveBalancedHostRearrangement hostRearrangement_;
};

} // namespace gcl

#endif
