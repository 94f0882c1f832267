// SPDX-License-Identifier: MIT
// Scenario 49: the largest of 2500 random numbers and where it is, checked on the host.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <popops/TopK.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

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

  const unsigned n = 2500;
  std::vector<float> numbers(n);
  for (float &x : numbers)
    x = static_cast<float>(rand()) / static_cast<float>(RAND_MAX);
  Tensor t = graph.addVariable(FLOAT, {n}, "numbers");
  poputil::mapTensorLinearly(graph, t);
  graph.createHostWrite("numbers", t);

  Sequence prog;
  popops::TopKParams params(1, true, popops::SortOrder::DESCENDING);
  std::pair<Tensor, Tensor> top = popops::topKWithPermutation(graph, prog, t, params, "max");
  prog.add(PrintTensor("max", top.first));
  prog.add(PrintTensor("index", top.second));
  graph.createHostRead("max", top.first);
  graph.createHostRead("index", top.second);

  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("numbers", numbers.data(), numbers.data() + n);
  engine.run(0);
  float max = 0;
  unsigned index = 0;
  engine.readTensor("max", &max, &max + 1);
  engine.readTensor("index", &index, &index + 1);
  const std::vector<float>::iterator largest = std::max_element(numbers.begin(), numbers.end());
  if (max != *largest || index != static_cast<unsigned>(largest - numbers.begin())) return 1;
  std::cout << "largest of " << n << " found" << std::endl;
  return 0;
}
