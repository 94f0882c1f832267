// SPDX-License-Identifier: MIT
// Operands of one vertex that share elements: which must share a location, which are snapshots.
#pragma once

#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/compute/operands/Regions.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// Fields of one vertex that cover the same elements in the same order share one location, so they
/// are placed with one alignment. An Input that overlaps a written field in any other way is a
/// snapshot: it is gathered before the vertex runs. Two written fields that overlap in any other
/// way are a clash: which of them would win is undefined. Reused from vertex to vertex.
class VertexAliasing {
 public:
  explicit VertexAliasing(const ir::VertexTable &table) : table_(table) {}

  struct Operand {
    std::uint32_t align = 1;
    bool snapshot = false;
  };

  /// Looks at all edges of the vertex. Cost: constant for vertices that write no variable that they
  /// read, else the square of the number of their regions at worst.
  void analyse(const ir::Vertex &vertex, const TypeLayout &layout);

  /// Two edges and a region of each, by index into the tables; the first was connected first.
  struct Clash {
    std::uint32_t edges[2];
    std::uint32_t regions[2];
  };
  const std::optional<Clash> &clash() const { return clash_; }

  /// Of the edge number `ordinal` of the vertex, in order of connecting.
  Operand operand(std::uint32_t ordinal, const FieldLayout &field) const {
    return any_ ? operands_[ordinal] : Operand{field.align, false};
  }

 private:
  struct Piece {
    VariableId variable;
    std::uint32_t ordinal;
    std::uint32_t edge;
    std::uint32_t region;
    bool written;
  };

  void compare(const Piece &written, const Piece &other);
  void makeOperands(const ir::Vertex &vertex, const TypeLayout &layout);
  std::span<const ir::Region> regionsOf(std::uint32_t edge) const {
    return {table_.regions.data() + table_.edges[edge].firstRegion, table_.edges[edge].numRegions};
  }

  const ir::VertexTable &table_;
  std::vector<Piece> pieces_;
  std::vector<Operand> operands_;
  std::optional<Clash> clash_;
  bool any_ = false;
};

} // namespace poplar_emu::compile
