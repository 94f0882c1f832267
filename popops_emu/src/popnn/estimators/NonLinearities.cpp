// SPDX-License-Identifier: MIT
// Estimators of non-linearities and their gradients, from the element-wise operations in them.
#include "estimators/ElementWise.hpp"
#include "estimators/Networks.hpp"

#include <popnn/NonLinearityDefUtil.hpp>

namespace popnn::estimators {

using namespace popops::estimators;
using popops::program::Kind;
using Unary = popops::expr::UnaryOpType;

namespace {

struct Costs {
  NonLinearityType type;
  OperationCost single, half;
  /// From two vectors in registers.
  OperationCost singleGradient, halfGradient;
};

OperationCost known(Unary op, Kind kind) {
  return costOf(op, kind);
}

/// Those of SIGMOID, TANH, RELU and GELU_ERF as functions are of the unary operations.
const Costs kCosts[] = {
    // y (1 - y) g
    {NonLinearityType::SIGMOID,
     known(Unary::SIGMOID, Kind::Float),
     known(Unary::SIGMOID, Kind::Half),
     {3, 0},
     {3, 0}},
    // a fused product and sum, and a clamp; a comparison, a mask, a product
    {NonLinearityType::HARD_SIGMOID, {4, 2}, {4, 4}, {3, 0}, {3, 0}},
    // a comparison and a mask
    {NonLinearityType::RELU,
     known(Unary::RELU, Kind::Float),
     known(Unary::RELU, Kind::Half),
     {2, 0},
     {2, 0}},
    // (1 - y^2) g
    {NonLinearityType::TANH,
     known(Unary::TANH, Kind::Float),
     known(Unary::TANH, Kind::Half),
     {2, 0},
     {2, 0}},
    // TANH and six operations around it; nine in the gradient
    {NonLinearityType::GELU, {18, 2}, {10, 4}, {19, 0}, {11, 0}},
    // the gradient: the function of each element, EXPONENT and four operations
    {NonLinearityType::GELU_ERF,
     known(Unary::GELU_ERF, Kind::Float),
     known(Unary::GELU_ERF, Kind::Half),
     {52, 0},
     {70, 0}},
    // SIGMOID and a product; and four operations
    {NonLinearityType::SWISH, {13, 2}, {7, 4}, {14, 0}, {8, 0}},
};

} // namespace

Table nonLinearityTable() {
  Table table;
  for (const Costs &costs : kCosts)
    for (const Kind kind : {Kind::Float, Kind::Half}) {
      const bool isHalf = kind == Kind::Half;
      const Type type = isHalf ? poplar::HALF : poplar::FLOAT;
      add(
          table, "popnn::NonLinearity",
          [kind, cost = isHalf ? costs.half : costs.single](const Vertex &vertex,
                                                            const Target &target) {
            const Cycles n = sizeOf(vertex, "out");
            return onWorkers(target, kUnaryPrologue + loopSlots(target, cost, kind, n), n);
          },
          type, costs.type);
      add(
          table, "popnn::NonLinearityGradient",
          [kind, isHalf, cost = isHalf ? costs.halfGradient : costs.singleGradient](
              const Vertex &vertex, const Target &target) {
            const Cycles n = sizeOf(vertex, "inGradient");
            const Cycles prologue = isHalf ? kHalfBinaryPrologue : kBinaryPrologue;
            return onWorkers(target, prologue + loopSlots(target, cost, kind, n), 2 * n);
          },
          type, costs.type);
    }
  return table;
}

void registerAll(poplar::Graph &graph) {
  static const Table nonLinearities = nonLinearityTable(), pools = poolTable(), rows = rowTable();
  for (const Table *table : {&nonLinearities, &pools, &rows})
    poputil::internal::registerPerfFunctions(graph, *table);
}

} // namespace popnn::estimators
