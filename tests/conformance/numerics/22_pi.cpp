// SPDX-License-Identifier: MIT
// Scenario 22: pi by the midpoint rule, one vertex a tile; codelets read the cycle counter.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Pi : public poplar::Vertex {
 public:
  poplar::Input<unsigned> first, last;
  poplar::Input<float> step;
  poplar::Output<float> sum;
  poplar::Output<unsigned> cycles;

  bool compute() {
    const unsigned start = __builtin_ipu_get_scount_l();
    float total = 0;
    for (unsigned i = first; i < last; ++i) {
      const float x = (i + 0.5f) * step;
      total += 4.0f / (1.0f + x * x);
    }
    *sum = total * step;
    *cycles = __builtin_ipu_get_scount_l() - start;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  const unsigned n = argc > 1 ? std::atoi(argv[1]) : 1000;
  DeviceManager manager;
  Device device;
  for (unsigned id = 0; id < manager.getNumDevices(); ++id) {
    device = manager.getDevice(id);
    if (device.attach()) break;
  }
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);
  const unsigned tiles = graph.getTarget().getTilesPerIPU();
  Tensor sums = graph.addVariable(FLOAT, {tiles}),
         cycles = graph.addVariable(UNSIGNED_INT, {tiles});
  ComputeSet cs = graph.addComputeSet("pi");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    graph.setTileMapping(sums[tile], tile);
    graph.setTileMapping(cycles[tile], tile);
    VertexRef v = graph.addVertex(cs, "Pi");
    graph.connect(v["first"], unsigned(n * (unsigned long)tile / tiles));
    graph.connect(v["last"], unsigned(n * (tile + 1ul) / tiles));
    graph.connect(v["step"], 1.0f / n);
    graph.connect(v["sum"], sums[tile]);
    graph.connect(v["cycles"], cycles[tile]);
    graph.setTileMapping(v, tile);
  }
  graph.createHostRead("sums", sums);
  Engine engine(graph, Execute(cs));
  engine.loadAndRun(device);
  std::vector<float> host(tiles);
  engine.readTensor("sums", host.data());
  float pi = 0;
  for (float x : host)
    pi += x;
  std::printf("pi = %.2f\n", pi);
  return 0;
}
#endif
