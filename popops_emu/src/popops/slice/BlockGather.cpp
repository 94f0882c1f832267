// SPDX-License-Identifier: MIT
// Blocks of rows yield the slices that they have; then each slice is selected from those.
#include "slice/BlockGather.hpp"

#include "slice/Layout.hpp"

#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <cmath>

namespace popops::slice {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::templateVertex;

namespace {

/// Candidates that one vertex selects from.
constexpr std::size_t kFanIn = 40;
constexpr std::size_t kMaxParts = 32;
/// Fewer lookups are looked through by every block instead of being sorted.
constexpr std::size_t kFewLookups = 64;

class BlockGather {
 public:
  BlockGather(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
              Sequence &prog, const DebugContext &debugContext)
      : graph_(graph), lookups_(lookups), others_(others), budget_(budget), prog_(prog),
        debug_(debugContext), type_(lookups.table.elementType()), numRows_(lookups.table.dim(0)),
        width_(lookups.table.dim(1)), count_(lookups.rows.numElements()),
        rowBytes_(width_ * bytesOf(graph, type_)), numTiles_(graph.getTarget().getNumTiles()) {}

  void run() {
    if (count_ * rowBytes_ <= budget_ / 2)
      gatherAtHome();
    else
      gatherInRounds();
  }

 private:
  /// Every tile yields all slices that its rows have; a tree of selections follows.
  void gatherAtHome() {
    const std::size_t homes = std::max<std::size_t>(1, numTilesOf(graph_, lookups_.table));
    const std::size_t blocksWanted =
        std::max(homes, divideUp(numRows_ * rowBytes_, std::max<std::size_t>(1, budget_ / 2)));
    rowsPerBlock_ = divideUp(numRows_, std::min(blocksWanted, numRows_));
    const std::size_t blocks = divideUp(numRows_, rowsPerBlock_);
    if (count_ > kFewLookups) sort({rowsPerBlock_, count_});
    std::vector<Tensor> firsts;
    for (std::size_t b = 0; b < blocks; ++b)
      firsts.push_back(lookups_.table[b * rowsPerBlock_].slice(0, 1));
    const std::vector<unsigned> tiles = tilesOf(graph_, concat(firsts));
    const Tensor parts = graph_.addVariable(type_, {blocks, count_, width_}, {debug_, "parts"});
    const ComputeSet cs = graph_.addComputeSet({debug_, "gatherAtHome"});
    for (std::size_t b = 0; b < blocks; ++b) {
      graph_.setTileMapping(parts[b], tiles[b]);
      addBlock(cs, b, 0, parts[b], tiles[b]);
    }
    prog_.add(Execute(cs));
    if (blocks <= kFanIn)
      select(parts, rowsPerBlock_);
    else
      selectInTwo(parts);
  }

  struct Rounds {
    std::size_t parts = 0; ///< of a group's slices, each from another part of the table; 0: no plan
    std::size_t perGroup = 0;
    std::size_t chunk = 0; ///< of a group's slices, made by one tile at the end
    std::size_t rowsPerBlock = 0;
    std::size_t rounds = 0;
  };

  /// Groups of tiles take some lookups each. In every round a tile of the group takes another block
  /// of the table, and adds what that has to its part of the group's slices.
  void gatherInRounds() {
    const Rounds plan = planRounds();
    if (plan.parts == 0) {
      halve();
      return;
    }
    rowsPerBlock_ = plan.rowsPerBlock;
    sort({rowsPerBlock_, plan.perGroup, plan.parts, plan.chunk});
    const std::size_t groups = divideUp(count_, plan.perGroup);
    const Tensor parts =
        graph_.addVariable(type_, {groups, plan.parts, plan.perGroup, width_}, {debug_, "parts"});
    for (std::size_t g = 0; g < groups; ++g)
      for (std::size_t p = 0; p < plan.parts; ++p)
        graph_.setTileMapping(parts[g][p], tileOf(g, p, plan.parts));
    const std::size_t blocks = divideUp(numRows_, rowsPerBlock_);
    for (std::size_t round = 0; round < plan.rounds; ++round) {
      const ComputeSet cs = graph_.addComputeSet({debug_, "gatherRound"});
      for (std::size_t g = 0; g < groups; ++g)
        for (std::size_t p = 0; p < plan.parts; ++p) {
          const std::size_t block = round * plan.parts + p;
          if (block < blocks) addBlock(cs, block, g, parts[g][p], tileOf(g, p, plan.parts));
        }
      prog_.add(Execute(cs));
    }
    selectSources(parts, plan);
  }

