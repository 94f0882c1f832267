// SPDX-License-Identifier: MIT
// Views of variables that hold blocks one after another.
#include "matmul/Layout.hpp"

#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace poplin {

using poplar::Graph;
using poplar::Tensor;

namespace {

struct Range {
  std::size_t begin, end;
};

Range rangeOf(std::size_t block, std::size_t size, std::size_t whole) {
  return {std::min(block * size, whole), std::min((block + 1) * size, whole)};
}

Tensor join(const std::vector<Tensor> &parts, unsigned dimension) {
  return parts.size() == 1 ? parts[0] : concat(parts, dimension);
}

/// Takes elements of a flat variable one after another.
class Cursor {
 public:
  explicit Cursor(const Tensor &variable) : variable_(variable) {}

  Tensor take(const std::vector<std::size_t> &shape) {
    std::size_t n = 1;
    for (const std::size_t d : shape)
      n *= d;
    next_ += n;
    return variable_.slice(next_ - n, next_).reshape(shape);
  }

 private:
  Tensor variable_;
  std::size_t next_ = 0;
};

bool isOnePiece(const Tensor &t) {
  return t.numElements() == 0 || t.getVarRegions().size() == 1;
}

} // namespace

Tensor createLeft(Graph &graph, const Problem &problem, const Plan &plan, const poplar::Type &type,
                  const poplar::DebugContext &name) {
  const auto [groups, m, k] = std::array{problem.groups, problem.m, problem.k};
  Tensor variable = graph.addVariable(type, {groups * m * k}, name);
  poputil::mapTensorLinearly(graph, variable);
  const std::size_t full = k / plan.depth, rest = k % plan.depth;
  Cursor cursor(variable);
  std::vector<Tensor> parts;
  if (full > 0 || rest == 0)
    parts.push_back(cursor.take({groups, full, m, plan.depth})
                        .dimShuffle({0, 2, 1, 3})
                        .reshape({groups, m, full * plan.depth}));
  if (rest > 0) parts.push_back(cursor.take({groups, m, rest}));
  return join(parts, 2);
}

Tensor createRight(Graph &graph, const Problem &problem, const Plan &plan, const poplar::Type &type,
                   const poplar::DebugContext &name) {
  const auto [groups, k, n] = std::array{problem.groups, problem.k, problem.n};
  Tensor variable = graph.addVariable(type, {groups * k * n}, name);
  poputil::mapTensorLinearly(graph, variable);
  const std::size_t panels = n / kPanel, narrow = n % kPanel;
  // A slab has all columns of one depth: whole panels, then the narrow one.
  const auto ofSlabs = [&](const Tensor &slabs, std::size_t depth) {
    const std::size_t count = slabs.dim(1);
    std::vector<Tensor> parts;
    if (panels > 0 || narrow == 0)
      parts.push_back(slabs.slice(0, panels * depth * kPanel, 2)
                          .reshape({groups, count, panels, depth, kPanel})
                          .dimShuffle({0, 1, 3, 2, 4})
                          .reshape({groups, count * depth, panels * kPanel}));
    if (narrow > 0)
      parts.push_back(slabs.slice(panels * depth * kPanel, depth * n, 2)
                          .reshape({groups, count * depth, narrow}));
    return join(parts, 2);
  };
  const std::size_t full = k / plan.depth, rest = k % plan.depth;
  Cursor cursor(variable);
  std::vector<Tensor> parts;
  if (full > 0 || rest == 0)
    parts.push_back(ofSlabs(cursor.take({groups, full, plan.depth * n}), plan.depth));
  if (rest > 0) parts.push_back(ofSlabs(cursor.take({groups, 1, rest * n}), rest));
  return join(parts, 1);
}

