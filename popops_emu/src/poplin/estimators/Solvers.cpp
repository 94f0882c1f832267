// SPDX-License-Identifier: MIT
// Estimators of factorisations and of triangular systems. poplibs has published none; these count
// loads and stores of 64-bit words, beside which the arithmetic runs.
#include "estimators/Products.hpp"

namespace poplin::estimators {

using namespace popops::estimators;
using poplar::FLOAT;
using poplar::HALF;

namespace {

/// A product of two rows: two loads a word. A row with a multiple of another taken off: a store
/// more.
constexpr Cycles kDotWord = 2, kAxpyWord = 3;
/// Around the loop over a row: pointers, the sum of the lanes, a product or quotient, the store.
constexpr Cycles kRow = 16;
/// A pass over a vector that loads (and stores) it.
constexpr Cycles kPassWord = 2;
/// A root and a quotient of single floats.
constexpr Cycles kRootAndQuotient = 14;

/// Row i of n has i elements before the diagonal.
Cycles triangleWords(const Target &target, Cycles n, const Type &type) {
  return words(target, n * (n - (n != 0)) / 2, type);
}

/// Workers take right-hand sides in turn.
Estimate triangularSolve(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles columns = sizeOf(vertex, "x"), n = rowSizeOf(vertex, "x");
  const Cycles column = n * kRow + kDotWord * triangleWords(target, n, type);
  return onWorkers(target, kPrologue + share(target, columns) * column, columns * n * n);
}

Estimate cholesky(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles n = valueOf(vertex, target, "n");
  // Element (i, j) has a product of j elements: a sixth of a cube in all.
  const Cycles products = words(target, n * n * n / 6, type);
  return {kPrologue + n * kRootAndQuotient + n * (n + 1) / 2 * kRow + kDotWord * products,
          n * n * n / 3};
}

/// A maximum, a scaled copy, and a sum of squares.
Estimate householder(const Vertex &vertex, const Target &target) {
  const Cycles n = sizeOf(vertex, "column");
  return {kPrologue + 2 * kRootAndQuotient + 3 * kPassWord * words(target, n, FLOAT), 3 * n};
}

/// Workers take vectors in turn; that the first elements are left out in later steps is not seen.
Estimate reflect(const Vertex &vertex, const Target &target) {
  const Cycles vectors = sizeOf(vertex, "vectors"), n = rowSizeOf(vertex, "vectors");
  const Cycles each = 2 * kRow + (kDotWord + kAxpyWord) * words(target, n, FLOAT);
  return onWorkers(target, kPrologue + share(target, vectors) * each, 4 * vectors * n);
}

Estimate eliminate(const Vertex &vertex, const Target &target) {
  const Cycles rows = sizeOf(vertex, "u"), n = rowSizeOf(vertex, "u");
  const Cycles each = kRow + kAxpyWord * words(target, n, FLOAT);
  return onWorkers(target, kPrologue + share(target, rows) * each, 2 * rows * n);
}

} // namespace

Table solverTable() {
  Table table;
  for (const Type &type : {FLOAT, HALF}) {
    add(
        table, "poplin::TriangularSolve",
        [type](const Vertex &vertex, const Target &target) {
          return triangularSolve(vertex, target, type);
        },
        type);
    add(
        table, "poplin::Cholesky",
        [type](const Vertex &vertex, const Target &target) {
          return cholesky(vertex, target, type);
        },
        type);
  }
  add(table, "poplin::Householder", householder);
  add(table, "poplin::Reflect", reflect);
  add(table, "poplin::EliminateRows", eliminate);
  return table;
}

} // namespace poplin::estimators
