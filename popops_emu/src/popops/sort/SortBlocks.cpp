// SPDX-License-Identifier: MIT
// Supersteps of a sort.
#include "sort/SortBlocks.hpp"

#include "sort/Network.hpp"

#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops::sort_detail {

using poplar::ComputeSet;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Execute;
using poplar::program::Sequence;

namespace {

/// A sorted piece and the place of its size that it may move to.
struct Run {
  Tensor now, other;

  void move() { std::swap(now, other); }
};

class Sorter {
 public:
  Sorter(Graph &graph, const Tensor &work, const Layout &layout, Sequence &prog,
         const poplar::DebugNameAndId &name)
      : graph_(graph), layout_(layout), prog_(prog), name_(name), element_(work.elementType()) {
    const Tensor spare = addVariable(graph, element_, layout, {name, "spare"});
    for (const Block &block : layout.blocks)
      runs_.push_back({blockOf(work, block), blockOf(spare, block)});
  }

  Tensor sort() {
    sortLocally();
    if (layout_.perRow > 1) sortBetweenTiles();
    return result();
  }

 private:
  ComputeSet addStep(const char *what) {
    const ComputeSet cs = graph_.addComputeSet({name_, what});
    prog_.add(Execute(cs, {name_}));
    return cs;
  }

  /// Rows that are on one tile whole go to a worker each. Blocks are cut in as many runs as there
  /// are workers, down to a power of two, and merged level by level.
  void sortLocally() {
    std::size_t pieces = 1;
    if (layout_.perRow > 1)
      while (pieces * 2 <= graph_.getTarget().getNumWorkerContexts())
        pieces *= 2;
    const std::size_t run = (layout_.block + pieces * 8 - 1) / (pieces * 8) * 8;
    const std::size_t first = layout_.perRow > 1 ? run : layout_.length;
    const ComputeSet cs = addStep("sortRuns");
    for (std::size_t b = 0; b < runs_.size(); ++b) {
      const VertexRef vertex =
          graph_.addVertex(cs, poputil::templateVertex("popops::SortRuns", element_),
                           {{"data", runs_[b].now}, {"scratch", runs_[b].other}});
      graph_.setInitialValue(vertex["run"], static_cast<unsigned>(first));
      graph_.setTileMapping(vertex, layout_.blocks[b].tile);
    }
    if (layout_.perRow == 1) return;
    for (std::size_t width = run; width < layout_.block; width *= 2) {
      const ComputeSet merges = addStep("mergeRuns");
      for (std::size_t b = 0; b < runs_.size(); ++b)
        mergeRuns(merges, runs_[b], width, layout_.blocks[b].tile);
    }
  }

  void mergeRuns(ComputeSet cs, Run &block, std::size_t width, unsigned tile) {
    const std::size_t n = block.now.numElements();
    for (std::size_t i = 0; i < n; i += 2 * width) {
      const std::size_t middle = std::min(n, i + width), end = std::min(n, i + 2 * width);
      addMerge(cs, block.now.slice(i, middle), block.now.slice(middle, end),
               block.other.slice(i, end), 0, tile);
    }
    block.move();
  }

  void sortBetweenTiles() {
    for (const auto &step : mergeExchange(static_cast<unsigned>(layout_.perRow))) {
      const ComputeSet cs = addStep("mergeBlocks");
      for (std::size_t row = 0; row < layout_.rows; ++row)
        for (const auto &[i, j] : step)
          split(cs, row * layout_.perRow + i, row * layout_.perRow + j);
    }
  }

  /// Both tiles of a pair read the other's block and merge the half that they keep.
  void split(ComputeSet cs, std::size_t i, std::size_t j) {
    Run &low = runs_[i], &high = runs_[j];
    addMerge(cs, low.now, high.now, low.other, 0, layout_.blocks[i].tile);
    addMerge(cs, low.now, high.now, high.other, low.now.numElements(), layout_.blocks[j].tile);
    low.move();
    high.move();
  }

  void addMerge(ComputeSet cs, const Tensor &a, const Tensor &b, const Tensor &out,
                std::size_t skip, unsigned tile) {
    const VertexRef vertex =
        graph_.addVertex(cs, poputil::templateVertex("popops::MergeSplit", element_),
                         {{"a", a}, {"b", b}, {"out", out}});
    graph_.setInitialValue(vertex["skip"], static_cast<unsigned>(skip));
    graph_.setTileMapping(vertex, tile);
  }

  Tensor result() const {
    std::vector<Tensor> parts;
    for (const Run &run : runs_)
      parts.push_back(run.now);
    return concat(parts).reshape({layout_.rows, layout_.length});
  }

  Graph &graph_;
  const Layout &layout_;
  Sequence &prog_;
  const poplar::DebugNameAndId &name_;
  poplar::Type element_;
  std::vector<Run> runs_;
};

} // namespace

Tensor sortBlocks(Graph &graph, const Tensor &work, const Layout &layout, Sequence &prog,
                  const poplar::DebugNameAndId &name) {
  return Sorter(graph, work, layout, prog, name).sort();
}

} // namespace popops::sort_detail
