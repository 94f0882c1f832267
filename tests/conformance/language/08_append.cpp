// SPDX-License-Identifier: MIT
// Scenario 8: a vertex with a counter that lasts over the rounds of a Repeat appends a running
// product to an array spread over the tiles. The product is never written: it starts as zero, and
// with an argument as that number.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class Grow : public Vertex {
 public:
  Input<float> factor;
  Output<float> value; // read before it is written
  void compute() { *value = *value * *factor; }
};

class Append : public Vertex {
 public:
  Input<float> value;
  Output<Vector<float>> part;
  unsigned first; // place of part[0] in the array
  unsigned index; // lasts from one execution to the next
  bool compute() {
    if (index >= first && index - first < part.size()) part[index - first] = *value;
    index++;
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
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  const float start = argc > 1 ? std::atof(argv[1]) : 0.0f, growth = 1.001f;
  const bool hardware = argc > 2 && std::strcmp(argv[2], "hw") == 0;
  Device device;
  if (hardware) {
    for (Device &candidate : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
      if (candidate.attach()) {
        device = std::move(candidate);
        break;
      }
  } else {
    device = IPUModel().createDevice();
  }
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets({__FILE__}, "-O2");

  const unsigned perTile = 3, tiles = 50, count = perTile * tiles;
  Tensor history = graph.addVariable(FLOAT, {count}, "history");
  poputil::mapTensorLinearly(graph, history, perTile, perTile);
  Tensor value = graph.addVariable(FLOAT, {}, "value");
  graph.setTileMapping(value, tiles);

  ComputeSet grow = graph.addComputeSet("grow"), append = graph.addComputeSet("append");
  VertexRef g = graph.addVertex(grow, "Grow", {{"value", value}});
  graph.connect(g["factor"], growth);
  graph.setTileMapping(g, tiles);
  const auto &mapping = graph.getTileMapping(history);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const Interval &part : mapping[tile]) {
      VertexRef v = graph.addVertex(append, "Append", {{"value", value}});
      graph.connect(v["part"], history.slice(part));
      graph.setInitialValue(v["first"], unsigned(part.begin()));
      graph.setInitialValue(v["index"], 0u);
      graph.setTileMapping(v, tile);
    }
  graph.createHostWrite("value", value);
  graph.createHostRead("history", history);

  Engine engine(graph, Repeat(count, Sequence{Execute(grow), Execute(append)}));
  engine.load(device);
  if (start != 0) engine.writeTensor("value", &start, &start + 1);
  engine.run(0);
  std::vector<float> result(count);
  engine.readTensor("history", result.data(), result.data() + count);
  float expected = start;
  for (unsigned i = 0; i < count; ++i) {
    expected *= growth;
    if (result[i] != expected || std::fabs(expected - start * std::pow(growth, i + 1.0f)) > 1e-4f) {
      std::cout << "history[" << i << "] is " << result[i] << ", not " << expected << "\n";
      return 1;
    }
  }
  std::cout << "history from " << result.front() << " to " << result.back() << " as expected\n";
  return 0;
}
#endif
