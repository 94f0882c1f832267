// SPDX-License-Identifier: MIT
// Handles of the parts of a graph: vertices, fields, compute sets, functions.
#ifndef POPLAR_GRAPH_ELEMENTS_HPP
#define POPLAR_GRAPH_ELEMENTS_HPP

#include <poplar/FunctionBufferMappingType.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace poplar {

typedef unsigned vertex_id;

/// A field of a vertex, or one element of a vector field.
class POPLAR_EMU_EXPORT FieldRef {
 public:
  FieldRef();

  /// Element `index` of a vector field.
  FieldRef operator[](std::size_t index) const;
  bool isIndexed() const { return isIndexed_; }
  std::size_t getIndex() const { return index_; }

 private:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<poplar_emu::api::GraphState> graph_;
  std::uint32_t vertex_;
  std::uint32_t field_;
  std::size_t index_;
  bool isIndexed_;
};

/// A vertex of a graph.
class POPLAR_EMU_EXPORT VertexRef {
 public:
  VertexRef();

  /// The field of that name. Throws unknown_field.
  FieldRef operator[](StringRef fieldName) const;
  vertex_id getId() const { return id_; }

 private:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<poplar_emu::api::GraphState> graph_;
  std::uint32_t id_;
};

/// Vertices that execute in parallel.
class ComputeSet {
 public:
  ComputeSet() : id_(~0u), graph_(0) {}
  ComputeSet(unsigned id) : id_(id), graph_(0) {}
  unsigned getId() const { return id_; }

 private:
  friend struct poplar_emu::api::Access;

  unsigned id_;
  std::uint64_t graph_; // 0: made from a bare id
};

/// A program that can be called from several places.
class Function {
 public:
  Function() : id_(~0u), graph_(0) {}
  Function(unsigned id) : id_(id), graph_(0) {}
  unsigned getId() const { return id_; }

 private:
  friend struct poplar_emu::api::Access;

  unsigned id_;
  std::uint64_t graph_; // 0: made from a bare id
};

/// Memory that holds the code of a function until it is loaded.
class FunctionBuffer {
 public:
  FunctionBuffer() : id_(~0u), graph_(0) {}
  FunctionBuffer(unsigned id) : id_(id), graph_(0) {}
  unsigned getId() const { return id_; }

 private:
  friend struct poplar_emu::api::Access;

  unsigned id_;
  std::uint64_t graph_; // 0: made from a bare id
};

/// A function that the host executes.
class HostFunction {
 public:
  HostFunction() : id_(~0u), graph_(0) {}
  HostFunction(unsigned id) : id_(id), graph_(0) {}
  unsigned getId() const { return id_; }

 private:
  friend struct poplar_emu::api::Access;

  unsigned id_;
  std::uint64_t graph_; // 0: made from a bare id
};

} // namespace poplar

#endif
