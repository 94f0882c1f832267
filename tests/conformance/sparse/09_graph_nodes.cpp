// SPDX-License-Identifier: MIT
// Scenario 9: the nodes of a graph are split over four tiles. A node averages its neighbours: local
// ones are read on the tile, foreign ones from a buffer that an exchange fills; two buffers, so
// that one step writes what the next one reads.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class Node : public Vertex {
 public:
  Vector<Input<Vector<float, VectorLayout::ONE_PTR>>> local; // values of neighbours, one each
  Vector<Input<Vector<float, VectorLayout::ONE_PTR>>> foreign;
  Input<float> self;
  Output<float> next;
  bool compute() {
    float sum = *self;
    for (unsigned i = 0; i < local.size(); ++i)
      sum += local[i][0];
    for (unsigned i = 0; i < foreign.size(); ++i)
      sum += foreign[i][0];
    *next = sum / (1 + local.size() + foreign.size());
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

using namespace poplar;
using namespace poplar::program;

static const unsigned kTiles = 4, kNodes = 20, kSteps = 7; // steps come in pairs, and one more

static std::vector<std::vector<unsigned>> makeEdges() {
  std::vector<std::vector<unsigned>> edges(kNodes);
  const auto join = [&](unsigned a, unsigned b) {
    edges[a].push_back(b);
    edges[b].push_back(a);
  };
  for (unsigned i = 0; i + 1 < kNodes; ++i)
    join(i, i + 1);
  for (unsigned i = 0; i < kNodes; i += 3)
    join(i, (i + 11) % kNodes);
  return edges;
}

static unsigned tileOf(unsigned node) {
  return node * kTiles / kNodes;
}

int main() {
  const auto edges = makeEdges();
  IPUModel model;
  model.tilesPerIPU = kTiles;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);

  // Per buffer: the values of all nodes, and on each tile copies of foreign ones.
  Tensor values[2];
  std::map<std::pair<unsigned, unsigned>, Tensor> foreign[2]; // (tile, node)
  Sequence exchange[2];
  for (unsigned b = 0; b < 2; ++b) {
    values[b] = graph.addVariable(FLOAT, {kNodes}, b ? "odd" : "even");
    for (unsigned node = 0; node < kNodes; ++node)
      graph.setTileMapping(values[b][node], tileOf(node));
    for (unsigned node = 0; node < kNodes; ++node)
      for (unsigned other : edges[node]) {
        const std::pair<unsigned, unsigned> key(tileOf(node), other);
        if (tileOf(other) == key.first || foreign[b].count(key)) continue;
        Tensor halo = graph.addVariable(FLOAT, {1}, "halo" + std::to_string(other));
        graph.setTileMapping(halo, key.first);
        foreign[b].emplace(key, halo);
        exchange[b].add(Copy(values[b].slice(other, other + 1), halo));
      }
  }

  ComputeSet step[2] = {graph.addComputeSet("even to odd"), graph.addComputeSet("odd to even")};
  for (unsigned b = 0; b < 2; ++b)
    for (unsigned node = 0; node < kNodes; ++node) {
      std::vector<Tensor> near, far;
      for (unsigned other : edges[node])
        if (tileOf(other) == tileOf(node))
          near.push_back(values[b].slice(other, other + 1));
        else
          far.push_back(foreign[b].at({tileOf(node), other}));
      if (b == 0)
        std::cout << "node " << node << " on tile " << tileOf(node) << ": " << near.size()
                  << " local, " << far.size() << " foreign\n";
      VertexRef v = graph.addVertex(step[b], "Node",
                                    {{"self", values[b][node]}, {"next", values[1 - b][node]}});
      graph.setFieldSize(v["local"], near.size());
      for (unsigned i = 0; i < near.size(); ++i)
        graph.connect(v["local"][i], near[i]);
      graph.connect(v["foreign"], far);
      graph.setTileMapping(v, tileOf(node));
    }
  Sequence half[2];
  for (unsigned b = 0; b < 2; ++b)
    half[b] = Sequence(exchange[b], Execute(step[b]));
  Sequence prog(Repeat(kSteps / 2, Sequence(half[0], half[1])), half[0]);
  graph.createHostWrite("even", values[0]);
  graph.createHostRead("odd", values[1]);

  std::vector<float> host(kNodes), result(kNodes);
  for (unsigned i = 0; i < kNodes; ++i)
    host[i] = float(i * i % 13);
  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("even", host.data(), host.data() + kNodes);
  engine.run(0);
  engine.readTensor("odd", result.data(), result.data() + kNodes);

  for (unsigned s = 0; s < kSteps; ++s) {
    std::vector<float> next(kNodes);
    for (unsigned i = 0; i < kNodes; ++i) {
      float sum = host[i];
      for (unsigned other : edges[i])
        sum += host[other];
      next[i] = sum / (1 + edges[i].size());
    }
    host = next;
  }
  for (unsigned i = 0; i < kNodes; ++i)
    if (std::fabs(result[i] - host[i]) > 1e-5f) {
      std::cout << "node " << i << " is " << result[i] << ", not " << host[i] << "\n";
      return 1;
    }
  std::cout << "nodes as on the host\n";
  return 0;
}
#endif
