// SPDX-License-Identifier: MIT
// Forward substitution, a block of rows at a time:
//
//   a00 .   .     x0   b0      x0 from a00 and b0; then b1 -= a10 x0, b2 -= a20 x0 as one product;
//   a10 a11 .     x1 = b1      x1 from a11 and b1; ...
//   a20 a21 a22   x2   b2
#include "solve/Blocks.hpp"

#include "solve/Options.hpp"
#include "support/Errors.hpp"

#include <poplin/MatMul.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace poplin {

using poplar::Tensor;

Tensor asBatch(const Tensor &matrices) {
  const unsigned rank = matrices.rank();
  const std::size_t rows = matrices.dim(rank - 2), columns = matrices.dim(rank - 1);
  std::size_t g = 1;
  for (unsigned d = 0; d + 2 < rank; ++d)
    g *= matrices.dim(d);
  return matrices.reshape({g, rows, columns});
}

void checkSquare(const std::string &operation, const Tensor &a) {
  if (a.rank() < 2 || a.dim(a.rank() - 1) != a.dim(a.rank() - 2))
    popops::support::fail(operation, "A is " + popops::support::describe(a),
                          "give it square matrices [..., N, N]");
  if (a.elementType() != poplar::FLOAT && a.elementType() != poplar::HALF)
    popops::support::fail(operation, "A is " + popops::support::describe(a),
                          "use FLOAT or HALF; popops::cast converts");
}

Tensor createRows(poplar::Graph &graph, const poplar::Type &type, std::size_t g, std::size_t rows,
                  std::size_t columns, const poplar::DebugNameAndId &name) {
  const Tensor t = graph.addVariable(type, {g, rows, columns}, {name});
  const auto grain = static_cast<unsigned>(std::max<std::size_t>(columns, 1));
  poputil::mapTensorLinearly(graph, t, grain, grain);
  return t;
}

void addTriangularSolve(poplar::Graph &graph, const Tensor &a, const Tensor &rows,
                        bool unitDiagonal, poplar::ComputeSet cs) {
  const std::string type = poputil::templateVertex("poplin::TriangularSolve", a.elementType());
  for (std::size_t g = 0; g < rows.dim(0); ++g) {
    const auto mapping = graph.getTileMapping(rows[g].slice(0, 1, 1).flatten());
    for (unsigned tile = 0; tile < mapping.size(); ++tile) {
      std::vector<Tensor> vectors;
      for (const poplar::Interval &interval : mapping[tile])
        for (std::size_t row = interval.begin(); row < interval.end(); ++row)
          vectors.push_back(rows[g][row]);
      if (vectors.empty()) continue;
      const poplar::VertexRef vertex = graph.addVertex(cs, type);
      graph.connect(vertex["a"], a[g].flatten());
      graph.connect(vertex["x"], vectors);
      graph.setInitialValue(vertex["unitDiagonal"], unitDiagonal);
      graph.setTileMapping(vertex, tile);
    }
  }
}

void solveLower(poplar::Graph &graph, const Tensor &a, const Tensor &b, bool unitDiagonal,
                const SolveOptions &options, poplar::program::Sequence &prog,
                const poplar::DebugNameAndId &name, PlanningCache *cache) {
  const std::size_t n = a.dim(1);
  if (b.numElements() == 0) return;
  for (std::size_t begin = 0; begin < n; begin += options.blockSize) {
    const std::size_t end = std::min(n, begin + options.blockSize);
    const Tensor x = b.slice(begin, end, 1);
    const poplar::ComputeSet cs = graph.addComputeSet({name, "Solve"});
    addTriangularSolve(graph, a.slice({0, begin, begin}, {a.dim(0), end, end}),
                       x.dimShuffle({0, 2, 1}), unitDiagonal, cs);
    prog.add(poplar::program::Execute(cs, {name}));
    if (end < n)
      matMulGroupedAcc(graph, b.slice(end, n, 1), -1.0f,
                       a.slice({0, end, begin}, {a.dim(0), n, end}), x, prog, {name, "Substitute"},
                       options.products, cache);
  }
}

} // namespace poplin
