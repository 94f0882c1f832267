// SPDX-License-Identifier: MIT
// Writes the host image of one vertex: pointers to its operands, sizes, state values.
#pragma once

#include "compile/compute/instances/FieldLayout.hpp"
#include "compile/compute/instances/InstanceImage.hpp"
#include "compile/compute/operands/OperandPlacement.hpp"
#include "compile/compute/operands/VertexAliasing.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Host layout (ir/VertexType.hpp): a scalar edge is T*; a vector {T*, size_t}; a two-level field
/// {row*, size_t} with rows {T*, size_t}, or T* for ScalarEdges; all of these end with a pointer to
/// the metadata when T is a quarter. Tables of rows, vector state and
/// immediates are allocated in the image when they are met.
class InstanceBuilder {
 public:
  InstanceBuilder(const ir::Graph &graph, OperandPlacement &placement, InstanceImage &image)
      : graph_(graph), table_(graph.vertexTable), placement_(placement), image_(image),
        aliasing_(graph.vertexTable) {}

  /// Fills the instance at `at`, which is zero. The placement stands at the vertex's tile.
  void build(VertexId id, const TypeLayout &layout, InstanceOffset at);

 private:
  /// What the vertex at hand has given a field so far.
  struct FieldState {
    std::uint64_t vertex = 0; ///< number of the vertex it speaks of
    InstanceOffset data = 0;  ///< of the table of rows, or of a vector's elements
    std::uint64_t count = 0;
    bool hasEdge = false;
  };

  void buildEdge(VertexId id, const ir::Edge &edge, const FieldLayout &field,
                 VertexAliasing::Operand operand, InstanceOffset at);
  void pointToMetadata(const ir::Edge &edge, const FieldLayout &field, InstanceOffset at);
  void buildRows(const OperandRequest &whole, std::uint64_t numRows, InstanceOffset rows,
                 std::uint32_t rowBytes);
  void buildElements(const OperandRequest &whole, InstanceOffset pointers, std::uint32_t rowBytes);
  void buildValue(VertexId id, const ir::FieldValue &value, const FieldLayout &field,
                  InstanceOffset at);
  void buildVectorValue(VertexId id, const ir::FieldValue &value, const FieldLayout &field,
                        InstanceOffset at);
  void buildIndexedValue(VertexId id, const ir::FieldValue &value, const FieldLayout &field,
                         InstanceOffset at);
  void buildEmpty(VertexId id, std::uint32_t fieldIndex, const FieldLayout &field,
                  InstanceOffset at);

  FieldState &stateOf(std::uint32_t field);
  /// Makes what the field points to, once a vertex: `count` entries of so many bytes each.
  FieldState &makeArray(std::uint32_t fieldIndex, InstanceOffset at, std::uint64_t count,
                        std::uint64_t bytes, std::uint32_t align);
  FieldState &makeTable(std::uint32_t fieldIndex, const FieldLayout &field, InstanceOffset at,
                        std::uint64_t count);
  FieldState &makeVector(std::uint32_t fieldIndex, const FieldLayout &field, InstanceOffset at,
                         std::uint64_t count);
  bool hasEdge(VertexId id, std::uint32_t field, std::uint32_t index) const;

  const ir::Graph &graph_;
  const ir::VertexTable &table_;
  OperandPlacement &placement_;
  InstanceImage &image_;
  VertexAliasing aliasing_;
  std::vector<FieldState> states_;
  std::uint64_t vertex_ = 0;
  std::vector<ir::Region> slice_;
};

} // namespace poplar_emu::compile
