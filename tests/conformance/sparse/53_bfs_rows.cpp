// SPDX-License-Identifier: MIT
// Scenario 53: an older breadth-first search on a Matrix Market file. A vertex a row looks at its
// neighbours in the frontier; a first Repeat warms up, a RepeatWhileFalse goes on to the end.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

/// A node without a level gets one as soon as a neighbour is in the frontier.
class Visit : public Vertex {
 public:
  Input<Vector<unsigned>> neighbours;
  Input<Vector<int>> frontier;
  Input<int> depth;
  InOut<int> level;
  Output<int> found;

  bool compute() {
    *found = 0;
    if (*level >= 0) return true;
    for (unsigned i = 0; i < neighbours.size(); ++i)
      if (frontier[neighbours[i]]) *found = 1;
    if (*found) *level = *depth;
    return true;
  }
};

/// Is nothing left to do? Also counts the steps.
class Check : public Vertex {
 public:
  Input<Vector<int>> found;
  InOut<int> depth;
  Output<bool> done;

  bool compute() {
    int sum = 0;
    for (const int f : found)
      sum += f;
    *done = sum == 0;
    *depth += 1;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

static std::vector<std::vector<unsigned>> readNeighbours(const char *path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line) && line[0] == '%') {
  }
  unsigned n = 0, columns = 0, count = 0, row = 0, column = 0;
  std::istringstream(line) >> n >> columns >> count;
  std::vector<std::vector<unsigned>> neighbours(n);
  double value = 0;
  while (count-- > 0 && file >> row >> column >> value)
    if (row != column) {
      neighbours[row - 1].push_back(column - 1);
      neighbours[column - 1].push_back(row - 1);
    }
  return neighbours;
}

static std::vector<int> hostLevels(const std::vector<std::vector<unsigned>> &neighbours) {
  std::vector<int> levels(neighbours.size(), -1);
  std::vector<unsigned> queue{0};
  levels[0] = 0;
  for (std::size_t at = 0; at < queue.size(); ++at)
    for (unsigned other : neighbours[queue[at]])
      if (levels[other] < 0) {
        levels[other] = levels[queue[at]] + 1;
        queue.push_back(other);
      }
  return levels;
}

int main(int argc, char **argv) {
  const auto neighbours = readNeighbours(argc > 1 ? argv[1] : "mesh.mtx");
  const unsigned n = neighbours.size();
  if (n == 0) return 1;
  DeviceManager manager;
  auto devices = manager.getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;
  Graph graph(device->getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);

  Tensor frontier = graph.addVariable(INT, {n}, "frontier");
  Tensor found = graph.addVariable(INT, {n}, "found"), level = graph.addVariable(INT, {n}, "level");
  Tensor depth = graph.addVariable(INT, {}, "depth"), done = graph.addVariable(BOOL, {}, "done");
  for (Tensor t : {frontier, found, level})
    poputil::mapTensorLinearly(graph, t, 1, 1);
  graph.setTileMapping(depth, 0);
  graph.setTileMapping(done, 0);
  std::vector<int> start(n, -1), first(n, 0);
  start[0] = 0;
  first[0] = 1;
  graph.setInitialValue(level, ArrayRef<int>(start));
  graph.setInitialValue(frontier, ArrayRef<int>(first));
  graph.setInitialValue(depth, 1);

  ComputeSet visit = graph.addComputeSet("visit"), check = graph.addComputeSet("check");
  for (unsigned node = 0; node < n; ++node) {
    Tensor list = graph.addConstant(UNSIGNED_INT, {neighbours[node].size()},
                                    ArrayRef<unsigned>(neighbours[node]), "neighbours");
    const unsigned tile = node % device->getTarget().getNumTiles();
    graph.setTileMapping(list, tile);
    VertexRef v = graph.addVertex(visit, "Visit",
                                  {{"neighbours", list},
                                   {"frontier", frontier},
                                   {"depth", depth},
                                   {"level", level[node]},
                                   {"found", found[node]}});
    graph.setTileMapping(v, tile);
  }
  VertexRef v =
      graph.addVertex(check, "Check", {{"found", found}, {"depth", depth}, {"done", done}});
  graph.setTileMapping(v, 0);
  Sequence step(Execute(visit), Execute(check), Copy(found, frontier));

  // Two reductions at once.
  Sequence summary;
  std::vector<popops::SingleReduceOp> reductions{{level, {0}, {popops::Operation::MAX}, "deepest"},
                                                 {level, {0}, {popops::Operation::ADD}, "sum"}};
  std::vector<Tensor> results;
  popops::reduceMany(graph, reductions, results, summary);
  summary.add(PrintTensor("deepest", results[0]));
  summary.add(PrintTensor("sum of levels", results[1]));
  graph.createHostRead("level", level);

  Engine engine(graph,
                Sequence(Repeat(2, step), RepeatWhileFalse(step, done, Sequence()), summary));
  engine.load(*device);
  engine.run(0);
  std::vector<int> levels(n);
  engine.readTensor("level", levels.data(), levels.data() + n);
  const std::vector<int> expected = hostLevels(neighbours);
  std::cout << "{\"nodes\": " << n << ", \"reached\": "
            << std::count_if(levels.begin(), levels.end(), [](int l) { return l >= 0; })
            << ", \"equal\": " << (levels == expected ? "true" : "false") << "}\n";
  return levels == expected ? 0 : 1;
}
#endif
