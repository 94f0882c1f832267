// SPDX-License-Identifier: MIT
// Reading and writing the states of the workers' random number generators.
#include "api/graph/GraphNeed.hpp"
#include "api/program/Statement.hpp"

#include <poplar/RandomSeed.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

constexpr std::size_t kWordsPerWorker = 4;

void addSeeds(const Graph &graph, program::Sequence &prog, Statement statement, ir::HwSeeds seeds) {
  const GraphState &state = *need(graph, "random seeds");
  for (unsigned tile = 0; tile < state.tiles.numTiles(); ++tile)
    seeds.tiles.push_back(state.tiles.toTopLevel(tile));
  program::Program program;
  statement.finish(program, std::move(seeds));
  prog.add(program);
}

} // namespace

Tensor getHwSeeds(Graph &graph, program::Sequence &prog, const DebugContext &dc) {
  Statement statement("getHwSeeds", dc);
  const Target &target = graph.getTarget();
  const std::size_t tiles = target.getNumTiles();
  const Tensor seeds =
      graph.addVariable(UNSIGNED_INT, {tiles, target.getNumWorkerContexts(), kWordsPerWorker},
                        DebugContext(dc, "hwSeeds"));
  for (unsigned tile = 0; tile < tiles; ++tile)
    graph.setTileMapping(seeds[tile], tile, Access::location(dc));
  ir::HwSeeds payload;
  payload.seeds = operandOf(statement.operand(seeds));
  addSeeds(graph, prog, std::move(statement), std::move(payload));
  return seeds;
}

void setHwSeeds(Graph &graph, const Tensor &seeds, program::Sequence &prog,
                const DebugContext &dc) {
  Statement statement("setHwSeeds", dc);
  const TensorState &state = statement.operand(seeds);
  const Target &target = graph.getTarget();
  const std::vector<std::size_t> wanted = {target.getNumTiles(), target.getNumWorkerContexts(),
                                           kWordsPerWorker};
  if (state.type != ElementType::UnsignedInt || seeds.shape() != wanted) {
    statement.error(Code::PE0402, "{} are no seeds of this graph's tiles", describeTensor(state))
        .note("seeds are of type unsigned int and shape [{}]", fmt::join(wanted, ", "))
        .fix("pass what getHwSeeds of the same graph returned, or a tensor of that shape")
        .raise();
  }
  ir::HwSeeds payload;
  payload.write = true;
  payload.seeds = operandOf(state);
  addSeeds(graph, prog, std::move(statement), std::move(payload));
}

} // namespace poplar
