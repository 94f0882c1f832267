// SPDX-License-Identifier: MIT
// Every tile updates the rows, or the columns, of the table that it holds.
#include "slice/Layout.hpp"
#include "slice/Rows.hpp"
#include "slice/blocks/SortLookups.hpp"
#include "support/Overlap.hpp"
#include "support/Types.hpp"

#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops::slice {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::templateVertex;

namespace {

class Updater {
 public:
  Updater(Graph &graph, const Lookups &lookups, UpdateOp op, const Tensor &scale,
          std::size_t budget, Sequence &prog, const DebugContext &debugContext)
      : graph_(graph), lookups_(lookups), op_(op), scale_(scale), budget_(budget), prog_(prog),
        debug_(debugContext), numRows_(lookups.table.dim(0)), count_(lookups.rows.numElements()),
        elementBytes_(bytesOf(graph, lookups.table.elementType())) {}

  void run() {
    const std::vector<ColumnShare> shares = columnShares(graph_, lookups_.table);
    if (shares.empty())
      updateBlocks();
    else
      updateColumns(shares);
  }

 private:
  /// Lookups that a tile can take at a time, when it takes so many bytes of each slice.
  std::size_t lookupsAtATime(std::size_t bytes) const {
    return std::clamp<std::size_t>(budget_ / (bytes + 12), 1, count_);
  }

  void updateColumns(const std::vector<ColumnShare> &shares) {
    std::vector<Lookups> own;
    std::size_t widest = 0;
    for (const ColumnShare &share : shares) {
      own.push_back(
          {columnsOf(lookups_.table, share), lookups_.rows, columnsOf(lookups_.slices, share)});
      widest = std::max(widest, own.back().table.dim(1));
    }
    const std::size_t atATime = lookupsAtATime(widest * elementBytes_);
    for (std::size_t begin = 0; begin < count_; begin += atATime) {
      const std::size_t end = std::min(count_, begin + atATime);
      const ComputeSet cs = graph_.addComputeSet({debug_, "updateRows"});
      for (std::size_t i = 0; i < shares.size(); ++i) {
        const poplar::VertexRef vertex =
            addVertex(cs, own[i].table, 0, own[i].slices.slice(begin, end), shares[i].tile);
        graph_.connect(vertex["rows"], lookups_.rows.slice(begin, end));
        graph_.connect(vertex["places"], lookups_.rows.slice(0, 0));
        graph_.connect(vertex["range"], lookups_.rows.slice(0, 0));
      }
      prog_.add(Execute(cs));
    }
  }

  /// One block of rows a tile; a row is cut where there are fewer rows than tiles.
  void updateBlocks() {
    const std::size_t homes = std::max<std::size_t>(1, numTilesOf(graph_, lookups_.table));
    const std::size_t width = lookups_.table.dim(1);
    const std::size_t rowsPerBlock = divideUp(numRows_, std::min(homes, numRows_));
    const std::size_t blocks = divideUp(numRows_, rowsPerBlock);
    const std::size_t panels =
        std::min(width, std::max(homes / blocks, divideUp(width * elementBytes_ * 4, budget_)));
    const std::size_t panelWidth = divideUp(width, panels);

    struct Block {
      Tensor table;
      std::size_t number, firstColumn;
      unsigned tile;
    };
    std::vector<Block> all;
    std::vector<Tensor> firsts;
    for (std::size_t b = 0; b < blocks; ++b) {
      const Tensor rows =
          lookups_.table.slice(b * rowsPerBlock, std::min(numRows_, (b + 1) * rowsPerBlock));
      for (std::size_t column = 0; column < width; column += panelWidth) {
        all.push_back({rows.slice(column, std::min(width, column + panelWidth), 1), b, column, 0});
        firsts.push_back(rows[0].slice(column, column + 1));
      }
    }
    const std::vector<unsigned> tiles = tilesOf(graph_, concat(firsts));
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].tile = tiles[i];

