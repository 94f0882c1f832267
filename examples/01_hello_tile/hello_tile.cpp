// SPDX-License-Identifier: MIT
// Lesson 1, hello tile: one vertex on every tile writes its tile's number; the host reads them
// back.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

// A codelet: the code of a vertex. Its fields are edges to tensors, or values set by the host.
class Hello : public poplar::Vertex {
 public:
  poplar::Output<unsigned> greeting;
  unsigned number;

  void compute() { *greeting = number; }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <cstdio>

using namespace poplar;
using namespace poplar::program;

int main() {
  // A device of one IPU: 1472 tiles, each with private memory and six workers.
  auto manager = DeviceManager::createDeviceManager();
  Device device;
  for (auto &candidate : manager.getDevices(TargetType::IPU, 1))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }

  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__); // this very file: the part above is compiled for the tiles

  // One element and one vertex a tile. Vertices of a compute set all run at once.
  const unsigned numTiles = graph.getTarget().getNumTiles();
  Tensor greetings = graph.addVariable(UNSIGNED_INT, {numTiles}, "greetings");
  ComputeSet everybody = graph.addComputeSet("everybody");
  for (unsigned tile = 0; tile < numTiles; ++tile) {
    graph.setTileMapping(greetings[tile], tile);
    VertexRef vertex = graph.addVertex(everybody, "Hello", {{"greeting", greetings[tile]}});
    graph.setInitialValue(vertex["number"], tile);
    graph.setTileMapping(vertex, tile);
  }

  // A program is a tree of steps. The host can read a tensor that has a handle.
  Sequence program;
  program.add(Execute(everybody));
  graph.createHostRead("greetings", greetings);

  Engine engine(graph, program);
  engine.load(device);
  engine.run();

  std::vector<unsigned> result(numTiles);
  engine.readTensor("greetings", result.data(), result.data() + result.size());
  for (unsigned tile = 0; tile < numTiles; ++tile)
    if (result[tile] != tile) {
      std::printf("tile %u said %u\n", tile, result[tile]);
      return 1;
    }
  std::printf("%u tiles said hello, the last one is number %u\n", numTiles, result.back());
  return 0;
}
#endif
