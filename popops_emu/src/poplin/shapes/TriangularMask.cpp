// SPDX-License-Identifier: MIT
// A triangle as rows of elements and zeros: a view, and one copy of it.
#include "support/Errors.hpp"

#include <poplin/TriangularSolve.hpp>
#include <poputil/DebugInfo.hpp>

#include <vector>

namespace poplin {

using poplar::Tensor;

Tensor triangularMask(poplar::Graph &graph, const Tensor &a, bool lower, bool unitDiagonal,
                      poplar::program::Sequence &prog, const poplar::DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(a, lower, unitDiagonal));
  if (a.rank() < 2 || a.dim(a.rank() - 1) != a.dim(a.rank() - 2))
    popops::support::fail("poplin::triangularMask", "the tensor is " + popops::support::describe(a),
                          "give it square matrices [..., N, N]");
  Tensor out = graph.clone(a, {di, "triangle"});
  const std::size_t n = a.dim(a.rank() - 1);
  if (a.numElements() == 0) return out;
  const std::size_t batch = a.numElements() / (n * n);
  const Tensor matrices = a.reshape({batch, n, n});
  const auto constant = [&](float value, std::size_t width) {
    const Tensor t = graph.addConstant(a.elementType(), {1, 1, 1}, value);
    graph.setTileMapping(t, 0);
    return t.broadcast(static_cast<unsigned>(batch), 0).broadcast(static_cast<unsigned>(width), 2);
  };
  std::vector<Tensor> rows;
  for (std::size_t i = 0; i < n; ++i) {
    const Tensor row = matrices.slice(i, i + 1, 1);
    const std::size_t begin = lower ? 0 : i + 1, end = lower ? i : n;
    std::vector<Tensor> parts;
    if (!lower && i > 0) parts.push_back(constant(0.0f, i));
    if (lower && end > begin) parts.push_back(row.slice(begin, end, 2));
    parts.push_back(unitDiagonal ? constant(1.0f, 1) : row.slice(i, i + 1, 2));
    if (!lower && end > begin) parts.push_back(row.slice(begin, end, 2));
    if (lower && i + 1 < n) parts.push_back(constant(0.0f, n - 1 - i));
    rows.push_back(concat(parts, 2));
  }
  prog.add(poplar::program::Copy(concat(rows, 1).flatten(), out.flatten(), false, {di}));
  di.addOutput(out);
  return out;
}

} // namespace poplin
