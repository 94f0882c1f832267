// SPDX-License-Identifier: MIT
// A compute set that takes longer each time, recorded by its name: an Execute without a name is
// known by its compute set.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Growing : public poplar::SupervisorVertex {
 public:
  poplar::InOut<int> iterations;
  poplar::InOut<int> data;
  __attribute__((target("supervisor"))) bool compute() {
    for (int i = 0; i < 500 * *iterations; ++i)
      *data = (*data * 3 + 1) & 1023;
    *iterations += 1;
    return true;
  }
};
#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <pva/pva.hpp>

using namespace poplar;

int main() {
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) throw std::runtime_error("no IPU is free");
  Graph graph(device->getTarget());
  graph.addCodelets(__FILE__);
  Tensor iterations = graph.addVariable(INT, {}, "iterations");
  Tensor data = graph.addVariable(INT, {}, "data");
  for (const Tensor &tensor : {iterations, data}) {
    graph.setTileMapping(tensor, 0);
    graph.setInitialValue(tensor, 1);
  }
  ComputeSet set = graph.addComputeSet("operation");
  VertexRef vertex = graph.addVertex(set, "Growing", {{"iterations", iterations}, {"data", data}});
  graph.setTileMapping(vertex, 0);

  auto engine = std::make_unique<Engine>(graph, program::Repeat(5, program::Execute(set)),
                                         OptionFlags{{"profiler.programs.filter", "operation"}});
  engine->load(*device);
  engine->run(0);
  const pva::Report report = engine->getReport();
  engine.reset();

  std::vector<std::uint64_t> cycles;
  for (const auto &block : report.execution().blocks(0)) {
    cycles.push_back(block.cyclesTo() - block.cyclesFrom());
    std::cout << block.program()->name() << ": " << cycles.back() << "\n";
  }
  if (cycles.size() != 5) throw std::runtime_error("five blocks");
#ifndef NOTHING_COUNTED
  const std::uint64_t growth = cycles[1] - cycles[0];
  for (std::size_t i = 1; i < cycles.size(); ++i)
    if (cycles[i] - cycles[i - 1] != growth) throw std::runtime_error("the growth is linear");
  if (growth < 1000) throw std::runtime_error("500 rounds take more than 1000 cycles");
#endif
}
#endif
