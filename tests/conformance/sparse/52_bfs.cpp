// SPDX-License-Identifier: MIT
// Scenario 52: breadth-first search by products of a boolean matrix in blocks with the frontier,
// until all nodes are visited or nothing new is found; levels as the host finds them.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

/// Which nodes of a block of rows have a neighbour in a block of the frontier.
class BlockReach : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<bool>> block;
  poplar::Input<poplar::Vector<bool>> frontier;
  poplar::Output<poplar::Vector<bool>> reached;

  void compute() {
    for (unsigned r = 0; r < reached.size(); ++r) {
      bool any = false;
      for (unsigned c = 0; c < frontier.size(); ++c)
        any = any || (block[r * frontier.size() + c] && frontier[c]);
      reached[r] = any;
    }
  }
};

#else
#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/AllTrue.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/Zero.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <queue>
#include <vector>

using namespace poplar;
using namespace poplar::program;
namespace pe = popops::expr;

const unsigned kNodes = 96, kBlock = 32, kBlocks = kNodes / kBlock;

/// A ring with some shortcuts, and an island of four nodes that is not reached.
std::vector<char> makeGraph() {
  std::vector<char> adjacent(kNodes * kNodes, 0);
  const unsigned mainland = kNodes - 4;
  for (unsigned i = 0; i < mainland; ++i) {
    const unsigned next = (i + 1) % mainland, far = (i * 5 + 17) % mainland;
    adjacent[i * kNodes + next] = adjacent[next * kNodes + i] = 1;
    if (i % 4 == 0) adjacent[i * kNodes + far] = adjacent[far * kNodes + i] = 1;
  }
  return adjacent;
}

std::vector<int> hostLevels(const std::vector<char> &adjacent) {
  std::vector<int> levels(kNodes, -1);
  std::queue<unsigned> queue;
  levels[0] = 0;
  queue.push(0);
  while (!queue.empty()) {
    const unsigned node = queue.front();
    queue.pop();
    for (unsigned other = 0; other < kNodes; ++other)
      if (adjacent[node * kNodes + other] && levels[other] < 0) {
        levels[other] = levels[node] + 1;
        queue.push(other);
      }
  }
  return levels;
}

int main() {
  IPUModel model;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);

  Tensor matrix = graph.addVariable(BOOL, {kBlocks, kBlocks, kBlock * kBlock}, "matrix");
  Tensor frontier = graph.addVariable(BOOL, {kNodes}, "frontier");
  Tensor levels = graph.addVariable(INT, {kNodes}, "levels");
  Tensor level = graph.addVariable(INT, {}, "level");
  Tensor partial = graph.addVariable(BOOL, {kBlocks, kBlocks, kBlock}, "partial");
  poputil::mapTensorLinearly(graph, frontier);
  poputil::mapTensorLinearly(graph, levels);
  graph.setTileMapping(level, 0);
  ComputeSet spmv = graph.addComputeSet("spmv");
  for (unsigned r = 0; r < kBlocks; ++r)
    for (unsigned c = 0; c < kBlocks; ++c) {
      const unsigned tile = r * kBlocks + c;
      graph.setTileMapping(matrix[r][c], tile);
      graph.setTileMapping(partial[r][c], tile);
      VertexRef vertex =
          graph.addVertex(spmv, "BlockReach",
                          {{"block", matrix[r][c]},
                           {"frontier", frontier.slice(c * kBlock, (c + 1) * kBlock)},
                           {"reached", partial[r][c]}});
      graph.setTileMapping(vertex, tile);
    }

  Sequence body;
  body.add(Execute(spmv));
  std::vector<popops::SingleReduceOp> reductions;
  std::vector<Tensor> reached;
  for (unsigned r = 0; r < kBlocks; ++r)
    reductions.push_back({partial[r], {0}, {popops::Operation::LOGICAL_OR}, "any"});
  popops::reduceMany(graph, reductions, reached, body);
  Tensor all = concat(reached);
  // New are the reached nodes without a level.
  popops::mapWithOutput(graph, pe::And(pe::_1, pe::Lt(pe::_2, pe::Const(0))), {all, levels},
                        frontier, body);
  popops::addInPlace(graph, level, 1, body);
  popops::mapInPlace(graph, pe::Select(pe::_2, pe::_1, pe::_3), {levels, level, frontier}, body);

  Sequence condition;
  Tensor idle = popops::logicalNot(graph, frontier, condition);
  Tensor done = popops::allTrue(graph, idle, condition, "done");

  Sequence prog;
  prog.add(RepeatWhileFalse(condition, done, body));
  Tensor cycles = cycleCount(graph, prog, 0, SyncType::INTERNAL, "bfs");
  graph.createHostRead("cycles", cycles);
  graph.createHostWrite("matrix", matrix);
  graph.createHostWrite("frontier", frontier);
  graph.createHostWrite("levels", levels);
  graph.createHostWrite("level", level);
  graph.createHostRead("levels", levels);

  const std::vector<char> adjacent = makeGraph();
  std::vector<char> blocks;
  for (unsigned r = 0; r < kBlocks; ++r)
    for (unsigned c = 0; c < kBlocks; ++c)
      for (unsigned i = 0; i < kBlock * kBlock; ++i)
        blocks.push_back(adjacent[(r * kBlock + i / kBlock) * kNodes + c * kBlock + i % kBlock]);
  std::vector<char> start(kNodes, 0);
  start[0] = 1;
  std::vector<int> result(kNodes, -1);
  result[0] = 0;
  const int zero = 0;

  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("matrix", blocks.data(), blocks.data() + blocks.size());
  engine.writeTensor("frontier", start.data(), start.data() + kNodes);
  engine.writeTensor("levels", result.data(), result.data() + kNodes);
  engine.writeTensor("level", &zero, &zero + 1);
  engine.run(0);
  engine.readTensor("levels", result.data(), result.data() + kNodes);
  unsigned count[2];
  engine.readTensor("cycles", count, count + 2);
  const std::vector<int> expected = hostLevels(adjacent);
  std::cout << "{\"depth\": " << *std::max_element(result.begin(), result.end())
            << ", \"unreached\": " << std::count(result.begin(), result.end(), -1)
            << ", \"counted\": " << (count[0] > 0 ? "true" : "false") << "}\n";
  if (result != expected) return 1;
  std::cout << "levels as on the host" << std::endl;
  return 0;
}
#endif
