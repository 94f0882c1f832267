// SPDX-License-Identifier: MIT
// Estimators of sparse products. poplibs describes vertices that are made up otherwise; this counts
// slots of the loops that ours has.
#include "estimators/Sparse.hpp"

namespace popsparse::estimators {

using namespace popops::estimators;

namespace {

/// Of a block that a worker passes over: its row is loaded, compared twice, divided among workers.
constexpr Cycles kBlock = 8;
/// Around the loop over a row of x: the value, two pointers, the loop.
constexpr Cycles kRow = 8;
/// A word of y loaded and stored, beside which x is loaded and multiplied.
constexpr Cycles kAxpyWord = 3;
/// Two loads, a product and a sum.
constexpr Cycles kDotWord = 2;

/// Every worker reads where all blocks are, and multiplies those of its rows: as many as the
/// others, if rows are alike. A bucket is taken to be full and its blocks to be those of the
/// vertex.
Estimate sparseDense(const Vertex &vertex, const Target &target) {
  const Cycles meta = sizeOf(vertex, "meta");
  const Cycles blocks = meta == 0 ? 0 : (meta - 1) / 2;
  const Cycles values = sizeOf(vertex, "values"), width = valueOf(vertex, target, "width");
  const Cycles rows =
      share(target, values) * (kRow + kAxpyWord * words(target, width, poplar::FLOAT));
  return onWorkers(target, kPrologue + blocks * kBlock + rows, 2 * values * width);
}

/// Workers take blocks in turn; each value is a product of two rows of `width` elements. All of the
/// bucket is taken to be used.
Estimate gradW(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles values = sizeOf(vertex, "values"), width = valueOf(vertex, target, "width");
  const Cycles each = kRow + kDotWord * words(target, width, type);
  return onWorkers(target, kPrologue + share(target, values) * each, 2 * values * width);
}

} // namespace

Table sparseTable() {
  Table table;
  for (const Type &type : {poplar::FLOAT, poplar::HALF})
    for (const Type &meta : {poplar::UNSIGNED_SHORT, poplar::UNSIGNED_INT}) {
      add(table, "popsparse::SparseDenseMatMul", sparseDense, type, meta);
      add(
          table, "popsparse::SparseGradW",
          [type](const Vertex &vertex, const Target &target) {
            return gradW(vertex, target, type);
          },
          type, meta);
    }
  return table;
}

void registerAll(poplar::Graph &graph) {
  static const Table table = sparseTable();
  poputil::internal::registerPerfFunctions(graph, table);
}

} // namespace popsparse::estimators
