// SPDX-License-Identifier: MIT
// Vertex types without their strings: what lowering a million vertices reads of each field.
#pragma once

#include "ir/Graph.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace poplar_emu::compile {

// Of the edges in an instance: an address, and an address with a size.
inline constexpr std::uint32_t kPointerBytes = 8;
inline constexpr std::uint32_t kSpanBytes = 16;

struct FieldLayout {
  ir::FieldKind kind = ir::FieldKind::ScalarState;
  ir::Direction direction = ir::Direction::None;
  std::uint32_t hostOffset = 0;
  std::uint32_t elementBytes = 0;
  std::uint32_t align = 1;    ///< bytes, of each region: what the element and MinAlign ask for
  std::uint32_t rowBytes = 0; ///< in the table of an indexed field
  std::uint32_t metadataOffset = 0; ///< in the field; 0: carries no metadata
  std::uint32_t rowMetadata = 0;    ///< in a row of its table; 0: carries none

  bool written() const { return ir::isWritten(direction); }
};

struct TypeLayout {
  const ir::VertexType *type = nullptr;
  std::vector<FieldLayout> fields;
  std::uint32_t stride = 0; ///< bytes from one instance to the next
  std::uint32_t align = 1;
  std::uint32_t numEdgeFields = 0;
  bool runsAlone = false;  ///< uses all workers of the tile: MultiVertex, SupervisorVertex
  bool spansTiles = false; ///< its code cannot tell on which tile it runs
};

/// Looks each type up once.
class TypeLayouts {
 public:
  explicit TypeLayouts(const ir::VertexTypes &types) : types_(types) {}

  const TypeLayout &operator[](VertexTypeId id) {
    if (id.index() < layouts_.size() && layouts_[id.index()]) return *layouts_[id.index()];
    return add(id);
  }

 private:
  const TypeLayout &add(VertexTypeId id);

  const ir::VertexTypes &types_;
  std::vector<std::unique_ptr<TypeLayout>> layouts_;
};

} // namespace poplar_emu::compile
