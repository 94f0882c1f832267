// SPDX-License-Identifier: MIT
// Blocks of products on tiles, and the sums of blocks that are split along K.
#include "matmul/Multiply.hpp"

#include "matmul/Layout.hpp"

#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <vector>

namespace poplin {

using poplar::ComputeSet;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poputil::templateVertex;

namespace {

class Product {
 public:
  Product(Graph &graph, const Problem &problem, const Plan &plan, const Tensor &c,
          const poplar::DebugNameAndId &name)
      : graph_(graph), problem_(problem), plan_(plan), c_(c), name_(name) {
    if (plan.writesResult(problem)) return;
    for (std::size_t split = 0; split < plan.splits; ++split)
      addPartials(split);
  }

  /// Step `step` of all series of depth blocks.
  ComputeSet multiplyStep(const Tensor &a, const Tensor &b, std::size_t step) {
    const ComputeSet cs = graph_.addComputeSet({name_, "Multiply"});
    forEachBlock([&](const BlockIndex &block) {
      for (std::size_t split = 0; split < plan_.splits; ++split) {
        const std::size_t depth = split * plan_.steps + step;
        if (depth < plan_.depthBlocks) addProduct(cs, a, b, block, split, depth, step > 0);
      }
    });
    return cs;
  }

  /// Adds up what the series gave.
  ComputeSet addSums() {
    const ComputeSet cs = graph_.addComputeSet({name_, "AddPartials"});
    const std::string type = templateVertex("poplin::AddPartials", problem_.partial, problem_.out);
    forEachBlock([&](const BlockIndex &block) {
      const Tensor whole = resultBlock(c_, plan_, block);
      const std::size_t elements = whole.numElements();
      const std::size_t share =
          ((elements + plan_.splits - 1) / plan_.splits + kPanel - 1) / kPanel * kPanel;
      for (std::size_t begin = 0, split = 0; begin < elements; begin += share, ++split) {
        const std::size_t end = std::min(begin + share, elements);
        std::vector<Tensor> sums;
        for (const Tensor &partial : partials_)
          sums.push_back(resultBlock(partial, plan_, block).slice(begin, end));
        const VertexRef vertex = graph_.addVertex(cs, type);
        graph_.connect(vertex["partials"], sums);
        graph_.connect(vertex["out"], whole.slice(begin, end));
        graph_.setTileMapping(vertex, tileOf(graph_, problem_, plan_, block, split));
      }
    });
    return cs;
  }

 private:
  template <class F>
  void forEachBlock(F f) const {
    for (BlockIndex block{0, 0, 0}; block.group < problem_.groups; ++block.group)
      for (block.row = 0; block.row < plan_.mBlocks; ++block.row)
        for (block.column = 0; block.column < plan_.nBlocks; ++block.column)
          f(block);
  }

  void addPartials(std::size_t split) {
    Problem sums = problem_;
    sums.out = problem_.partial;
    Plan alone = plan_;
    alone.splits = 1;
    const Tensor partial = createResult(graph_, sums, alone, {name_, "partials"});
    forEachBlock([&](const BlockIndex &block) {
      graph_.setTileMapping(resultBlock(partial, plan_, block),
                            tileOf(graph_, problem_, plan_, block, split));
    });
    partials_.push_back(partial);
  }

  void addProduct(ComputeSet cs, const Tensor &a, const Tensor &b, const BlockIndex &block,
                  std::size_t split, std::size_t depth, bool accumulate) {
    const bool direct = partials_.empty();
    const Tensor c = resultBlock(direct ? c_ : partials_[split], plan_, block);
    const Tensor left = leftBlock(a, plan_, block.group, block.row, depth);
    const Tensor right = rightBlock(b, plan_, block.group, depth, block.column);
    const std::size_t m = std::min(plan_.m, problem_.m - block.row * plan_.m);
    const std::size_t n = std::min(plan_.n, problem_.n - block.column * plan_.n);
    const std::size_t k = std::min(plan_.depth, problem_.k - depth * plan_.depth);
    const VertexRef vertex =
        graph_.addVertex(cs,
                         templateVertex("poplin::MatMulBlock", problem_.in, problem_.partial,
                                        direct ? problem_.out : problem_.partial, accumulate),
                         {{"a", left}, {"b", right}, {"c", c}});
    graph_.setInitialValue(vertex["m"], m);
    graph_.setInitialValue(vertex["n"], n);
    graph_.setInitialValue(vertex["k"], k);
    graph_.setTileMapping(vertex, tileOf(graph_, problem_, plan_, block, split));
  }

  Graph &graph_;
  const Problem &problem_;
  const Plan &plan_;
  Tensor c_;
  poplar::DebugNameAndId name_;
  /// One a series, of the shape of the result; none if the vertices write the result.
  std::vector<Tensor> partials_;
};

} // namespace

void multiply(Graph &graph, const Problem &problem, const Plan &plan, Tensor a, Tensor b,
              const Tensor &c, poplar::program::Sequence &prog,
              const poplar::DebugNameAndId &name) {
  if (c.numElements() == 0) return;
  if (!isLeftInPlace(a, problem, plan)) {
    const Tensor arranged = createLeft(graph, problem, plan, problem.in, {name, "arrangedA"});
    prog.add(poplar::program::Copy(a, arranged, false, {name, "ArrangeA"}));
    a = arranged;
  }
  if (!isRightInPlace(b, problem, plan)) {
    const Tensor arranged = createRight(graph, problem, plan, problem.in, {name, "arrangedB"});
    prog.add(poplar::program::Copy(b, arranged, false, {name, "ArrangeB"}));
    b = arranged;
  }
  Product product(graph, problem, plan, c, name);
  for (std::size_t step = 0; step < plan.steps; ++step)
    prog.add(poplar::program::Execute(product.multiplyStep(a, b, step), {name}));
  if (!plan.writesResult(problem)) prog.add(poplar::program::Execute(product.addSums(), {name}));
}

} // namespace poplin
