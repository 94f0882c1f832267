// SPDX-License-Identifier: MIT
// A user's program: scales a vector on four tiles. The argument is the codelet file.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  IPUModel model;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  graph.addCodelets(argv[1]);

  const unsigned tiles = 4, perTile = 8, n = tiles * perTile;
  Tensor in = graph.addVariable(FLOAT, {n}, "in");
  Tensor out = graph.addVariable(FLOAT, {n}, "out");
  ComputeSet scale = graph.addComputeSet("scale");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const Interval part(tile * perTile, (tile + 1) * perTile);
    graph.setTileMapping(in.slice(part), tile);
    graph.setTileMapping(out.slice(part), tile);
    VertexRef vertex =
        graph.addVertex(scale, "Scale", {{"in", in.slice(part)}, {"out", out.slice(part)}});
    graph.setInitialValue(vertex["factor"], 3.0f);
    graph.setTileMapping(vertex, tile);
  }
  graph.createHostWrite("in", in);
  graph.createHostRead("out", out);

  Engine engine(graph, Execute(scale));
  engine.load(device);
  std::vector<float> values(n), results(n);
  for (unsigned i = 0; i < n; ++i)
    values[i] = 0.5f * i;
  engine.writeTensor("in", values.data(), values.data() + n);
  engine.run(0);
  engine.readTensor("out", results.data(), results.data() + n);
  for (unsigned i = 0; i < n; ++i)
    if (results[i] != 1.5f * i) {
      std::cerr << "element " << i << " is " << results[i] << "\n";
      return 1;
    }
  return 0;
}
