// SPDX-License-Identifier: MIT
// Hand-made graphs for tests of the compiler: ir tables without the public API.
#pragma once

#include "compile/ComputeLowering.hpp"
#include "ir/Graph.hpp"

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace poplar_emu::compile::test {

class VertexTypeList : public ir::VertexTypes {
 public:
  const ir::VertexType &type(VertexTypeId id) const override { return types_[id.index()]; }
  VertexTypeId add(ir::VertexType type) {
    types_.push_back(std::move(type));
    return VertexTypeId(types_.size() - 1);
  }
  ir::VertexType &operator[](VertexTypeId id) { return types_[id.index()]; }

 private:
  std::deque<ir::VertexType> types_;
};

/// A field; the offset is set by layOut.
ir::FieldInfo field(std::string name, ir::FieldKind kind, ir::Direction direction,
                    ElementType type = ElementType::Float);

/// A vertex type whose fields stand one after the other in the host layout.
ir::VertexType vertexType(std::string name, std::vector<ir::FieldInfo> fields);

ir::Region run(VariableId variable, std::uint64_t start, std::uint32_t length);
ir::Region rows(VariableId variable, std::uint64_t start, std::uint32_t length, std::uint32_t count,
                std::int64_t stride);

/// Builds a graph; `file` is the user's file in error messages, lines count up.
class TestGraph {
 public:
  explicit TestGraph(std::uint32_t numTiles = 4);

  VariableId variable(const std::string &name, std::uint64_t numElements, TileId tile,
                      ElementType type = ElementType::Float);
  /// Elements spread over all tiles in equal contiguous parts.
  VariableId spread(const std::string &name, std::uint64_t numElements,
                    ElementType type = ElementType::Float);
  ComputeSetId computeSet(const std::string &name);
  VertexId vertex(ComputeSetId computeSet, VertexTypeId type, std::uint32_t tile,
                  unsigned line = 0);

  void connect(VertexId vertex, const std::string &field, std::vector<ir::Region> regions,
               std::uint32_t index = ir::kNone, unsigned line = 0);
  template <class T>
  void value(VertexId vertex, const std::string &field, std::vector<T> values,
             std::uint32_t index = ir::kNone) {
    addValue(vertex, field, std::as_bytes(std::span(values)),
             static_cast<std::uint32_t>(values.size()), index);
  }
  void size(VertexId vertex, const std::string &field, std::uint32_t size);
  void estimate(VertexId vertex, std::uint64_t cycles);

  Input input() const { return {graph, types, programs, options, {}, {}}; }
  /// Every compute set and variable, in order.
  Usage everything() const;

  ir::Graph graph;
  VertexTypeList types;
  std::vector<ir::ProgramRef> programs;
  Options options;

 private:
  void addValue(VertexId vertex, const std::string &field, std::span<const std::byte> bytes,
                std::uint32_t numElements, std::uint32_t index);
  std::uint32_t fieldIndex(VertexId vertex, const std::string &field) const;
};

/// The message that f throws, or "" when it throws nothing.
template <class F>
std::string messageOf(F &&f) {
  try {
    f();
  } catch (const std::exception &error) {
    return error.what();
  }
  return "";
}

} // namespace poplar_emu::compile::test
