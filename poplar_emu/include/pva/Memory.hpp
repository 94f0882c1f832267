// SPDX-License-Identifier: MIT
// Tile memory of a report: bytes per tile, in total and by category. All sizes are bytes of tile
// memory.
#ifndef PVA_MEMORY_HPP
#define PVA_MEMORY_HPP

#include <poplar_emu/Export.hpp>
#include <pva/List.hpp>

#include <cstdint>
#include <string>

namespace pva {

/// Bytes with and without the gaps that alignment leaves.
class POPLAR_EMU_EXPORT MemoryTotal {
 public:
  std::uint64_t includingGaps() const { return includingGaps_; }
  std::uint64_t excludingGaps() const { return excludingGaps_; }

 private:
  friend struct internal::Access;
  std::uint64_t includingGaps_ = 0, excludingGaps_ = 0;
};

/// Bytes of a category on a tile, at the step where most lives there.
class POPLAR_EMU_EXPORT MemoryOverlap {
 public:
  std::uint64_t nonOverlapped() const { return nonOverlapped_; }
  /// Further bytes, which live at other steps and share that memory; known for tiles with liveness
  /// data.
  std::uint64_t overlapped() const { return overlapped_; }

 private:
  friend struct internal::Access;
  std::uint64_t nonOverlapped_ = 0, overlapped_ = 0;
};

/// The memory of one category by kind of memory element; what lies beyond the tile's end is
/// overflowed. Where things lie is known for tiles with liveness data: on others all of it counts
/// as not interleaved.
class POPLAR_EMU_EXPORT MemoryRegions {
 public:
  const MemoryOverlap &nonInterleaved() const { return nonInterleaved_; }
  const MemoryOverlap &interleaved() const { return interleaved_; }
  const MemoryOverlap &overflowed() const { return overflowed_; }

 private:
  friend struct internal::Access;
  MemoryOverlap nonInterleaved_, interleaved_, overflowed_;
};

/// The categories that PopVision shows, one getter each.
#define PVA_MEMORY_CATEGORIES(X)                                                                   \
  X(constant)                                                                                      \
  X(controlCode)                                                                                   \
  X(controlId)                                                                                     \
  X(controlTable)                                                                                  \
  X(copyDescriptor)                                                                                \
  X(globalExchangeCode)                                                                            \
  X(globalExchangePacketHeader)                                                                    \
  X(globalMessage)                                                                                 \
  X(hostExchangeCode)                                                                              \
  X(hostExchangePacketHeader)                                                                      \
  X(hostMessage)                                                                                   \
  X(instrumentationResults)                                                                        \
  X(internalExchangeCode)                                                                          \
  X(message)                                                                                       \
  X(multiple)                                                                                      \
  X(outputEdge)                                                                                    \
  X(rearrangement)                                                                                 \
  X(sharedCodeStorage)                                                                             \
  X(sharedDataStorage)                                                                             \
  X(stack)                                                                                         \
  X(variable)                                                                                      \
  X(vectorListDescriptor)                                                                          \
  X(vertexCode)                                                                                    \
  X(vertexFieldData)                                                                               \
  X(vertexInstanceState)

class POPLAR_EMU_EXPORT MemoryByCategory {
 public:
#define PVA_CATEGORY_GETTER(name)                                                                  \
  const MemoryRegions &name() const { return name##_; }
  PVA_MEMORY_CATEGORIES(PVA_CATEGORY_GETTER)
#undef PVA_CATEGORY_GETTER

 private:
  friend struct internal::Access;
#define PVA_CATEGORY_MEMBER(name) MemoryRegions name##_;
  PVA_MEMORY_CATEGORIES(PVA_CATEGORY_MEMBER)
#undef PVA_CATEGORY_MEMBER
};

class POPLAR_EMU_EXPORT VertexType {
 public:
  const std::string &name() const { return name_; }
  /// Bytes of one instance.
  std::uint64_t size() const { return size_; }

 private:
  friend struct internal::Access;
  std::string name_;
  std::uint64_t size_ = 0;
};

/// The instances of one vertex type on one tile or in one compute set.
class POPLAR_EMU_EXPORT VertexInstances {
 public:
  const VertexType &type() const { return type_; }
  std::uint64_t count() const { return count_; }
  /// One entry a tile; empty for the entries of a tile.
  const List<std::uint64_t> &countByTile() const { return countByTile_; }

 private:
  friend struct internal::Access;
  VertexType type_;
  std::uint64_t count_ = 0;
  List<std::uint64_t> countByTile_;
};

class POPLAR_EMU_EXPORT TileMemory {
 public:
  const MemoryTotal &total() const { return total_; }
  std::uint64_t alwaysLiveBytes() const { return alwaysLiveBytes_; }
  std::uint64_t notAlwaysLiveBytes() const { return notAlwaysLiveBytes_; }
  const List<VertexInstances> &vertices() const { return vertices_; }
  const MemoryByCategory &category() const { return category_; }

 private:
  friend struct internal::Access;
  MemoryTotal total_;
  std::uint64_t alwaysLiveBytes_ = 0, notAlwaysLiveBytes_ = 0;
  List<VertexInstances> vertices_;
  MemoryByCategory category_;
};

class POPLAR_EMU_EXPORT Tile {
 public:
  const TileMemory &memory() const { return memory_; }

 private:
  friend struct internal::Access;
  TileMemory memory_;
};

} // namespace pva

#endif
