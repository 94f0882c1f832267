// SPDX-License-Identifier: MIT
// Scenarios 1 and 2: variables, mapping, constants, handles, a 2-D slice copy, a stream read twice.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main() {
#ifdef USE_HARDWARE
  DeviceManager manager = DeviceManager::createDeviceManager();
  Device device;
  bool attached = false;
  for (auto &d : manager.getDevices(TargetType::IPU, 1)) {
    std::cout << "Trying to attach to IPU " << d.getId() << std::endl;
    if ((attached = d.attach())) {
      device = std::move(d);
      break;
    }
  }
  if (!attached) {
    std::cerr << "Error attaching to device" << std::endl;
    return -1;
  }
  Target target = device.getTarget();
#else
  IPUModel ipuModel;
  Device device = ipuModel.createDevice();
  Target target = device.getTarget();
#endif
  std::cout << "Creating graph\n";
  Graph graph(target);

  Tensor v1 = graph.addVariable(FLOAT, {4}, "v1");
  for (unsigned i = 0; i < 4; ++i)
    graph.setTileMapping(v1[i], i);
  Tensor v2 = graph.addVariable(FLOAT, {4}, "v2");
  graph.setTileMapping(v2, 0);
  Tensor v3 = graph.addVariable(FLOAT, {4, 4}, "v3");
  for (unsigned i = 0; i < 4; ++i)
    graph.setTileMapping(v3[i], i);
  Tensor v4 = graph.addVariable(INT, {10}, "v4");
  for (unsigned i = 0; i < 10; ++i)
    graph.setTileMapping(v4[i], i);

  Sequence prog;
  Tensor c1 = graph.addConstant<float>(FLOAT, {4}, {1.0, 1.5, 2.0, 2.5});
  graph.setTileMapping(c1, 0);
  prog.add(Copy(c1, v1));
  prog.add(PrintTensor("v1-debug", v1));
  prog.add(Copy(v1, v2));
  prog.add(PrintTensor("v2-debug", v2));

  graph.createHostWrite("v3-write", v3);
  graph.createHostRead("v3-read", v3);
  Tensor v1slice = v1.slice(0, 3);
  Tensor v3slice = v3.slice({1, 1}, {2, 4});
  prog.add(Copy(v1slice, v3slice));

  DataStream inStream = graph.addHostToDeviceFIFO("v4-input-stream", INT, 10);
  prog.add(Copy(inStream, v4));
  prog.add(PrintTensor("v4-0", v4));
  prog.add(Copy(inStream, v4));
  prog.add(PrintTensor("v4-1", v4));

  Engine engine(graph, prog);
  engine.load(device);

  std::vector<float> h3(4 * 4, 0);
  engine.writeTensor("v3-write", h3.data(), h3.data() + h3.size());
  std::vector<int> inData(10 * 3);
  for (unsigned i = 0; i < 10 * 3; ++i)
    inData[i] = i;
  engine.connectStream("v4-input-stream", &inData[0], &inData[0] + 10 * 3);

  std::cout << "Running program\n";
  engine.run(0);
  std::cout << "Program complete\n";

  engine.readTensor("v3-read", h3.data(), h3.data() + h3.size());
  std::cout << "\nh3 data:\n";
  for (unsigned i = 0; i < 4; ++i) {
    std::cout << "  ";
    for (unsigned j = 0; j < 4; ++j)
      std::cout << h3[i * 4 + j] << " ";
    std::cout << "\n";
  }
  return 0;
}
