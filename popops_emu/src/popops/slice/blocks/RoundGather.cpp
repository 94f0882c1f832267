// SPDX-License-Identifier: MIT
// Groups of tiles take some lookups each, and pass over the table in rounds.
#include "slice/Layout.hpp"
#include "slice/blocks/BlockGather.hpp"
#include "slice/blocks/Blocks.hpp"
#include "slice/blocks/RoundPlan.hpp"

#include <popops/Reduce.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace popops::slice {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::If;
using poplar::program::Sequence;

namespace {

/// Places have a number within the row of a field; see codelets/slice/SliceRows.hpp.
constexpr std::size_t kRowOfField = std::size_t{1} << 26;
/// Of the vertex that follows: a hint for the caches of the host.
constexpr std::size_t kSourcesAhead = 16;
/// The part of the cycles below which a second plan is made.
constexpr double kWorthABranch = 0.95;

/// Which shares lie together: a part's, so that a block has one output, or a chunk's, so that a
/// selection has one candidate.
enum class Shares { OfPart, OfChunk };

/// One plan's gather: the sort, then the rounds and the selection.
class RoundGather {
 public:
  RoundGather(Graph &graph, const Lookups &lookups, Others others, const RoundPlan &plan,
              Shares together, const DebugContext &debugContext)
      : graph_(graph), lookups_(lookups), others_(others), plan_(plan), together_(together),
        debug_(debugContext), width_(lookups.table.dim(1)),
        numTiles_(graph.getTarget().getNumTiles()),
        blocks_(graph, lookups, plan.rowsPerBlock, debugContext) {}

  /// Returns the flags of overflow, if there may be any.
  Tensor sort(Sequence &prog) {
    const bool ofPart = together_ == Shares::OfPart;
    blocks_.sort(
        {plan_.rowsPerBlock, plan_.perGroup,
         SortShares{plan_.parts, plan_.chunk, plan_.room, ofPart ? plan_.room : kRowOfField,
                    ofPart ? kRowOfField : plan_.room, plan_.mayOverflow()}},
        prog);
    return blocks_.sorted().overflow;
  }

  void gather(Sequence &prog) {
    const std::size_t groups = divideUp(lookups_.rows.numElements(), plan_.perGroup);
    const Tensor shares = addShares(groups);
    std::vector<std::vector<Tensor>> outputs; // of each part of each group
    for (std::size_t g = 0; g < groups; ++g)
      for (std::size_t p = 0; p < plan_.parts; ++p) {
        const Tensor part = shares[g][p];
        graph_.setTileMapping(part, tileOf(g, p));
        outputs.emplace_back();
        if (together_ == Shares::OfPart)
          outputs.back().push_back(part.flatten());
        else
          for (std::size_t c = 0; c < plan_.chunks(); ++c)
            outputs.back().push_back(part[c]);
      }
    for (std::size_t round = 0; round < plan_.rounds; ++round) {
      const ComputeSet cs = graph_.addComputeSet({debug_, "gatherRound"});
      for (std::size_t g = 0; g < groups; ++g)
        for (std::size_t p = 0; p < plan_.parts; ++p) {
          const std::size_t block = round * plan_.parts + p;
          if (block < blocks_.count())
            blocks_.add(cs, block, g, outputs[g * plan_.parts + p], tileOf(g, p));
        }
      prog.add(Execute(cs));
    }
    select(shares, prog);
  }

 private:
  /// [groups, parts, chunks, room * width]
  Tensor addShares(std::size_t groups) {
    const poplar::Type type = lookups_.table.elementType();
    const std::size_t size = plan_.room * width_;
    if (together_ == Shares::OfPart)
      return graph_.addVariable(type, {groups, plan_.parts, plan_.chunks(), size},
                                {debug_, "shares"});
    return graph_.addVariable(type, {groups, plan_.chunks(), plan_.parts, size}, {debug_, "shares"})
        .dimShuffle({0, 2, 1, 3});
  }

