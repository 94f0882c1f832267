// SPDX-License-Identifier: MIT
// Every tile yields all slices that its rows have; then each slice is selected from those.
#include "slice/Layout.hpp"
#include "slice/blocks/BlockGather.hpp"
#include "slice/blocks/Blocks.hpp"

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

class HomeGather {
 public:
  HomeGather(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
             Sequence &prog, const DebugContext &debugContext)
      : graph_(graph), lookups_(lookups), others_(others), prog_(prog), debug_(debugContext),
        type_(lookups.table.elementType()), numRows_(lookups.table.dim(0)),
        width_(lookups.table.dim(1)), count_(lookups.rows.numElements()),
        numTiles_(graph.getTarget().getNumTiles()),
        blocks_(graph, lookups, rowsPerBlock(budget), debugContext) {}

  void run() {
    const std::size_t blocks = blocks_.count();
    if (count_ > kFewLookups) blocks_.sort({blocks_.rowsPerBlock(), count_, {}}, prog_);
    std::vector<Tensor> firsts;
    for (std::size_t b = 0; b < blocks; ++b)
      firsts.push_back(lookups_.table[b * blocks_.rowsPerBlock()].slice(0, 1));
    const std::vector<unsigned> tiles = tilesOf(graph_, concat(firsts));
    const Tensor parts = graph_.addVariable(type_, {blocks, count_, width_}, {debug_, "parts"});
    const ComputeSet cs = graph_.addComputeSet({debug_, "gatherAtHome"});
    for (std::size_t b = 0; b < blocks; ++b) {
      graph_.setTileMapping(parts[b], tiles[b]);
      blocks_.add(cs, b, 0, {parts[b].flatten()}, tiles[b]);
    }
    prog_.add(Execute(cs));
    if (blocks <= kFanIn)
      select(parts, blocks_.rowsPerBlock());
    else
      selectInTwo(parts);
  }

 private:
  /// Blocks are as many as tiles have rows, or more, so that one fits a tile.
  std::size_t rowsPerBlock(std::size_t budget) const {
    const std::size_t homes = std::max<std::size_t>(1, numTilesOf(graph_, lookups_.table));
    const std::size_t bytes = numRows_ * width_ * bytesOf(graph_, type_);
    const std::size_t wanted =
        std::max(homes, divideUp(bytes, std::max<std::size_t>(1, budget / 2)));
    return divideUp(numRows_, std::min(wanted, numRows_));
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
    const std::size_t blocks = parts.dim(0), rowsPerBlock = blocks_.rowsPerBlock();
    const auto fanIn = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(blocks))));
    const std::size_t packs = divideUp(blocks, fanIn);
    const std::size_t pieces = std::max<std::size_t>(1, std::min(count_, numTiles_ / packs));
    const Tensor packed = graph_.addVariable(type_, {packs, count_, width_}, {debug_, "packs"});
    const ComputeSet cs = graph_.addComputeSet({debug_, "selectPacks"});
    for (std::size_t pack = 0; pack < packs; ++pack) {
      const std::size_t firstRow = pack * fanIn * rowsPerBlock;
      Selection all{
          {}, firstRow, std::min(numRows_ - firstRow, fanIn * rowsPerBlock), rowsPerBlock};
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t begin = count_ * piece / pieces, end = count_ * (piece + 1) / pieces;
        Selection from = all;
        for (std::size_t b = pack * fanIn; b < std::min(blocks, (pack + 1) * fanIn); ++b)
          from.parts.push_back(parts[b].slice(begin, end));
        const auto tile = static_cast<unsigned>((pack * pieces + piece) % numTiles_);
        const Tensor out = packed[pack].slice(begin, end);
        graph_.setTileMapping(out, tile);
        addSelect(cs, from, lookups_.rows.slice(begin, end), out, Others::Leave, tile);
      }
    }
    prog_.add(Execute(cs));
    select(packed, fanIn * rowsPerBlock);
  }

  Graph &graph_;
  const Lookups lookups_;
  const Others others_;
  Sequence &prog_;
  const DebugContext &debug_;
  const poplar::Type type_;
  const std::size_t numRows_, width_, count_, numTiles_;
  Blocks blocks_;
};

} // namespace

void gatherAtHome(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                  Sequence &prog, const DebugContext &debugContext) {
  HomeGather(graph, lookups, others, budget, prog, debugContext).run();
}

} // namespace popops::slice
