// SPDX-License-Identifier: MIT
// Supersteps of a selection.
#include "sort/Select.hpp"
#include "support/Arithmetic.hpp"

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

/// Lists of `capacity` pairs with their counts, and the tile where they are.
struct Lists {
  unsigned tile;
  Tensor pairs, counts;
};

/// Groups for each of the k elements, so that the bound lets few more than k through: with random
/// elements k (1 + 1 / 8).
constexpr std::size_t kGroups = 4;

/// Bytes of lists that one merge may read.
constexpr std::size_t kMergeBytes = 128 * 1024;

class Selector {
 public:
  Selector(Graph &graph, const Elements &elements, std::size_t k, const Layout &layout,
           Sequence &prog, const poplar::DebugNameAndId &name)
      : graph_(graph), elements_(elements), k_(k), layout_(layout), prog_(prog), name_(name),
        workers_(graph.getTarget().getNumWorkerContexts()) {}

  /// Whole rows on their tiles.
  void selectRows(const Tensor &result) {
    const ComputeSet cs = addStep("selectRows");
    const std::string type = vertexName("TopKRows", elements_);
    for (const Block &block : layout_.blocks) {
      const VertexRef vertex =
          graph_.addVertex(cs, type,
                           {{"keys", blockOf(elements_.keys, block)},
                            {"out", result.slice(block.row, block.row + block.rows, 0).flatten()}});
      connectValues(vertex, block);
      graph_.setInitialValue(vertex["flip"], elements_.flip());
      graph_.setInitialValue(vertex["row"], static_cast<unsigned>(layout_.length));
      graph_.setInitialValue(vertex["k"], static_cast<unsigned>(k_));
      graph_.setTileMapping(vertex, block.tile);
    }
  }

  void selectBlocks(const Tensor &result, const Layout &resultLayout) {
    const std::vector<Tensor> bounds = findBounds();
    std::vector<std::vector<Lists>> lists = listBlocks(bounds);
    const std::size_t fanIn = std::max<std::size_t>(2, kMergeBytes / (8 * k_));
    // First what the workers of a tile have found, then neighbours.
    for (std::size_t width = 1;; width = fanOf(lists[0].size(), fanIn)) {
      const bool isLast = width >= lists[0].size();
      const ComputeSet cs = addStep("mergeLists");
      for (std::size_t row = 0; row < layout_.rows; ++row)
        lists[row] = mergeLists(cs, lists[row], width, isLast ? result[row] : Tensor(),
                                tileOf(resultLayout, row));
      if (isLast) return;
    }
  }

 private:
  ComputeSet addStep(const char *what) {
    const ComputeSet cs = graph_.addComputeSet({name_, what});
    prog_.add(Execute(cs, {name_}));
    return cs;
  }

  /// Equal levels of a tree, as few as possible.
  static std::size_t fanOf(std::size_t lists, std::size_t most) {
    std::size_t levels = 1;
    for (std::size_t reach = most; reach < lists; reach *= most)
      ++levels;
    // Two levels keep the reads of one tile short, where many lists would fit.
    if (lists > 32) levels = std::max<std::size_t>(levels, 2);
    std::size_t fan = 2;
    for (std::size_t reach = 0; fan < lists; ++fan) {
      reach = 1;
      for (std::size_t level = 0; level < levels; ++level)
        reach *= fan;
      if (reach >= lists) break;
    }
    return fan;
  }

  static unsigned tileOf(const Layout &layout, std::size_t row) {
    for (const Block &block : layout.blocks)
      if (row >= block.row && row < block.row + block.rows) return block.tile;
    return 0;
  }

  void connectValues(const VertexRef &vertex, const Block &block) {
    if (elements_.payload == Payload::Value)
      graph_.connect(vertex["values"], blockOf(bitsOf(elements_.values), block));
  }

  Tensor variable(const poplar::Type &type, std::size_t n, unsigned tile, const char *what) {
    const Tensor t = graph_.addVariable(type, {n}, {name_, what});
    graph_.setTileMapping(t, tile);
    return t;
  }

  /// One upper bound a row of the rank of the k-th element.
  std::vector<Tensor> findBounds() {
    const std::size_t perRow = layout_.perRow;
    const Tensor minima =
        graph_.addVariable(poplar::UNSIGNED_INT, {layout_.rows * perRow, workers_}, {name_, "min"});
    const ComputeSet find = addStep("findMinima");
    const std::string type =
        poputil::templateVertex("popops::TopKMinima", elements_.keys.elementType());
    for (std::size_t b = 0; b < layout_.blocks.size(); ++b) {
      const Block &block = layout_.blocks[b];
      graph_.setTileMapping(minima[b], block.tile);
      const VertexRef vertex = graph_.addVertex(
          find, type, {{"keys", blockOf(elements_.keys, block)}, {"minima", minima[b]}});
      graph_.setInitialValue(vertex["flip"], elements_.flip());
      graph_.setTileMapping(vertex, block.tile);
    }
    // Where tiles are fewer than k, workers make the groups.
    const std::size_t fold = perRow / (kGroups * k_);
    const Tensor groups = fold > 1 ? foldMinima(minima, fold) : minima;
    const std::size_t perGroup = groups.dim(1), each = groups.dim(0) / layout_.rows;
    const ComputeSet bound = addStep("findBounds");
    std::vector<Tensor> bounds;
    for (std::size_t row = 0; row < layout_.rows; ++row) {
      const unsigned tile = layout_.blocks[row * perRow].tile;
      bounds.push_back(variable(poplar::UNSIGNED_INT, 1, tile, "bound"));
      const VertexRef vertex =
          graph_.addVertex(bound, "popops::TopKBound",
                           {{"minima", groups.slice(row * each, (row + 1) * each, 0).flatten()},
                            {"heap", variable(poplar::UNSIGNED_INT, k_, tile, "heap")},
                            {"bound", bounds.back()[0]}});
      graph_.setInitialValue(vertex["group"], static_cast<unsigned>(each >= k_ ? perGroup : 1));
      graph_.setTileMapping(vertex, tile);
    }
    return bounds;
  }

