// SPDX-License-Identifier: MIT
// Lesson 4, reduction tree: the sum of a long vector in supersteps of shrinking width.
//
//   step 0: each tile sums its own part          1472 partial sums
//   step 1: 39 tiles sum 38 partial sums each      39
//   step 2: one tile sums the rest                  1
#ifdef __POPC__
#include <poplar/Vertex.hpp>

// A MultiVertex runs on all six workers of its tile at once; each takes every sixth element.
class PartialSums : public poplar::MultiVertex {
 public:
  poplar::Input<poplar::Vector<int>> in;
  poplar::Output<poplar::Vector<int>> perWorker;

  void compute(unsigned worker) {
    int sum = 0;
    for (unsigned i = worker; i < in.size(); i += numWorkers())
      sum += in[i];
    perWorker[worker] = sum;
  }
};

class Sum : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<int>> in;
  poplar::Output<int> out;

  void compute() {
    int sum = 0;
    for (int value : in)
      sum += value;
    *out = sum;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>

using namespace poplar;
using namespace poplar::program;

// Adds a superstep in which groups of `width` elements of `in` are summed, one group a tile.
Tensor addLevel(Graph &graph, Sequence &program, Tensor in, std::size_t width) {
  const std::size_t groups = (in.numElements() + width - 1) / width;
  Tensor sums = graph.addVariable(INT, {groups}, "sums");
  ComputeSet level = graph.addComputeSet("level of " + std::to_string(groups));
  for (std::size_t g = 0; g < groups; ++g) {
    Tensor part = in.slice(g * width, std::min((g + 1) * width, in.numElements()));
    VertexRef vertex = graph.addVertex(level, "Sum", {{"in", part}, {"out", sums[g]}});
    graph.setTileMapping(vertex, g);
    graph.setTileMapping(sums[g], g);
  }
  program.add(Execute(level));
  return sums;
}

int main() {
  constexpr std::size_t kElements = 1000000;
  auto devices = DeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;

  Graph graph(*device);
  graph.addCodelets(__FILE__);
  const unsigned numTiles = graph.getTarget().getNumTiles();
  const unsigned numWorkers = graph.getTarget().getNumWorkerContexts();

  // Step 0: every tile sums what it holds, worker by worker.
  Tensor data = graph.addVariable(INT, {kElements}, VariableMappingMethod::LINEAR, "data");
  Tensor partial = graph.addVariable(INT, {numTiles, numWorkers}, "partial");
  Graph::TileToTensorMapping mapping = graph.getTileMapping(data);
  ComputeSet local = graph.addComputeSet("local sums");
  for (unsigned tile = 0; tile < numTiles; ++tile) {
    graph.setTileMapping(partial[tile], tile);
    if (mapping[tile].empty()) { // fewer grains than tiles
      graph.setInitialValue(partial[tile], 0);
      continue;
    }
    VertexRef vertex =
        graph.addVertex(local, "PartialSums",
                        {{"in", concat(data.slices(mapping[tile]))}, {"perWorker", partial[tile]}});
    graph.setTileMapping(vertex, tile);
  }
  Sequence program{Execute(local)};

  // Then levels with a fan-in near the square root, so that no tile receives much.
  Tensor sums = addLevel(graph, program, partial.flatten(), numWorkers);
  sums = addLevel(graph, program, sums, 38);
  sums = addLevel(graph, program, sums, sums.numElements());

  graph.createHostWrite("data", data);
  graph.createHostRead("sum", sums);
  Engine engine(graph, program);
  engine.load(*device);

  std::vector<int> values(kElements);
  std::iota(values.begin(), values.end(), -400000);
  int sum = 0, expected = std::accumulate(values.begin(), values.end(), 0, [](int a, int b) {
                 return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
               });
  engine.writeTensor("data", values.data(), values.data() + values.size());
  engine.run();
  engine.readTensor("sum", &sum, &sum + 1);
  std::printf("sum of %zu numbers over %u tiles: %d\n", kElements, numTiles, sum);
  return sum == expected ? 0 : 1;
}
#endif
