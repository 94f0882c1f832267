// SPDX-License-Identifier: MIT
// Scenario 27: Prim's minimum spanning tree. Workers find the nearest open node of their rows,
// supervisors collect a tile's and then all tiles' nearest, until no node is open.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

#ifdef __IPU__
#define SUPERVISOR __attribute__((target("supervisor")))
#else
#define SUPERVISOR
#endif

static const unsigned kNone = 0xffffffffu;

/// Takes the last chosen node into account; each worker reports its nearest open row.
class Relax : public MultiVertex {
 public:
  Input<Vector<unsigned>> weights; // rows * nodes; 0: no edge
  InOut<Vector<unsigned>> distance;
  Input<unsigned> chosen;
  Output<Vector<unsigned>> nearest, where; // one a worker
  unsigned firstRow, nodes;

  bool compute(unsigned workerId) {
    unsigned best = kNone, at = kNone;
    for (unsigned r = workerId; r < distance.size(); r += numWorkers()) {
      if (firstRow + r == *chosen) distance[r] = 0; // closed
      const unsigned w = weights[r * nodes + *chosen];
      if (w != 0 && w < distance[r]) distance[r] = w;
      if (distance[r] != 0 && distance[r] < best) {
        best = distance[r];
        at = firstRow + r;
      }
    }
    nearest[workerId] = best;
    where[workerId] = at;
    return true;
  }
};

class Collect : public SupervisorVertex {
 public:
  Input<Vector<unsigned>> nearest, where;
  Output<unsigned> best, at;
  SUPERVISOR bool compute() {
    unsigned found = 0;
    for (unsigned i = 1; i < nearest.size(); ++i)
      if (nearest[i] < nearest[found]) found = i;
    *best = nearest[found];
    *at = where[found];
    return true;
  }
};

class Grow : public SupervisorVertex {
 public:
  Input<Vector<unsigned>> best, at;
  InOut<unsigned> chosen, weight, edges;
  Output<bool> more;
  SUPERVISOR bool compute() {
    unsigned found = 0;
    for (unsigned i = 1; i < best.size(); ++i)
      if (best[i] < best[found]) found = i;
    *more = best[found] != kNone;
    if (*more) {
      *chosen = at[found];
      *weight += best[found];
      *edges += 1;
    }
    return true;
  }
};

#else
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

using namespace poplar;
using namespace poplar::program;

static std::vector<unsigned> makeWeights(unsigned n) {
  std::mt19937 random(3);
  std::vector<unsigned> weights(n * n, 0);
  const auto join = [&](unsigned a, unsigned b) {
    if (a != b) weights[a * n + b] = weights[b * n + a] = 1 + random() % 1000;
  };
  for (unsigned i = 0; i + 1 < n; ++i)
    join(i, i + 1);
  for (unsigned i = 0; i < 4 * n; ++i)
    join(random() % n, random() % n);
  return weights;
}

static unsigned hostWeight(const std::vector<unsigned> &weights, unsigned n) {
  std::vector<unsigned> distance(n, ~0u);
  std::vector<bool> closed(n, false);
  distance[0] = 0;
  unsigned total = 0;
  for (unsigned round = 0; round < n; ++round) {
    unsigned at = n;
    for (unsigned i = 0; i < n; ++i)
      if (!closed[i] && (at == n || distance[i] < distance[at])) at = i;
    closed[at] = true;
    total += distance[at];
    for (unsigned i = 0; i < n; ++i)
      if (weights[at * n + i] != 0 && weights[at * n + i] < distance[i])
        distance[i] = weights[at * n + i];
  }
  return total;
}

