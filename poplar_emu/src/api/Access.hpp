// SPDX-License-Identifier: MIT
// The one door through poplar's handle classes to what stands behind them.
#pragma once

#include "api/GraphState.hpp"
#include "api/ProgramNode.hpp"
#include "api/TensorState.hpp"
#include "codelet/Registry.hpp"
#include "ir/Graph.hpp"

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar/VertexIntrospector.hpp>

#include <memory>
#include <utility>

namespace poplar_emu::api {

/// Friend of every handle class. Nothing here checks anything; `need` and its kin do.
struct Access {
  // Types and debug contexts.
  static ElementType elementType(const poplar::Type &type) {
    return static_cast<ElementType>(type.kind_);
  }
  static poplar::Type type(ElementType type) {
    return poplar::Type(static_cast<poplar::Type::Kind>(type));
  }
  static const poplar::SourceLocation &location(const poplar::DebugContext &context) {
    return context.location_;
  }
  static VariableId variable(const poplar::VariableRef &variable) {
    return VariableId(variable.id_);
  }

  // Tensors.
  static const TensorRef &state(const poplar::Tensor &tensor) { return tensor.state_; }
  static poplar::Tensor tensor(TensorRef state) {
    poplar::Tensor tensor;
    tensor.state_ = std::move(state);
    return tensor;
  }
  static const std::shared_ptr<const RearrangerState> &state(const poplar::TensorRearranger &r) {
    return r.state_;
  }
  static poplar::TensorRearranger rearranger(std::shared_ptr<const RearrangerState> state) {
    poplar::TensorRearranger rearranger;
    rearranger.state_ = std::move(state);
    return rearranger;
  }

  // Graphs: null for a default-constructed or moved-from one.
  static const std::shared_ptr<GraphState> &state(const poplar::Graph &graph) {
    return graph.state_;
  }
  static poplar::Graph graph(std::shared_ptr<GraphState> state) {
    poplar::Graph graph;
    graph.state_ = std::move(state);
    return graph;
  }

  // What an engine needs of a graph. The ir lives as long as the pointer, and changes when the user
  // goes on building.
  static std::shared_ptr<const ir::Graph> ir(const poplar::Graph &graph) {
    return {graph.state_->core, &graph.state_->core->graph};
  }
  static const codelet::Registry &registry(const poplar::Graph &graph) {
    return graph.state_->core->registry;
  }
  /// Of all replicas together: what a device must have.
  static const poplar::Target &deviceTarget(const poplar::Graph &graph) {
    return graph.state_->core->deviceTarget;
  }
  /// The state behind an engine, executable, module or device.
  template <class Handle>
  static auto &hidden(Handle &handle) {
    return handle.state_;
  }

  // Vertices and fields.
  static poplar::VertexRef vertex(std::shared_ptr<GraphState> graph, VertexId id) {
    poplar::VertexRef vertex;
    vertex.graph_ = std::move(graph);
    vertex.id_ = id.value;
    return vertex;
  }
  static const std::shared_ptr<GraphState> &graphOf(const poplar::VertexRef &v) { return v.graph_; }
  static VertexId vertexId(const poplar::VertexRef &v) { return VertexId(v.id_); }

  static poplar::FieldRef fieldRef(std::shared_ptr<GraphState> graph, VertexId vertex,
                                   std::uint32_t field) {
    poplar::FieldRef reference;
    reference.graph_ = std::move(graph);
    reference.vertex_ = vertex.value;
    reference.field_ = field;
    return reference;
  }
  static const std::shared_ptr<GraphState> &graphOf(const poplar::FieldRef &f) { return f.graph_; }
  static VertexId vertexId(const poplar::FieldRef &f) { return VertexId(f.vertex_); }
  static std::uint32_t fieldIndex(const poplar::FieldRef &f) { return f.field_; }

  struct ConnectionKind {
    using Kind = poplar::Graph::ConnectionDesc::Kind;
    static constexpr Kind kTensor = Kind::Tensor;
    static constexpr Kind kTensors = Kind::Tensors;
    static constexpr Kind kValue = Kind::Value;
  };
  static ConnectionKind::Kind kind(const poplar::Graph::ConnectionDesc &d) { return d.kind_; }
  static const std::string &field(const poplar::Graph::ConnectionDesc &d) { return d.field_; }
  static const std::vector<poplar::Tensor> &tensors(const poplar::Graph::ConnectionDesc &d) {
    return d.tensors_;
  }
  static const void *value(const poplar::Graph::ConnectionDesc &d) { return d.value_; }
  static const poplar::TypeTraits &traits(const poplar::Graph::ConnectionDesc &d) {
    return d.valueTraits_;
  }

  // Compute sets and functions know the graph that made them, unless a bare id was given.
  template <class Element>
  static Element element(const ir::Graph &graph, std::size_t id) {
    Element element(static_cast<unsigned>(id));
    element.graph_ = graph.id;
    return element;
  }
  template <class Element>
  static std::uint64_t graphIdOf(const Element &element) {
    return element.graph_;
  }

  // Programs: null is the empty program.
  static ir::ProgramRef program(const poplar::program::Program &program) { return program.node_; }
  static std::shared_ptr<const ProgramNode> &node(poplar::program::Program &program) {
    return program.node_;
  }
  static const std::shared_ptr<const ProgramNode> &node(const poplar::program::Program &program) {
    return program.node_;
  }

  // Streams of the model layer, by the ids of this graph.
  static StreamId stream(const poplar::DataStream &stream);
  static RemoteBufferId remoteBuffer(const poplar::RemoteBuffer &buffer);

  // Introspection.
  static poplar::VertexIntrospector introspector(std::unique_ptr<VertexIntrospectorState> state);
  static poplar::FieldData fieldData(std::unique_ptr<FieldDataState> state);
  static poplar::VertexEdgeInfo edgeInfo() { return poplar::VertexEdgeInfo(); }
};

} // namespace poplar_emu::api
