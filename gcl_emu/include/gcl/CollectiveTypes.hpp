// SPDX-License-Identifier: MIT
// What collectives are described with: operators, groups of replicas, chunks of a scattered tensor.
#ifndef GCL_COLLECTIVE_TYPES_HPP
#define GCL_COLLECTIVE_TYPES_HPP

#include <gcl/CollectiveOperator.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <utility>
#include <vector>

namespace gcl {

/// Writes and reads an operator by the name of its enumerator.
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const CollectiveOperator &op);
/// Throws poplibs_error for a word that is no operator.
POPLAR_EMU_EXPORT std::istream &operator>>(std::istream &in, CollectiveOperator &op);

/// How N replicas are divided into groups of k.
enum class CommGroupType {
  ALL,         ///< one group; the size is ignored
  CONSECUTIVE, ///< {0 .. k-1}, {k .. 2k-1}, ...; with stride s, blocks of s*k replicas, {l, l+s,
               ///< ..}
  ORTHOGONAL   ///< with m = N/k: {0, m, 2m, ..}, {1, 1+m, ..}, ..., m groups
};
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const CommGroupType &type);

/// A division of replicas into groups. Each collective takes place in all of its groups at once.
///
/// Size 0 stands for all replicas. Whether the numbers fit the replicas of a graph is checked by
/// the function that gets the group.
struct POPLAR_EMU_EXPORT CommGroup {
  /// All replicas in one group.
  CommGroup() = default;
  CommGroup(CommGroupType type, unsigned groupSize, unsigned replicaStride = 1);

  friend POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const CommGroup &group);

 protected:
  CommGroupType mReplicaGroupType = CommGroupType::ALL;
  unsigned mReplicaGroupSize = 0;
  unsigned mReplicaGroupStride = 1;
};

/// A part of a tensor that was scattered over the IPUs of one replica.
struct Chunk {
  Chunk() = default;
  Chunk(poplar::Tensor part, unsigned ringIndex, unsigned ringOffset)
      : tensor(std::move(part)), index(ringIndex), offset(ringOffset) {}

  poplar::Tensor getTensor() const { return tensor; }
  unsigned getIndex() const { return index; }
  unsigned getOffset() const { return offset; }

  poplar::Tensor tensor; ///< rank 1, on one IPU
  unsigned index = 0;    ///< position in the ring
  unsigned offset = 0;   ///< position among the chunks with this index
};

/// What reduceScatterWithinReplica returns and allGatherWithinReplica takes.
struct Chunks {
  Chunks() = default;
  explicit Chunks(unsigned size) : chunks(size) {}

  poplar::Tensor getOriginalInput() const { return originalInput; }
  void setOriginalInput(const poplar::Tensor &tensor) { originalInput = tensor; }
  const std::vector<Chunk> &getChunks() const { return chunks; }
  void setChunks(std::vector<Chunk> values) { chunks = std::move(values); }

  poplar::Tensor originalInput; ///< [IPUs, elements]; a gathered tensor is laid out like it
  std::vector<Chunk> chunks;
};

} // namespace gcl

#endif
