// SPDX-License-Identifier: MIT
// Chooses how rows are gathered: see docs/decisions/0014.
#include "slice/Layout.hpp"
#include "slice/Rows.hpp"
#include "slice/blocks/BlockGather.hpp"
#include "slice/blocks/SortLookups.hpp"
#include "support/Overlap.hpp"
#include "support/Types.hpp"

#include <poputil/Util.hpp>
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

/// Tables of so few rows are gathered column by column even where columns are split.
constexpr std::size_t kFewRows = 256;

enum class How { Columns, Direct, Blocks };

struct Choice {
  How how;
  std::vector<ColumnShare> shares; ///< of How::Columns
};

Choice choose(const Graph &graph, const Tensor &table, std::size_t budget) {
  std::vector<ColumnShare> shares = columnShares(graph, table);
  const std::size_t bytes = table.numElements() * bytesOf(graph, table.elementType());
  if (shares.size() > 1 || (shares.size() == 1 && bytes > budget / 2))
    return {How::Columns, std::move(shares)};
  if (bytes <= budget / 2) return {How::Direct, {}};
  if (table.dim(0) <= kFewRows && table.dim(1) >= table.dim(0)) {
    const std::size_t grain = std::max<std::size_t>(1, 8 / bytesOf(graph, table.elementType()));
    return {How::Columns, equalShares(graph, table.dim(1), grain)};
  }
  return {How::Blocks, {}};
}

/// Each tile gathers some columns of all slices.
void gatherColumns(Graph &graph, const Lookups &lookups, Others others,
                   const std::vector<ColumnShare> &shares, ComputeSet cs) {
  const poplar::Type type = lookups.table.elementType();
  for (const ColumnShare &share : shares) {
    const Tensor table = columnsOf(lookups.table, share);
    const Tensor slices = columnsOf(lookups.slices, share).flatten();
    const bool isOnePiece = table.dim(0) > kFewRows || table.flatten().isContiguous();
    const poplar::VertexRef vertex = graph.addVertex(
        cs, templateVertex(isOnePiece ? "popops::GatherRows" : "popops::GatherColumns", type));
    if (isOnePiece) {
      graph.connect(vertex["table"], table.flatten());
      graph.setInitialValue(vertex["firstRow"], 0u);
      graph.setInitialValue(vertex["numRows"], static_cast<unsigned>(table.dim(0)));
    } else {
      std::vector<Tensor> rows;
      for (std::size_t r = 0; r < table.dim(0); ++r)
        rows.push_back(table[r]);
      graph.connect(vertex["table"], rows);
    }
    graph.connect(vertex["rows"], lookups.rows);
    graph.connect(vertex["out"], slices);
    graph.setInitialValue(vertex["width"], static_cast<unsigned>(table.dim(1)));
    graph.setInitialValue(vertex["zeroOthers"], others == Others::Zero);
    graph.setTileMapping(vertex, share.tile);
  }
}

/// Each tile takes the whole table and gathers some slices.
void gatherDirect(Graph &graph, const Lookups &lookups, Others others, ComputeSet cs) {
  const Tensor table = lookups.table.flatten();
  const std::size_t count = lookups.slices.dim(0), width = lookups.table.dim(1);
  for (const RowRange &range : sliceRanges(graph, lookups.slices, count)) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, templateVertex("popops::GatherRows", table.elementType()),
                        {{"table", table},
                         {"rows", lookups.rows.slice(range.begin, range.end)},
                         {"out", lookups.slices.slice(range.begin, range.end).flatten()}});
    graph.setInitialValue(vertex["firstRow"], 0u);
    graph.setInitialValue(vertex["numRows"], static_cast<unsigned>(lookups.table.dim(0)));
    graph.setInitialValue(vertex["width"], static_cast<unsigned>(width));
    graph.setInitialValue(vertex["zeroOthers"], others == Others::Zero);
    graph.setTileMapping(vertex, range.tile);
  }
}

} // namespace

void gatherRows(Graph &graph, const Lookups &given, Others others, double memoryShare,
                Sequence &prog, const DebugContext &debugContext) {
  if (given.slices.numElements() == 0 || given.table.numElements() == 0) return;
  const poplar::Type carrier = support::carrierOf(given.table.elementType());
  const auto before = [&](const Tensor &operand) {
    return support::apartFrom(graph, operand, given.slices, prog, debugContext);
  };
  const Lookups lookups{before(given.table).reinterpret(carrier), before(given.rows),
                        given.slices.reinterpret(carrier), given.areSpread};
  const std::size_t budget = budgetOf(graph, memoryShare);
  const Choice choice = choose(graph, lookups.table, budget);
  if (choice.how == How::Blocks) {
    gatherBlocks(graph, lookups, others, budgetBeside(graph, lookups.table, memoryShare), prog,
                 debugContext);
    return;
  }
  const ComputeSet cs = graph.addComputeSet({debugContext, "gatherRows"});
  if (choice.how == How::Columns)
    gatherColumns(graph, lookups, others, choice.shares, cs);
  else
    gatherDirect(graph, lookups, others, cs);
  prog.add(Execute(cs));
}

Tensor addSlices(Graph &graph, const Tensor &table, std::size_t numLookups, double memoryShare,
                 const DebugContext &debugContext) {
  const poplar::Type type = table.elementType();
  if (table.numElements() != 0 && numLookups != 0) {
    const Choice choice = choose(graph, table, budgetOf(graph, memoryShare));
    if (choice.how == How::Columns)
      return addColumnBlocks(graph, type, numLookups, choice.shares, debugContext);
  }
  const std::size_t bytes = std::max<std::size_t>(1, table.dim(1) * bytesOf(graph, type));
  return addRowBlocks(graph, type, numLookups, table.dim(1), divideUp(128, bytes), debugContext);
}

} // namespace popops::slice
