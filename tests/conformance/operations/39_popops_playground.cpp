// SPDX-License-Identifier: MIT
// Scenario 39: a sum in place on a large grid, many times, with the cycles that it took.
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

static Device getDevice(bool hardware) {
  if (!hardware) return IPUModel().createDevice();
  for (Device &device : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no IPU");
}

int main(int argc, char **argv) {
  const std::size_t size = argc > 1 ? std::atoi(argv[1]) : 3000;
  const unsigned times = argc > 2 ? std::atoi(argv[2]) : 10000;
  Device device = getDevice(argc > 3);
  Graph graph(device.getTarget());
  popops::addCodelets(graph);

  Tensor a = graph.addVariable(FLOAT, {size, size}, "a");
  Tensor b = graph.addVariable(FLOAT, {size, size}, "b");
  poputil::mapTensorLinearly(graph, a);
  poputil::mapTensorLinearly(graph, b);

  Sequence once;
  popops::addInPlace(graph, a, b, once, "a += b");
  Sequence prog = Sequence(Repeat(times, once));
  Tensor cycles = cycleCount(graph, prog, 0, SyncType::INTERNAL);
  graph.createHostRead("cycles", cycles);
  graph.createHostRead("a", a);

  Engine engine(graph, prog);
  engine.load(device);
  const auto start = std::chrono::steady_clock::now();
  engine.run(0);
  const auto stop = std::chrono::steady_clock::now();
  std::cout << std::chrono::duration<double>(stop - start).count() << " s\n";

  unsigned long long count = 0;
  engine.readTensor("cycles", &count, &count + 1);
  std::vector<float> result(size * size, 1.0f);
  engine.readTensor("a", result.data(), result.data() + result.size());
  for (float value : result)
    if (value != 0.0f) return 1;
  std::cout << "all zero, " << (count > 0 ? "some" : "no") << " cycles\n";
  return 0;
}
