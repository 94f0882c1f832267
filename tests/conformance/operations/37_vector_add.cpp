// SPDX-License-Identifier: MIT
// Scenario 37: several programs in one engine; a vertex of one's own against a reduction; an
// executable that is saved and loaded.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>

#include <fstream>
#include <iostream>
#include <string>

using namespace poplar;
using namespace poplar::program;

enum Programs { WRITE_INPUTS, CUSTOM_PROG, REDUCTION_PROG, READ_RESULTS, NUM_PROGRAMS };

struct Streams {
  std::vector<float> x, y, zCustom, zReduced;
  Streams() : x(4), y(4), zCustom(4), zReduced(4) {
    for (int i = 0; i < 4; ++i) {
      x[i] = i + 1;
      y[i] = 4 - i;
    }
  }
  void connect(Engine &engine) {
    engine.connectStream("x", x.data());
    engine.connectStream("y", y.data());
    engine.connectStream("zCustom", zCustom.data());
    engine.connectStream("zReduced", zReduced.data());
  }
};

static Executable build(const Device &device, const std::string &codelets) {
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(codelets);
  Tensor xy = graph.addVariable(FLOAT, {2, 4}, "xy");
  Tensor zCustom = graph.addVariable(FLOAT, {4}, "zCustom");
  Tensor zReduced = graph.addVariable(FLOAT, {4}, "zReduced");
  graph.setTileMapping(xy, 0);
  graph.setTileMapping(zCustom, 0);
  graph.setTileMapping(zReduced, 1);

  ComputeSet cs = graph.addComputeSet("add");
  VertexRef vertex = graph.addVertex(cs, "VectorAdd", {{"x", xy[0]}, {"y", xy[1]}, {"z", zCustom}});
  graph.setTileMapping(vertex, 0);
  graph.setPerfEstimate(vertex, 20);
  Sequence reduction;
  popops::reduceWithOutput(graph, xy, zReduced, {0}, {popops::Operation::ADD}, reduction, "reduce");

  auto xStream = graph.addHostToDeviceFIFO("x", FLOAT, 4);
  auto yStream = graph.addHostToDeviceFIFO("y", FLOAT, 4);
  auto customStream = graph.addDeviceToHostFIFO("zCustom", FLOAT, 4);
  auto reducedStream = graph.addDeviceToHostFIFO("zReduced", FLOAT, 4);
  std::vector<Program> programs(NUM_PROGRAMS);
  programs[WRITE_INPUTS] = Sequence{Copy(xStream, xy[0]), Copy(yStream, xy[1])};
  programs[CUSTOM_PROG] = Execute(cs);
  programs[REDUCTION_PROG] = reduction;
  programs[READ_RESULTS] = Sequence{Copy(zCustom, customStream), Copy(zReduced, reducedStream)};
  return compileGraph(graph, programs);
}

static bool run(Executable executable, const Device &device) {
  Streams streams;
  Engine engine(std::move(executable));
  streams.connect(engine);
  engine.load(device);
  for (int program = 0; program < NUM_PROGRAMS; ++program)
    engine.run(program);
  for (int i = 0; i < 4; ++i)
    if (streams.zCustom[i] != 5 || streams.zReduced[i] != 5) return false;
  return true;
}

int main(int, char **argv) {
  Device device;
  for (Device &candidate : DeviceManager().getDevices(TargetType::IPU, 1))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  const std::string file = argv[2];
  Executable executable = build(device, argv[1]);
  {
    std::ofstream out(file, std::ios::binary);
    executable.serialize(out);
  }
  if (!run(std::move(executable), device)) return 1;
  std::ifstream in(file, std::ios::binary);
  if (!run(Executable::deserialize(in), device)) return 1;
  std::cout << "Results match.\n";
  return 0;
}
