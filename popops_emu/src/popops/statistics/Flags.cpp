// SPDX-License-Identifier: MIT
// allTrue, hasNaN, hasNaNOrInf: a search on each tile, a tree of two levels, one answer.
#include "statistics/Flags.hpp"

#include "support/Errors.hpp"
#include "support/Regions.hpp"

#include <popops/AllTrue.hpp>
#include <popops/NaN.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <cmath>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace statistics_detail {

Tensor search(Graph &graph, const Tensor &in, const std::string &vertexType, Answer answer,
              Sequence &prog, const poplar::DebugNameAndId &name) {
  const std::size_t workers = graph.getTarget().getNumWorkerContexts();
  const auto addFlags = [&](std::size_t n, unsigned tile) {
    const Tensor flags = graph.addVariable(poplar::UNSIGNED_INT, {n}, {name, "found"});
    graph.setTileMapping(flags, tile);
    return flags;
  };
  const Tensor out = graph.addVariable(poplar::BOOL, {}, {name, "answer"});
  std::vector<Tensor> found;
  std::vector<unsigned> tiles;
  const poplar::ComputeSet look = graph.addComputeSet({name, "search"});
  support::forEachTile(graph, {in}, [&](unsigned tile, std::vector<Tensor> &parts) {
    tiles.push_back(tile);
    found.push_back(addFlags(workers, tile));
    const poplar::VertexRef vertex =
        graph.addVertex(look, vertexType, {{"in", parts[0]}, {"found", found.back()}});
    graph.setTileMapping(vertex, tile);
  });
  prog.add(Execute(look, {name}));

  if (found.size() > 16) {
    const poplar::ComputeSet join = graph.addComputeSet({name, "join"});
    const auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(found.size())));
    std::vector<Tensor> joined;
    for (std::size_t i = 0; i < found.size(); i += width) {
      const std::vector<Tensor> some(
          found.begin() + static_cast<std::ptrdiff_t>(i),
          found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), i + width)));
      joined.push_back(addFlags(1, tiles[i]));
      const poplar::VertexRef vertex = graph.addVertex(
          join, "popops::JoinFlags", {{"in", concat(some)}, {"out", joined.back()[0]}});
      graph.setTileMapping(vertex, tiles[i]);
    }
    prog.add(Execute(join, {name}));
    found = joined;
  }

  const unsigned tile = tiles.empty() ? 0 : tiles[0];
  if (found.empty()) {
    const Tensor nothing = graph.addConstant(poplar::UNSIGNED_INT, {1}, 0u, {name, "nothing"});
    graph.setTileMapping(nothing, tile);
    found.push_back(nothing);
  }
  graph.setTileMapping(out, tile);
  const poplar::ComputeSet decide = graph.addComputeSet({name, "answer"});
  const poplar::VertexRef vertex = graph.addVertex(
      decide, poputil::templateVertex("popops::AnyFlag", answer == Answer::NoneFound),
      {{"in", concat(found)}, {"out", out}});
  graph.setTileMapping(vertex, tile);
  prog.add(Execute(decide, {name}));
  return out;
}

} // namespace statistics_detail

namespace {

enum class Search { NaN, NaNOrInf };

Tensor searchNumbers(Graph &graph, const char *operation, const Tensor &src, Search what,
                     Sequence &prog, const PoplibsOpDebugInfo &info) {
  if (!src.elementType().isFloatingPoint() || src.elementType() == poplar::QUARTER)
    support::fail(operation, "the tensor is " + support::describe(src), "pass float or half");
  return statistics_detail::search(
      graph, src,
      poputil::templateVertex("popops::HasNaNOrInf", src.elementType(), what == Search::NaNOrInf),
      statistics_detail::Answer::SomeFound, prog, {info});
}

} // namespace

Tensor allTrue(Graph &graph, const Tensor &A, Sequence &prog, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(A));
  if (A.elementType() != poplar::BOOL)
    support::fail("allTrue", "the tensor is " + support::describe(A),
                  "pass bool, such as the result of a comparison");
  const Tensor out = statistics_detail::search(graph, A, "popops::HasFalse",
                                               statistics_detail::Answer::NoneFound, prog, {info});
  info.addOutput(out);
  return out;
}

Tensor hasNaN(Graph &graph, const Tensor &src, Sequence &prog, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src));
  const Tensor out = searchNumbers(graph, "hasNaN", src, Search::NaN, prog, info);
  info.addOutput(out);
  return out;
}

Tensor hasNaNOrInf(Graph &graph, const Tensor &src, Sequence &prog,
                   const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src));
  const Tensor out = searchNumbers(graph, "hasNaNOrInf", src, Search::NaNOrInf, prog, info);
  info.addOutput(out);
  return out;
}

} // namespace popops
