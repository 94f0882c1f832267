// SPDX-License-Identifier: MIT
// Scenario 47: two vectors of one stream, whose second copy goes on through the host's buffer, and
// their comparison.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  DeviceManager manager;
  std::vector<Device> devices = manager.getDevices(TargetType::IPU, 1);
  if (devices.empty() || !devices[0].attach()) return 1;
  Graph graph(devices[0].getTarget());
  popops::addCodelets(graph);

  Tensor a = graph.addVariable(INT, {3}, "a"), b = graph.addVariable(INT, {3}, "b");
  poputil::mapTensorLinearly(graph, a);
  poputil::mapTensorLinearly(graph, b);
  DataStream stream = graph.addHostToDeviceFIFO("values", INT, 3);

  Sequence prog;
  prog.add(Copy(stream, a));
  prog.add(Copy(stream, b));
  Tensor c = popops::gteq(graph, a, b, prog, "a >= b");
  prog.add(PrintTensor("d_a", a));
  prog.add(PrintTensor("d_b", b));
  prog.add(PrintTensor("d_c", c));

  Engine engine(graph, prog);
  std::vector<int> values = {1, 2, 3, 2, 1, 3};
  engine.connectStream("values", values.data(), values.data() + values.size());
  engine.load(devices[0]);
  engine.run(0);
  return 0;
}
