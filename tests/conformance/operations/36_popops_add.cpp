// SPDX-License-Identifier: MIT
// Scenario 36: sums of 2 x 2 tensors, chained, and with a transposed view.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>

using namespace poplar;
using namespace poplar::program;

int main() {
  IPUModel ipuModel;
  Device device = ipuModel.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);

  Tensor v1 = graph.addVariable(FLOAT, {2, 2}, "v1");
  Tensor v2 = graph.addVariable(FLOAT, {2, 2}, "v2");
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 2; ++j) {
      graph.setTileMapping(v1[i][j], i * 2 + j);
      graph.setTileMapping(v2[i][j], 1);
    }
  graph.setInitialValue(v1, ArrayRef<float>{4.0f, 3.0f, 2.0f, 1.0f});
  graph.setInitialValue(v2, ArrayRef<float>{1.0f, 1.5f, 2.0f, 2.5f});

  Sequence prog;
  Tensor v3 = popops::add(graph, v1, v2, prog, "Add");
  prog.add(PrintTensor("v3", v3));
  Tensor v4 = popops::add(graph, v3, v1, prog, "Add");
  prog.add(PrintTensor("v4", v4));
  Tensor v5 = popops::add(graph, v1.transpose(), v2, prog, "Add");
  prog.add(PrintTensor("v5", v5));

  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  return 0;
}