  /// parts is [groups, parts, perGroup, width].
  void selectSources(const Tensor &parts, const Rounds &plan) {
    const ComputeSet cs = graph_.addComputeSet({debug_, "select"});
    for (const RowRange &range : sliceRanges(graph_, lookups_.slices, plan.chunk)) {
      const Tensor group = parts[range.begin / plan.perGroup];
      const std::size_t begin = range.begin % plan.perGroup, end = begin + range.end - range.begin;
      std::vector<Tensor> candidates;
      for (std::size_t p = 0; p < plan.parts; ++p)
        candidates.push_back(group[p].slice(begin, end).flatten());
      const poplar::VertexRef vertex =
          graph_.addVertex(cs, templateVertex("popops::SelectSources", type_),
                           {{"sources", sorted_.sources.slice(range.begin, range.end)},
                            {"out", lookups_.slices.slice(range.begin, range.end).flatten()}});
      graph_.connect(vertex["parts"], candidates);
      graph_.setInitialValue(vertex["width"], static_cast<unsigned>(width_));
      graph_.setInitialValue(vertex["zeroOthers"], others_ == Others::Zero);
      graph_.setTileMapping(vertex, range.tile);
    }
    prog_.add(Execute(cs));
  }

  /// The plan with the fewest bytes received by a tile.
  Rounds planRounds() const {
    Rounds best;
    std::size_t fewest = 0;
    const std::size_t perTile = slicesPerTile(graph_, lookups_.slices);
    for (std::size_t parts = 1; parts <= std::min({kMaxParts, numTiles_, numRows_}); parts *= 2) {
      Rounds plan;
      plan.parts = parts;
      plan.chunk = perTile;
      plan.perGroup = divideUp(divideUp(count_, numTiles_ / parts), perTile) * perTile;
      const std::size_t own = plan.perGroup * (rowBytes_ + 16);
      if (own + rowBytes_ > budget_) break;
      plan.rounds = divideUp(divideUp(numRows_, parts), (budget_ - own) / rowBytes_);
      plan.rowsPerBlock = divideUp(divideUp(numRows_, parts), plan.rounds);
      const std::size_t bytes =
          plan.rounds * plan.rowsPerBlock * rowBytes_ + parts * perTile * rowBytes_;
      if (best.parts != 0 && bytes >= fewest) continue;
      best = plan;
      fewest = bytes;
    }
    return best;
  }

  unsigned tileOf(std::size_t group, std::size_t part, std::size_t parts) const {
    return static_cast<unsigned>((group * parts + part) % numTiles_);
  }

  /// Too much for a tile: two jobs on half of the columns each, or on half of the lookups.
  void halve() {
    const bool byColumns = 4 * rowBytes_ > budget_ && width_ > 1;
    if (!byColumns && count_ == 1) {
      gatherAtHome();
      return;
    }
    const unsigned dim = byColumns ? 1 : 0;
    const std::size_t size = byColumns ? width_ : count_;
    for (const auto &[begin, end] :
         {std::pair(std::size_t{0}, size / 2), std::pair(size / 2, size)})
      gatherBlocks(graph_,
                   {byColumns ? lookups_.table.slice(begin, end, 1) : lookups_.table,
                    byColumns ? lookups_.rows : lookups_.rows.slice(begin, end),
                    lookups_.slices.slice(begin, end, dim)},
                   others_, budget_, prog_, debug_);
  }

  void sort(const SortOrder &order) {
    perGroup_ = order.perGroup;
    sorted_ = sortLookups(graph_, lookups_.rows, numRows_, order, prog_, debug_);
  }

  void addBlock(ComputeSet cs, std::size_t block, std::size_t group, const Tensor &out,
                unsigned tile) {
    const std::size_t first = block * rowsPerBlock_;
    const std::size_t end = std::min(numRows_, first + rowsPerBlock_);
    const poplar::VertexRef vertex = graph_.addVertex(
        cs, templateVertex("popops::GatherBlock", type_),
        {{"table", lookups_.table.slice(first, end).flatten()}, {"out", out.flatten()}});
    if (perGroup_ == 0) {
      graph_.connect(vertex["rows"], lookups_.rows);
      graph_.connect(vertex["places"], lookups_.rows.slice(0, 0));
      graph_.connect(vertex["range"], lookups_.rows.slice(0, 0));
    } else {
      const std::size_t begin = group * perGroup_, stop = std::min(count_, begin + perGroup_);
      graph_.connect(vertex["rows"], sorted_.rows.slice(begin, stop));
      graph_.connect(vertex["places"], sorted_.places.slice(begin, stop));
      graph_.connect(vertex["range"], sorted_.starts[group].slice(block, block + 2));
    }
    graph_.setInitialValue(vertex["firstRow"], static_cast<unsigned>(first));
    graph_.setInitialValue(vertex["numRows"], static_cast<unsigned>(end - first));
    graph_.setInitialValue(vertex["width"], static_cast<unsigned>(width_));
    graph_.setTileMapping(vertex, tile);
  }

