// SPDX-License-Identifier: MIT
// Scenario 48: values follow their keys into ascending order.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/codelets.hpp>
#include <popops/Sort.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

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

  Tensor keys = graph.addVariable(FLOAT, {6}, "keys");
  Tensor values = graph.addVariable(INT, {6}, "values");
  poputil::mapTensorLinearly(graph, keys);
  poputil::mapTensorLinearly(graph, values);
  graph.setInitialValue(keys, ArrayRef<float>{3.5f, -1.0f, 8.0f, 0.25f, 2.0f, -7.5f});
  graph.setInitialValue(values, ArrayRef<int>{0, 1, 2, 3, 4, 5});

  Sequence prog;
  Tensor sorted = popops::sortKeyValue(graph, keys, values, 0, prog, "sort");
  prog.add(PrintTensor("sorted", sorted));
  prog.add(PrintTensor("keys before", keys));
  popops::sortKeyValueInPlace(graph, keys, values, 0, prog);
  prog.add(PrintTensor("keys", keys));
  prog.add(PrintTensor("values", values));
  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  return 0;
}