  /// Minima of `fold` neighbouring blocks, [rows * groups, 1].
  Tensor foldMinima(const Tensor &minima, std::size_t fold) {
    const std::size_t perRow = layout_.perRow, groups = support::divideUp(perRow, fold);
    const Tensor folded =
        graph_.addVariable(poplar::UNSIGNED_INT, {layout_.rows * groups, 1}, {name_, "min"});
    const ComputeSet cs = addStep("foldMinima");
    for (std::size_t g = 0; g < layout_.rows * groups; ++g) {
      const std::size_t row = g / groups, begin = row * perRow + g % groups * fold;
      const std::size_t end = std::min((row + 1) * perRow, begin + fold);
      const unsigned tile = layout_.blocks[begin].tile;
      graph_.setTileMapping(folded[g], tile);
      const VertexRef vertex =
          graph_.addVertex(cs, "popops::TopKFold",
                           {{"minima", minima.slice(begin, end).flatten()}, {"out", folded[g][0]}});
      graph_.setTileMapping(vertex, tile);
    }
    return folded;
  }

  /// Each worker's pairs within the bound, by row.
  std::vector<std::vector<Lists>> listBlocks(const std::vector<Tensor> &bounds) {
    const std::size_t n = layout_.blocks.size();
    const Tensor pairs =
        graph_.addVariable(poplar::UNSIGNED_LONGLONG, {n, workers_ * k_}, {name_, "lists"});
    const Tensor counts =
        graph_.addVariable(poplar::UNSIGNED_INT, {n, workers_}, {name_, "counts"});
    const ComputeSet cs = addStep("list");
    const std::string type = vertexName("TopKSelect", elements_);
    std::vector<std::vector<Lists>> lists(layout_.rows);
    for (std::size_t b = 0; b < n; ++b) {
      const Block &block = layout_.blocks[b];
      graph_.setTileMapping(pairs[b], block.tile);
      graph_.setTileMapping(counts[b], block.tile);
      const VertexRef vertex = graph_.addVertex(cs, type,
                                                {{"keys", blockOf(elements_.keys, block)},
                                                 {"bound", bounds[block.row][0]},
                                                 {"lists", pairs[b]},
                                                 {"counts", counts[b]}});
      connectValues(vertex, block);
      graph_.setInitialValue(vertex["flip"], elements_.flip());
      graph_.setInitialValue(vertex["capacity"], static_cast<unsigned>(k_));
      if (elements_.payload == Payload::Index)
        graph_.setInitialValue(vertex["first"], static_cast<unsigned>(block.begin));
      graph_.setTileMapping(vertex, block.tile);
      lists[block.row].push_back({block.tile, pairs[b], counts[b]});
    }
    return lists;
  }

  /// Merges `width` neighbours into one list each; the last merge writes `result`.
  std::vector<Lists> mergeLists(ComputeSet cs, const std::vector<Lists> &lists, std::size_t width,
                                const Tensor &result, unsigned resultTile) {
    std::vector<Lists> merged;
    for (std::size_t i = 0; i < lists.size(); i += width) {
      std::vector<Tensor> pairs, counts;
      for (std::size_t j = i; j < std::min(lists.size(), i + width); ++j) {
        pairs.push_back(lists[j].pairs);
        counts.push_back(lists[j].counts);
      }
      const unsigned tile = result.valid() ? resultTile : lists[i].tile;
      merged.push_back(
          {tile, result.valid() ? result : variable(poplar::UNSIGNED_LONGLONG, k_, tile, "list"),
           variable(poplar::UNSIGNED_INT, 1, tile, "count")});
      const VertexRef vertex = graph_.addVertex(cs, "popops::TopKMerge",
                                                {{"lists", concat(pairs)},
                                                 {"counts", concat(counts)},
                                                 {"out", merged.back().pairs},
                                                 {"count", merged.back().counts[0]}});
      graph_.setInitialValue(vertex["capacity"], static_cast<unsigned>(k_));
      graph_.setTileMapping(vertex, tile);
    }
    return merged;
  }

  Graph &graph_;
  const Elements &elements_;
  std::size_t k_;
  const Layout &layout_;
  Sequence &prog_;
  const poplar::DebugNameAndId &name_;
  std::size_t workers_;
};

} // namespace

Layout planSelection(const poplar::Target &target, std::size_t rows, std::size_t length,
                     std::size_t k) {
  return planLayout(target, rows, length, std::max(kSmallestSelectBlock, 4 * k));
}

Tensor select(Graph &graph, const Elements &elements, std::size_t k, const Layout &resultLayout,
              Sequence &prog, const poplar::DebugNameAndId &name) {
  const Layout layout =
      planSelection(graph.getTarget(), elements.keys.dim(0), elements.keys.dim(1), k);
  const Tensor result =
      addVariable(graph, poplar::UNSIGNED_LONGLONG, resultLayout, {name, "selected"});
  Selector selector(graph, elements, k, layout, prog, name);
  if (layout.perRow == 1)
    selector.selectRows(result);
  else
    selector.selectBlocks(result, resultLayout);
  return result;
}

} // namespace popops::sort_detail