  struct Selection {
    std::vector<Tensor> parts; ///< [slices, width] each
    std::size_t firstRow, numRows, rowsPerPart;
  };

  void addSelect(ComputeSet cs, const Selection &from, const Tensor &rows, const Tensor &out,
                 Others others, unsigned tile) {
    std::vector<Tensor> flat;
    for (const Tensor &part : from.parts)
      flat.push_back(part.flatten());
    const poplar::VertexRef vertex = graph_.addVertex(
        cs, templateVertex("popops::SelectRows", type_), {{"rows", rows}, {"out", out.flatten()}});
    graph_.connect(vertex["parts"], flat);
    graph_.setInitialValue(vertex["firstRow"], static_cast<unsigned>(from.firstRow));
    graph_.setInitialValue(vertex["numRows"], static_cast<unsigned>(from.numRows));
    graph_.setInitialValue(vertex["rowsPerPart"], static_cast<unsigned>(from.rowsPerPart));
    graph_.setInitialValue(vertex["width"], static_cast<unsigned>(width_));
    graph_.setInitialValue(vertex["zeroOthers"], others == Others::Zero);
    graph_.setTileMapping(vertex, tile);
  }

  /// parts is [parts, lookups, width].
  void select(const Tensor &parts, std::size_t rowsPerPart) {
    const ComputeSet cs = graph_.addComputeSet({debug_, "select"});
    for (const RowRange &range : sliceRanges(graph_, lookups_.slices, count_)) {
      Selection from{{}, 0, numRows_, rowsPerPart};
      for (std::size_t p = 0; p < parts.dim(0); ++p)
        from.parts.push_back(parts[p].slice(range.begin, range.end));
      addSelect(cs, from, lookups_.rows.slice(range.begin, range.end),
                lookups_.slices.slice(range.begin, range.end), others_, range.tile);
    }
    prog_.add(Execute(cs));
  }

  /// Halves the logarithm: square root of the parts at a time.
  void selectInTwo(const Tensor &parts) {
    const std::size_t blocks = parts.dim(0);
    const auto fanIn = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(blocks))));
    const std::size_t packs = divideUp(blocks, fanIn);
    const std::size_t pieces = std::max<std::size_t>(1, std::min(count_, numTiles_ / packs));
    const Tensor packed = graph_.addVariable(type_, {packs, count_, width_}, {debug_, "packs"});
    const ComputeSet cs = graph_.addComputeSet({debug_, "selectPacks"});
    for (std::size_t pack = 0; pack < packs; ++pack) {
      const std::size_t firstRow = pack * fanIn * rowsPerBlock_;
      Selection all{
          {}, firstRow, std::min(numRows_ - firstRow, fanIn * rowsPerBlock_), rowsPerBlock_};
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t begin = count_ * piece / pieces, end = count_ * (piece + 1) / pieces;
        Selection from = all;
        for (std::size_t b = pack * fanIn; b < std::min(blocks, (pack + 1) * fanIn); ++b)
          from.parts.push_back(parts[b].slice(begin, end));
        const unsigned tile = tileOf(pack, piece, pieces);
        const Tensor out = packed[pack].slice(begin, end);
        graph_.setTileMapping(out, tile);
        addSelect(cs, from, lookups_.rows.slice(begin, end), out, Others::Leave, tile);
      }
    }
    prog_.add(Execute(cs));
    select(packed, fanIn * rowsPerBlock_);
  }

  Graph &graph_;
  const Lookups lookups_;
  const Others others_;
  const std::size_t budget_;
  Sequence &prog_;
  const DebugContext &debug_;
  const poplar::Type type_;
  const std::size_t numRows_, width_, count_, rowBytes_, numTiles_;
  std::size_t rowsPerBlock_ = 0;
  std::size_t perGroup_ = 0; ///< 0: the lookups are not sorted
  SortedLookups sorted_;
};

} // namespace

void gatherBlocks(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  Sequence &prog, const DebugContext &debugContext) {
  BlockGather(graph, lookups, others, budget, prog, debugContext).run();
}

} // namespace popops::slice
