// SPDX-License-Identifier: MIT
// Estimators of matrix products, in the manner of poplibs' 1x1 convolution.
#include "estimators/Products.hpp"

#include <algorithm>

namespace poplin::estimators {

using namespace popops::estimators;
using poplar::FLOAT;
using poplar::HALF;

namespace {

/// Supervisor code of a product. Source: poplibs, conv1x1.
constexpr Cycles kProductSupervisor = 50;
/// A worker's code with three rows, and each row more. Source: poplibs, 38 + 4 (n - 3) for half,
/// 46 + 8 (n - 3) for float; fewer than four rows take as long as four, as its estimate of 16 rows
/// on six workers, 377 cycles, shows.
constexpr Cycles kFirstRows = 3, kFewestRows = 4;
constexpr Cycles kHalfPrologue = 38, kHalfRow = 4;
constexpr Cycles kFloatPrologue = 46, kFloatRow = 8;
/// Products that a unit sums for each row: with the slots of a row and the number of units they
/// give the published rates, 64 products a cycle and tile for half and 16 for float on the second
/// generation, 32 and 8 on the first.
constexpr Cycles kDepth = 16;

Estimate matMulBlock(const Vertex &vertex, const Target &target, const Type &in,
                     const Type &partial) {
  const Cycles m = valueOf(vertex, target, "m"), n = valueOf(vertex, target, "n"),
               k = valueOf(vertex, target, "k");
  return {productCycles(target, in, partial, m, n, k), 2 * m * n * k};
}

/// As a reduction: a pointer and a load with its sum for each partial result.
Estimate addPartials(const Vertex &vertex, const Target &target, const Type &partial) {
  const Cycles outputs = sizeOf(vertex, "out"), partials = sizeOf(vertex, "partials");
  const Cycles vectors = share(target, words(target, outputs, partial));
  Estimate estimate =
      onWorkers(target, kReducePrologue + vectors * (kColumn + 2 * partials), outputs * partials);
  estimate.cycles += kReduceSupervisor;
  return estimate;
}

} // namespace

Cycles productCycles(const Target &target, const Type &in, const Type &partial, Cycles m, Cycles n,
                     Cycles k) {
  const Cycles units = std::max(1u, target.getNumConvUnits(in, partial));
  const Cycles groups = divideUp(n, units) * divideUp(k, kDepth);
  const Cycles rows = std::max(share(target, m), kFewestRows) - kFirstRows;
  const Cycles worker =
      in == HALF ? kHalfPrologue + kHalfRow * rows : kFloatPrologue + kFloatRow * rows;
  // A 64-bit word a cycle; convolutions load 128 bits with an option only.
  const Cycles weights = words(target, units * kDepth, in);
  return kProductSupervisor + kSupervisor +
         groups * (weights + target.getNumWorkerContexts() * worker);
}

Table productTable() {
  Table table;
  const std::pair<Type, Type> kinds[] = {{FLOAT, FLOAT}, {HALF, FLOAT}, {HALF, HALF}};
  for (const auto &[in, partial] : kinds)
    for (const Type &out : {FLOAT, HALF})
      for (const bool accumulate : {false, true})
        add(
            table, "poplin::MatMulBlock",
            [in, partial](const Vertex &vertex, const Target &target) {
              return matMulBlock(vertex, target, in, partial);
            },
            in, partial, out, accumulate);
  for (const Type &partial : {FLOAT, HALF})
    for (const Type &out : {FLOAT, HALF})
      add(
          table, "poplin::AddPartials",
          [partial](const Vertex &vertex, const Target &target) {
            return addPartials(vertex, target, partial);
          },
          partial, out);
  return table;
}

void registerAll(poplar::Graph &graph) {
  static const Table products = productTable(), solvers = solverTable();
  poputil::internal::registerPerfFunctions(graph, products);
  poputil::internal::registerPerfFunctions(graph, solvers);
}

} // namespace poplin::estimators