    const std::size_t atATime = lookupsAtATime(panelWidth * elementBytes_);
    const bool isSorted = blocks > 1 && count_ > kFewLookups;
    SortedLookups sorted;
    if (isSorted)
      sorted =
          sortLookups(graph_, lookups_.rows, numRows_, {rowsPerBlock, atATime, {}}, prog_, debug_);
    for (std::size_t begin = 0; begin < count_; begin += atATime) {
      const std::size_t end = std::min(count_, begin + atATime);
      const ComputeSet cs = graph_.addComputeSet({debug_, "updateRows"});
      for (const Block &block : all) {
        const std::size_t columns = block.table.dim(1);
        const Tensor slices =
            lookups_.slices.slice({begin, block.firstColumn}, {end, block.firstColumn + columns});
        const poplar::VertexRef vertex =
            addVertex(cs, block.table, block.number * rowsPerBlock, slices, block.tile);
        if (isSorted) {
          graph_.connect(vertex["rows"], sorted.rows.slice(begin, end));
          graph_.connect(vertex["places"], sorted.places.slice(begin, end));
          graph_.connect(vertex["range"],
                         sorted.starts[begin / atATime].slice(block.number, block.number + 2));
        } else {
          graph_.connect(vertex["rows"], lookups_.rows.slice(begin, end));
          graph_.connect(vertex["places"], lookups_.rows.slice(0, 0));
          graph_.connect(vertex["range"], lookups_.rows.slice(0, 0));
        }
      }
      prog_.add(Execute(cs));
    }
  }

  std::string vertexName() const {
    const poplar::Type type = lookups_.table.elementType();
    switch (op_) {
    case UpdateOp::Set:
      return templateVertex("popops::SetRows", type);
    case UpdateOp::Add:
      return templateVertex("popops::AddRows", type, scale_.elementType());
    case UpdateOp::Max:
      return templateVertex("popops::MaxRows", type);
    case UpdateOp::Mul:
      return templateVertex("popops::MulRows", type);
    }
    return {};
  }

  poplar::VertexRef addVertex(ComputeSet cs, const Tensor &table, std::size_t firstRow,
                              const Tensor &slices, unsigned tile) {
    const poplar::VertexRef vertex = graph_.addVertex(
        cs, vertexName(), {{"table", table.flatten()}, {"slices", slices.flatten()}});
    if (op_ == UpdateOp::Add) graph_.connect(vertex["scale"], scale_);
    graph_.setInitialValue(vertex["firstRow"], static_cast<unsigned>(firstRow));
    graph_.setInitialValue(vertex["numRows"], static_cast<unsigned>(table.dim(0)));
    graph_.setInitialValue(vertex["width"], static_cast<unsigned>(table.dim(1)));
    graph_.setTileMapping(vertex, tile);
    return vertex;
  }

  Graph &graph_;
  const Lookups lookups_;
  const UpdateOp op_;
  const Tensor scale_;
  const std::size_t budget_;
  Sequence &prog_;
  const DebugContext &debug_;
  const std::size_t numRows_, count_, elementBytes_;
};

} // namespace

void updateRows(Graph &graph, const Lookups &given, UpdateOp op, const Tensor &scale,
                double memoryShare, Sequence &prog, const DebugContext &debugContext) {
  if (given.slices.numElements() == 0 || given.table.numElements() == 0) return;
  const auto before = [&](const Tensor &operand) {
    return support::apartFrom(graph, operand, given.table, prog, debugContext);
  };
  Lookups lookups{given.table, before(given.rows), before(given.slices)};
  if (op == UpdateOp::Set) {
    const poplar::Type carrier = support::carrierOf(given.table.elementType());
    lookups.table = lookups.table.reinterpret(carrier);
    lookups.slices = lookups.slices.reinterpret(carrier);
  }
  const Tensor factor = op == UpdateOp::Add ? before(scale) : scale;
  Updater(graph, lookups, op, factor, budgetBeside(graph, lookups.table, memoryShare), prog,
          debugContext)
      .run();
}

} // namespace popops::slice
