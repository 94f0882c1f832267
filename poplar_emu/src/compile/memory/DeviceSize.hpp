// SPDX-License-Identifier: MIT
// Bytes that vertices and their code take on a tile of the device. Never the sizes of the host.
#pragma once

#include "ir/Graph.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace poplar_emu::compile {

/// What one vertex keeps on its tile besides its code.
struct VertexBytes {
  std::uint64_t state = 0;       ///< its fields: pointers, sizes, scalars
  std::uint64_t fieldData = 0;   ///< tables of rows, vectors of state, values given to inputs
  std::uint64_t descriptors = 0; ///< tables of vector lists

  std::uint64_t sum() const { return state + fieldData + descriptors; }
};

/// Source of the sizes: layouts as the codelet documentation gives them (pointers of 4 bytes, spans
/// of 8, scaled pointers of 2). Padding is left out: the sum is a lower bound.
class DeviceSize {
 public:
  DeviceSize(const ir::VertexTable &table, const ir::VertexTypes &types)
      : table_(table), types_(types) {}

  VertexBytes ofVertex(VertexId id);
  /// A guess of the code of a type, by its fields; once a tile. See docs/decisions.
  std::uint64_t ofCode(VertexTypeId id);

 private:
  /// What all vertices of a type have in common.
  struct TypeSize {
    const ir::VertexType *type = nullptr;
    std::uint64_t fixedBytes = 0;
    bool varies = false; ///< has rows or vector state
  };
  const TypeSize &typeSize(VertexTypeId id);
  void addRowTables(VertexId id, const TypeSize &size, VertexBytes &bytes) const;
  void addValues(VertexId id, const TypeSize &size, VertexBytes &bytes) const;

  const ir::VertexTable &table_;
  const ir::VertexTypes &types_;
  std::vector<std::unique_ptr<TypeSize>> sizes_;
};

} // namespace poplar_emu::compile
