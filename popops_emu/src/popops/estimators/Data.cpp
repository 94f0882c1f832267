// SPDX-License-Identifier: MIT
// Estimators of encodings, counters, transpositions, images and splines.
#include "estimators/ElementWise.hpp"
#include "estimators/Tables.hpp"

#include <popops/ExprOpUtils.hpp>

#include <algorithm>

namespace popops::estimators {
namespace {

/// Of a row of one-hot: its index, two comparisons, the address, the store.
constexpr Cycles kOneHotRow = 10;
/// Of a run of Iota: pointer, length, offset; of an element: sum and store.
constexpr Cycles kIotaRun = 6, kIotaElement = 2;
/// Load, sum, store, load, comparison, store.
constexpr Cycles kCounter = 8;
/// Of a matrix: its two pointers.
constexpr Cycles kMatrix = 4;
/// Of a pixel: three loads, the store of four; each of product, difference and product; conversion
/// from bytes one by one.
constexpr Cycles kPixel = 6, kPixelStep = 3, kPixelCast = 6;
/// Of one dimension of a spline: load, product, rounding, index, and the polynomial.
constexpr Cycles kSplineDimension = 24, kSplineDegree = 4;
/// Of one weight: two loads and a fused product; of one spline: index, address, product.
constexpr Cycles kWeight = 2, kSplineOfWeight = 14;

Estimate oneHot(const Vertex &vertex, const Target &target, unsigned bytes) {
  const Cycles rows = sizeOf(vertex, "indices");
  return Estimate(fillCycles(target, bytes, sizeOf(vertex, "out")) +
                  target.getNumWorkerContexts() * kOneHotRow * (share(target, rows) + 1));
}

Estimate iota(const Vertex &vertex, const Target &) {
  const poplar::FieldData out = vertex.getFieldInfo("out");
  Cycles slots = kPrologue;
  for (std::size_t i = 0; i < out.size(); ++i)
    slots += kIotaRun + kIotaElement * out.getSizeAtIndex(i);
  return slots;
}

Estimate counter(const Vertex &, const Target &) {
  return kPrologue + kCounter;
}

/// Halves go in squares of four by four: loads, permutations and stores of 64-bit words take a slot
/// an element. What does not fit squares, and bytes, goes one by one; wider elements take a load
/// and a store.
Cycles elementSlots(bool hasSquares, unsigned bytes) {
  if (hasSquares) return 1;
  return bytes >= 4 ? 2 : 5;
}

/// Workers share the columns of each matrix, if rows of the result are whole 64-bit words.
Estimate transpose(const Vertex &vertex, const Target &target, unsigned bytes) {
  const Cycles matrices = sizeOf(vertex, "src");
  const Cycles rows = valueOf(vertex, target, "rows"), columns = valueOf(vertex, target, "columns");
  const bool hasSquares = bytes == 2 && rows % 4 == 0 && columns % 4 == 0;
  const Cycles grain = hasSquares ? 4 : 1;
  const Cycles mine =
      rows * bytes % 8 == 0 ? grain * share(target, divideUp(columns, grain)) : columns;
  return onWorkers(
      target, kPrologue + matrices * (kMatrix + rows * mine * elementSlots(hasSquares, bytes)));
}

Estimate image(const Vertex &vertex, const Target &target, const Type &in, const Type &out) {
  const Cycles vectors = words(target, 4, out);
  const Cycles pixel =
      kPixel + kPixelStep * vectors + (in == poplar::UNSIGNED_CHAR ? kPixelCast : 0);
  const Cycles pixels = sizeOf(vertex, "out") / 4;
  return onWorkers(target, kPrologue + share(target, pixels) * pixel, 9 * pixels);
}

Estimate splineBasis(const Vertex &vertex, const Target &target, unsigned degree) {
  const Cycles dims = sizeOf(vertex, "kernelSize"), n = sizeOf(vertex, "basis");
  const Cycles perDimension = kSplineDimension + kSplineDegree * degree + kIntegerDivision;
  return onWorkers(target, kPrologue + share(target, n) * (kIntegerDivision + dims * perDimension));
}

Estimate splineWeighting(const Vertex &vertex, const Target &target) {
  const Cycles inputs = valueOf(vertex, target, "inputs");
  const Cycles splines = valueOf(vertex, target, "splines"), n = sizeOf(vertex, "out");
  return onWorkers(target,
                   kPrologue + share(target, n) * (kIntegerDivision +
                                                   splines * (kSplineOfWeight + kWeight * inputs)),
                   2 * n * splines * (inputs + 1));
}

} // namespace

Table dataTable() {
  Table table;
  for (const Type &type : {poplar::FLOAT, poplar::HALF, poplar::INT, poplar::UNSIGNED_INT}) {
    const unsigned bytes = type == poplar::HALF ? 2 : 4;
    for (const Type &index : {poplar::INT, poplar::UNSIGNED_INT})
      add(
          table, "popops::EncodeOneHot",
          [bytes](const Vertex &vertex, const Target &target) {
            return oneHot(vertex, target, bytes);
          },
          index, type);
    for (const Type &in : {poplar::FLOAT, poplar::HALF, poplar::UNSIGNED_CHAR})
      add(
          table, "popops::NormaliseImage",
          [in, type](const Vertex &vertex, const Target &target) {
            return image(vertex, target, in, type);
          },
          in, type);
    for (unsigned degree = 1; degree <= 3; ++degree)
      add(
          table, "popops::SplineBasis",
          [degree](const Vertex &vertex, const Target &target) {
            return splineBasis(vertex, target, degree);
          },
          type, degree);
    add(table, "popops::SplineWeighting", splineWeighting, type);
    add(table, "popops::Iota", iota, type);
    add(table, "popops::ForLoopCounter", counter, type);
  }
  unsigned bytes = 1;
  for (const Type &type : {poplar::UNSIGNED_CHAR, poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT,
                           poplar::UNSIGNED_LONGLONG}) {
    add(
        table, "popops::Transpose",
        [bytes](const Vertex &vertex, const Target &target) {
          return transpose(vertex, target, bytes);
        },
        type);
    bytes *= 2;
  }
  return table;
}

} // namespace popops::estimators
