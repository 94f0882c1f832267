// SPDX-License-Identifier: MIT
// A vertex of its own for one frequent operation, the vertex of expressions for everything else.
#include "map/Vertices.hpp"

#include "map/Assemble.hpp"
#include "support/Regions.hpp"

#include <popops/ExprOpUtils.hpp>
#include <poputil/VertexTemplates.hpp>

#include <cstring>

namespace popops::map_detail {

using poplar::ComputeSet;
using poplar::Graph;
using poplar::Tensor;
using poputil::templateVertex;
using program::Action;
using Origin = Value::Origin;
using Tensors = std::vector<Tensor>;

namespace {

bool isScalar(const Tensor &input, const Tensor &out) {
  return input.valid() && input.numElements() == 1 && out.numElements() != 1;
}

/// A vertex type of one operation, and what its fields get. Operands are values.
struct SingleOperation {
  std::string vertex;
  std::vector<std::pair<std::string, unsigned>> vectors;
  /// The field and value of a single element, if there is one.
  std::string scalarField;
  unsigned scalar = 0;
  std::string output;
};

class VertexChooser {
 public:
  VertexChooser(const Computation &computation, const Tensors &inputs, const Tensor &out)
      : computation_(computation), inputs_(inputs), out_(out) {}

  /// A name without arguments if no vertex does it.
  SingleOperation choose() const {
    const Value &value = computation_.values[computation_.results[0]];
    if (computation_.results.size() != 1 || value.origin != Origin::Operation) return {};
    for (const unsigned operand : value.operands)
      if (computation_.values[operand].origin == Origin::Operation) return {};
    switch (value.action) {
    case Action::Unary:
      return unary(value);
    case Action::Binary:
      return binary(value);
    case Action::Cast:
      return cast(value);
    default:
      return {};
    }
  }

 private:
  bool isSingle(unsigned v) const {
    const Value &value = computation_.values[v];
    return value.origin == Origin::Constant || isScalar(inputs_[value.input], out_);
  }
  const poplar::Type &typeOf(unsigned v) const { return computation_.values[v].type; }

  SingleOperation unary(const Value &value) const {
    const unsigned a = value.operands[0];
    if (isSingle(a)) return {};
    return {
        templateVertex("popops::UnaryOp1D", static_cast<expr::UnaryOpType>(value.op), typeOf(a)),
        {{"in", a}},
        "",
        0,
        "out"};
  }

  SingleOperation binary(const Value &value) const {
    const auto op = static_cast<expr::BinaryOpType>(value.op);
    unsigned a = value.operands[0], b = value.operands[1];
    if (isSingle(a) && !isSingle(b) && isCommutative(op)) std::swap(a, b);
    if (isSingle(a)) return {};
    if (isSingle(b))
      return {
          templateVertex("popops::BroadcastScalar1D", op, typeOf(a)), {{"data", a}}, "B", b, "out"};
    return {templateVertex("popops::BinaryOp1D", op, typeOf(a)),
            {{"in1", a}, {"in2", b}},
            "",
            0,
            "out"};
  }

  SingleOperation cast(const Value &value) const {
    const unsigned a = value.operands[0];
    if (isSingle(a)) return {};
    return {templateVertex("popops::Cast1D", typeOf(a), value.type), {{"src", a}}, "", 0, "dst"};
  }