Tensor createResult(Graph &graph, const Problem &problem, const Plan &plan,
                    const poplar::DebugContext &name) {
  const auto [groups, m, n] = std::array{problem.groups, problem.m, problem.n};
  Tensor variable = graph.addVariable(problem.out, {groups * m * n}, name);
  const std::size_t fullM = m / plan.m, restM = m % plan.m;
  const std::size_t fullN = n / plan.n, restN = n % plan.n;
  Cursor cursor(variable);
  const auto blocks = [&](std::size_t rows, std::size_t height, std::size_t columns,
                          std::size_t width) {
    return cursor.take({groups, rows, columns, height, width})
        .dimShuffle({0, 1, 3, 2, 4})
        .reshape({groups, rows * height, columns * width});
  };
  const auto bandOf = [&](std::size_t rows, std::size_t height) {
    std::vector<Tensor> parts = {blocks(rows, height, fullN, plan.n)};
    if (restN > 0) parts.push_back(blocks(rows, height, 1, restN));
    return join(parts, 2);
  };
  std::vector<Tensor> bands = {bandOf(fullM, plan.m)};
  if (restM > 0) bands.push_back(bandOf(1, restM));
  const Tensor result = join(bands, 1);
  for (BlockIndex block{0, 0, 0}; block.group < groups; ++block.group)
    for (block.row = 0; block.row < plan.mBlocks; ++block.row)
      for (block.column = 0; block.column < plan.nBlocks; ++block.column) {
        const Tensor part = resultBlock(result, plan, block);
        // Each series adds a share of the block, in whole vectors.
        const std::size_t share =
            ((part.numElements() + plan.splits - 1) / plan.splits + kPanel - 1) / kPanel * kPanel;
        for (std::size_t split = 0; split < plan.splits; ++split) {
          const Range range = rangeOf(split, share, part.numElements());
          if (range.begin < range.end)
            graph.setTileMapping(part.slice(range.begin, range.end),
                                 tileOf(graph, problem, plan, block, split));
        }
      }
  return result;
}

Tensor leftBlock(const Tensor &a, const Plan &plan, std::size_t group, std::size_t row,
                 std::size_t depth) {
  const Range rows = rangeOf(row, plan.m, a.dim(1)), depths = rangeOf(depth, plan.depth, a.dim(2));
  return a[group].slice({rows.begin, depths.begin}, {rows.end, depths.end}).flatten();
}

Tensor rightBlock(const Tensor &b, const Plan &plan, std::size_t group, std::size_t depth,
                  std::size_t column) {
  const Range depths = rangeOf(depth, plan.depth, b.dim(1));
  const Range columns = rangeOf(column, plan.n, b.dim(2));
  const Tensor block = b[group].slice({depths.begin, columns.begin}, {depths.end, columns.end});
  const std::size_t rows = block.dim(0), n = block.dim(1), panels = n / kPanel;
  std::vector<Tensor> parts;
  if (panels > 0)
    parts.push_back(block.slice(0, panels * kPanel, 1)
                        .reshape({rows, panels, kPanel})
                        .dimShuffle({1, 0, 2})
                        .flatten());
  if (n % kPanel > 0) parts.push_back(block.slice(panels * kPanel, n, 1).flatten());
  return parts.empty() ? block.flatten() : join(parts, 0);
}

Tensor resultBlock(const Tensor &c, const Plan &plan, const BlockIndex &block) {
  const Range rows = rangeOf(block.row, plan.m, c.dim(1));
  const Range columns = rangeOf(block.column, plan.n, c.dim(2));
  return c[block.group].slice({rows.begin, columns.begin}, {rows.end, columns.end}).flatten();
}

bool isLeftInPlace(const Tensor &a, const Problem &problem, const Plan &plan) {
  for (std::size_t group = 0; group < problem.groups; ++group)
    for (std::size_t depth = 0; depth < plan.depthBlocks; ++depth)
      for (std::size_t row = 0; row < plan.mBlocks; ++row)
        if (!isOnePiece(leftBlock(a, plan, group, row, depth))) return false;
  return true;
}

bool isRightInPlace(const Tensor &b, const Problem &problem, const Plan &plan) {
  for (std::size_t group = 0; group < problem.groups; ++group)
    for (std::size_t depth = 0; depth < plan.depthBlocks; ++depth)
      for (std::size_t column = 0; column < plan.nBlocks; ++column)
        if (!isOnePiece(rightBlock(b, plan, group, depth, column))) return false;
  return true;
}

unsigned tileOf(const Graph &graph, const Problem &problem, const Plan &plan,
                const BlockIndex &block, std::size_t split) {
  const std::size_t units = plan.units(problem), tiles = graph.getTarget().getNumTiles();
  const std::size_t unit =
      ((block.group * plan.mBlocks + block.row) * plan.nBlocks + block.column) * plan.splits +
      split;
  return static_cast<unsigned>(units <= tiles ? unit : unit * tiles / units);
}

} // namespace poplin