  void select(const Tensor &shares, Sequence &prog) {
    const ComputeSet cs = graph_.addComputeSet({debug_, "select"});
    const Tensor sources = blocks_.sorted().sources;
    for (const RowRange &range : sliceRanges(graph_, lookups_.slices, plan_.chunk)) {
      const std::size_t chunk = range.begin / plan_.chunk, first = chunk % plan_.chunks();
      const Tensor ofChunk = shares[chunk / plan_.chunks()].slice(first, first + 1, 1);
      std::vector<Tensor> candidates;
      if (together_ == Shares::OfChunk)
        candidates.push_back(ofChunk.flatten());
      else
        for (std::size_t p = 0; p < plan_.parts; ++p)
          candidates.push_back(ofChunk[p].flatten());
      const std::size_t known =
          std::min({range.end + kSourcesAhead, (chunk + 1) * plan_.chunk, sources.numElements()});
      const poplar::VertexRef vertex = graph_.addVertex(
          cs, poputil::templateVertex("popops::SelectSources", lookups_.table.elementType()),
          {{"sources", sources.slice(range.begin, known)},
           {"out", lookups_.slices.slice(range.begin, range.end).flatten()}});
      graph_.connect(vertex["parts"], candidates);
      graph_.setInitialValue(vertex["count"], static_cast<unsigned>(range.end - range.begin));
      graph_.setInitialValue(vertex["width"], static_cast<unsigned>(width_));
      graph_.setInitialValue(vertex["zeroOthers"], others_ == Others::Zero);
      graph_.setTileMapping(vertex, range.tile);
    }
    prog.add(Execute(cs));
  }

  unsigned tileOf(std::size_t group, std::size_t part) const {
    return static_cast<unsigned>((group * plan_.parts + part) % numTiles_);
  }

  Graph &graph_;
  const Lookups lookups_;
  const Others others_;
  const RoundPlan plan_;
  const Shares together_;
  const DebugContext &debug_;
  const std::size_t width_, numTiles_;
  Blocks blocks_;
};

} // namespace

/// Whether there is room for the lookups as they are is known when they are sorted.
bool gatherInRounds(Graph &graph, const Lookups &lookups, Others others, std::size_t budget,
                    Sequence &prog, const DebugContext &debugContext) {
  const std::size_t width = lookups.table.dim(1);
  const RoundProblem problem{lookups.table.dim(0),
                             width * bytesOf(graph, lookups.table.elementType()),
                             lookups.rows.numElements(),
                             slicesPerTile(graph, lookups.slices),
                             graph.getTarget().getNumTiles(),
                             graph.getTarget().getNumWorkerContexts(),
                             budget};
  const RoundPlan forAny = planAnyLookups(problem);
  const RoundPlan forSpread = lookups.areSpread ? planSpreadLookups(problem) : RoundPlan();
  if (forAny.parts == 0) return false;
  RoundGather any(graph, lookups, others, forAny, Shares::OfPart, debugContext);
  if (forSpread.parts == 0 || forSpread.cycles > kWorthABranch * forAny.cycles) {
    any.sort(prog);
    any.gather(prog);
    return true;
  }
  RoundGather spread(graph, lookups, others, forSpread, Shares::OfChunk, debugContext);
  const Tensor flags = spread.sort(prog);
  if (!forSpread.mayOverflow()) {
    spread.gather(prog);
    return true;
  }
  const Tensor overflow =
      reduce(graph, flags, {0}, {Operation::LOGICAL_OR}, prog, {debugContext, "overflow"});
  spreadOverReplicas(graph, overflow, prog, debugContext);
  Sequence ofSpread({}, {debugContext, "spread"}), ofAny({}, {debugContext, "any"});
  spread.gather(ofSpread);
  any.sort(ofAny);
  any.gather(ofAny);
  prog.add(If(overflow, ofAny, ofSpread, {debugContext}));
  return true;
}

} // namespace popops::slice
