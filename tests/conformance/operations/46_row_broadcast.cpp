// SPDX-License-Identifier: MIT
// Scenario 46: a row subtracted in place from every row of a matrix; an INT tensor set from bools.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  Device device;
  bool attached = false;
  for (Device &candidate : manager.getDevices(TargetType::IPU, 1)) {
    device = std::move(candidate);
    attached = device.attach();
    if (attached) break;
  }
  if (!attached) return 1;
  Graph graph(device.getTarget());
  popops::addCodelets(graph);

  Tensor matrix = graph.addVariable(INT, {3, 3}, "matrix");
  Tensor row = graph.addVariable(INT, {3}, "row");
  poputil::mapTensorLinearly(graph, matrix);
  poputil::mapTensorLinearly(graph, row);
  graph.setInitialValue(matrix, ArrayRef<int>{2, 2, 2, 2, 2, 2, 2, 2, 2});
  graph.setInitialValue(row, ArrayRef<bool>{true, false, true});

  Sequence prog;
  popops::subInPlace(graph, matrix, row, prog, "matrix - row");
  prog.add(PrintTensor("matrix", matrix));
  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  return 0;
}