int main(int argc, char **argv) {
  const unsigned n = argc > 1 ? std::atoi(argv[1]) : 150, rowsPerTile = 13;
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = devices.begin();
  while (device != devices.end() && !device->attach())
    ++device;
  if (device == devices.end()) {
    std::cerr << "no IPU hardware found\n";
    return EXIT_FAILURE;
  }
  Graph graph(device->getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);

  const unsigned tiles = (n + rowsPerTile - 1) / rowsPerTile;
  const unsigned workers = graph.getTarget().getNumWorkerContexts();
  Tensor weights = graph.addVariable(UNSIGNED_INT, {n, n}, "weights");
  Tensor distance = graph.addVariable(UNSIGNED_INT, {n}, "distance");
  Tensor nearest = graph.addVariable(UNSIGNED_INT, {tiles, workers}, "nearest");
  Tensor where = graph.addVariable(UNSIGNED_INT, {tiles, workers}, "where");
  Tensor best = graph.addVariable(UNSIGNED_INT, {tiles}, "best");
  Tensor at = graph.addVariable(UNSIGNED_INT, {tiles}, "at");
  Tensor chosen = graph.addVariable(UNSIGNED_INT, {}, "chosen");
  Tensor weight = graph.addVariable(UNSIGNED_INT, {}, "weight");
  Tensor edges = graph.addVariable(UNSIGNED_INT, {}, "edges");
  Tensor more = graph.addVariable(BOOL, {}, "more");
  for (Tensor t : {chosen, weight, edges}) {
    graph.setTileMapping(t, 0);
    graph.setInitialValue(t, 0u);
  }
  graph.setTileMapping(more, 0);
  graph.setInitialValue(distance, ArrayRef<unsigned>(std::vector<unsigned>(n, ~0u)));

  ComputeSet relax = graph.addComputeSet("relax"), collect = graph.addComputeSet("collect"),
             grow = graph.addComputeSet("grow");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const unsigned first = tile * rowsPerTile, last = std::min(n, first + rowsPerTile);
    Tensor rows = weights.slice(first, last), own = distance.slice(first, last);
    for (Tensor t : {rows, own, nearest[tile], where[tile], best[tile], at[tile]})
      graph.setTileMapping(t, tile);
    VertexRef v = graph.addVertex(relax, "Relax",
                                  {{"weights", rows.flatten()},
                                   {"distance", own},
                                   {"chosen", chosen},
                                   {"nearest", nearest[tile]},
                                   {"where", where[tile]}});
    graph.setInitialValue(v["firstRow"], first);
    graph.setInitialValue(v["nodes"], n);
    graph.setTileMapping(v, tile);
    v = graph.addVertex(collect, "Collect",
                        {{"nearest", nearest[tile]},
                         {"where", where[tile]},
                         {"best", best[tile]},
                         {"at", at[tile]}});
    graph.setTileMapping(v, tile);
  }
  VertexRef v = graph.addVertex(grow, "Grow",
                                {{"best", best},
                                 {"at", at},
                                 {"chosen", chosen},
                                 {"weight", weight},
                                 {"edges", edges},
                                 {"more", more}});
  graph.setTileMapping(v, 0);

  Sequence condition{Execute(relax), Execute(collect), Execute(grow)};
  Sequence prog{RepeatWhileTrue(condition, more, Sequence{})};
  Tensor cycles = cycleCount(graph, prog, 0, SyncType::INTERNAL, "prim");
  graph.createHostWrite("weights", weights);
  graph.createHostRead("weight", weight);
  graph.createHostRead("edges", edges);
  graph.createHostRead("cycles", cycles);

  const std::vector<unsigned> host = makeWeights(n);
  Engine engine(graph, prog);
  engine.load(*device);
  engine.writeTensor("weights", host.data(), host.data() + host.size());
  engine.run();
  unsigned result = 0, count = 0;
  unsigned long long ticks = 0;
  engine.readTensor("weight", &result, &result + 1);
  engine.readTensor("edges", &count, &count + 1);
  engine.readTensor("cycles", &ticks, &ticks + 1);
  const unsigned expected = hostWeight(host, n);
  std::cout << "{\"nodes\": " << n << ", \"edges\": " << count << ", \"weight\": " << result
            << ", \"host\": " << expected << ", \"counted\": " << (ticks > 0 ? "true" : "false")
            << "}\n";
  return result == expected && count == n - 1 ? 0 : 1;
}
#endif