  const Computation &computation_;
  const Tensors &inputs_;
  const Tensor &out_;
};

void connectConstant(Graph &graph, const poplar::FieldRef &field, const Value &constant) {
  const std::uint64_t bits = constant.bits;
  const auto as = [&](auto value) {
    std::memcpy(static_cast<void *>(&value), &bits, sizeof value);
    return value;
  };
  if (constant.type == poplar::FLOAT)
    graph.connect(field, as(0.0f));
  else if (constant.type == poplar::HALF)
    graph.connect(field, static_cast<float>(as(poplar::Half())));
  else if (constant.type == poplar::INT)
    graph.connect(field, as(0));
  else
    graph.connect(field, as(0u));
}

void addSingle(Graph &graph, const SingleOperation &single, const Computation &computation,
               const Tensors &inputs, const Tensor &out, ComputeSet cs) {
  Tensors tensors = {out};
  for (const auto &[field, v] : single.vectors)
    tensors.push_back(inputs[computation.values[v].input]);
  support::forEachTile(graph, tensors, [&](unsigned tile, Tensors &parts) {
    const poplar::VertexRef vertex = graph.addVertex(cs, single.vertex);
    graph.connect(vertex[single.output], parts[0]);
    for (std::size_t i = 0; i < single.vectors.size(); ++i)
      graph.connect(vertex[single.vectors[i].first], parts[i + 1]);
    if (!single.scalarField.empty()) {
      const Value &scalar = computation.values[single.scalar];
      if (scalar.origin == Origin::Constant)
        connectConstant(graph, vertex[single.scalarField], scalar);
      else
        graph.connect(vertex[single.scalarField], inputs[scalar.input].reshape({}));
    }
    graph.setTileMapping(vertex, tile);
  });
}

void addProgram(Graph &graph, const Assembly &assembly, const Tensors &inputs, const Tensors &outs,
                ComputeSet cs) {
  static const char *const inNames[] = {"in1", "in2", "in4", "in8"};
  static const char *const outNames[] = {"out1", "out2", "out4", "out8"};
  static const program::Kind kinds[] = {program::Kind::UnsignedChar, program::Kind::UnsignedShort,
                                        program::Kind::Unsigned, program::Kind::UnsignedLongLong};
  // Results, then inputs with an element for each of theirs.
  Tensors tensors;
  for (unsigned size = 0; size < 4; ++size)
    for (const unsigned r : assembly.outputs[size])
      tensors.push_back(outs[r].reinterpret(carrierOf(kinds[size])));
  for (unsigned size = 0; size < 4; ++size)
    for (const unsigned i : assembly.inputs[size])
      if (!isScalar(inputs[i], outs[0]))
        tensors.push_back(inputs[i].reinterpret(carrierOf(kinds[size])));

  support::forEachTile(graph, tensors, [&](unsigned tile, Tensors &parts) {
    const poplar::VertexRef vertex = graph.addVertex(cs, "popops::MapExpression");
    std::size_t next = 0;
    const auto connect = [&](const char *field, const Tensors &rows) {
      if (rows.empty())
        graph.setFieldSize(vertex[field], 0);
      else
        graph.connect(vertex[field], rows);
    };
    for (unsigned size = 0; size < 4; ++size) {
      Tensors rows;
      for (std::size_t r = 0; r < assembly.outputs[size].size(); ++r)
        rows.push_back(parts[next++]);
      connect(outNames[size], rows);
    }
    for (unsigned size = 0; size < 4; ++size) {
      Tensors rows;
      for (const unsigned i : assembly.inputs[size])
        rows.push_back(isScalar(inputs[i], outs[0])
                           ? inputs[i].reinterpret(carrierOf(kinds[size])).reshape({1})
                           : parts[next++]);
      connect(inNames[size], rows);
    }
    graph.setInitialValue(vertex["code"], assembly.code);
    graph.setInitialValue(vertex["elements"], parts[0].numElements());
    graph.setTileMapping(vertex, tile);
  });
}

/// Whether a result is where an input is, so that it must not be written too early.
bool overwritesInputs(const Tensors &inputs, const Tensors &outs) {
  for (const Tensor &out : outs)
    for (const Tensor &input : inputs)
      if (input.valid() && input.intersectsWith(out)) return true;
  return false;
}

} // namespace

bool addMapVertices(Graph &graph, const Computation &computation, const Tensors &inputs,
                    const Tensors &outs, ComputeSet cs) {
  const SingleOperation single = VertexChooser(computation, inputs, outs[0]).choose();
  if (!single.vertex.empty() && graph.hasCodelet(single.vertex)) {
    addSingle(graph, single, computation, inputs, outs[0], cs);
    return true;
  }
  std::vector<bool> scalars;
  for (const Tensor &input : inputs)
    scalars.push_back(isScalar(input, outs[0]));
  Assembly assembly;
  const bool mayOverwrite = outs.size() == 1 || !overwritesInputs(inputs, outs);
  if (!assemble(computation, scalars, mayOverwrite, assembly)) return false;
  addProgram(graph, assembly, inputs, outs, cs);
  return true;
}

} // namespace popops::map_detail
