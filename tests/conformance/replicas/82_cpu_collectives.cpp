// SPDX-License-Identifier: MIT
// Scenario 53: collectives of two replicas on the CPU target. Element (row, column) of replica r is
// 1000 (r + 1) + 10 (row + 1) + (column + 1).
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Device.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>

#include <iostream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

const unsigned R = 2;

std::vector<float> numbered(unsigned rows, unsigned columns) {
  std::vector<float> values;
  for (unsigned r = 0; r < R; ++r)
    for (unsigned y = 0; y < rows; ++y)
      for (unsigned x = 0; x < columns; ++x)
        values.push_back(static_cast<float>(1000 * (r + 1) + 10 * (y + 1) + (x + 1)));
  return values;
}

int main() {
  Device device = Device::createCPUDevice(R);
  Graph graph(device.getTarget(), replication_factor(R));
  gcl::addCodelets(graph);
  Sequence prog;
  const auto input = [&](const std::string &name, const std::vector<std::size_t> &shape) {
    Tensor t = graph.addVariable(FLOAT, shape, name);
    graph.setTileMapping(t, 0);
    prog.add(Copy(graph.addHostToDeviceFIFO(name, FLOAT, t.numElements()), t.flatten()));
    return t;
  };
  const auto output = [&](const std::string &name, const Tensor &t) {
    prog.add(Copy(t.flatten(), graph.addDeviceToHostFIFO(name, FLOAT, t.numElements())));
  };
  Tensor square = input("square", {2, 3});
  Tensor vector = input("vector", {6});
  Tensor column = input("column", {3, 1});
  output("exchanged", gcl::allToAllCrossReplica(graph, square, prog, "allToAll"));
  output("scattered", gcl::reduceScatterCrossReplica(graph, vector, gcl::CollectiveOperator::ADD,
                                                     prog, "reduceScatter"));
  Tensor all = gcl::allGatherCrossReplica(graph, column, prog, gcl::CommGroup(), "allGather");
  if (all.shape() != std::vector<std::size_t>{R, 3, 1}) return 1;
  output("gathered", all);

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> inputs[] = {numbered(2, 3), numbered(1, 6), numbered(3, 1)};
  // The vector is 101 to 106 and 201 to 206.
  for (unsigned r = 0; r < R; ++r)
    for (unsigned i = 0; i < 6; ++i)
      inputs[1][r * 6 + i] = static_cast<float>(100 * (r + 1) + (i + 1));
  const char *in[] = {"square", "vector", "column"};
  for (unsigned i = 0; i < 3; ++i)
    engine.connectStream(in[i], inputs[i].data(), inputs[i].data() + inputs[i].size());
  const char *out[] = {"exchanged", "scattered", "gathered"};
  std::vector<float> outputs[] = {std::vector<float>(R * 6), std::vector<float>(R * 3),
                                  std::vector<float>(R * 6)};
  for (unsigned i = 0; i < 3; ++i)
    engine.connectStream(out[i], outputs[i].data(), outputs[i].data() + outputs[i].size());
  engine.run(0);
  for (unsigned i = 0; i < 3; ++i) {
    std::cout << out[i] << ":";
    for (float value : outputs[i])
      std::cout << " " << value;
    std::cout << "\n";
  }
  return 0;
}
