// SPDX-License-Identifier: MIT
// Scenario 25: stream in, one vertex a worker, FLOAT read into an int buffer: the bits come
// through.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class CopyVertex : public poplar::Vertex {
 public:
  poplar::Input<float> in;
  poplar::Output<float> out;
  auto compute() -> bool {
    *out = in;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main() {
  auto devices = DeviceManager().getDevices(TargetType::IPU, 1);
  Device device;
  for (auto &d : devices)
    if (d.attach()) {
      device = std::move(d);
      break;
    }
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);
  Tensor in = graph.addVariable(FLOAT, {5}, "in"), out = graph.addVariable(FLOAT, {5}, "out");
  graph.setTileMapping(in, 0);
  graph.setTileMapping(out, 0);
  auto stream = graph.addHostToDeviceFIFO("in-stream", FLOAT, 5);
  ComputeSet cs = graph.addComputeSet("copy");
  for (int i = 0; i < 5; ++i) {
    auto v = graph.addVertex(cs, "CopyVertex", {{"in", in[i]}, {"out", out[i]}});
    graph.setTileMapping(v, 0);
  }
  graph.createHostRead("out-read", out);
  Engine engine(graph, {Copy(stream, in), Execute(cs)});
  float values[5] = {1, 2, 3, 4, 5};
  engine.connectStream("in-stream", values);
  engine.load(device);
  engine.run(0);
  engine.run(1);
  int bits[5];
  engine.readTensor("out-read", bits, bits + 5);
  for (int b : bits)
    std::cout << b << " ";
  std::cout << std::endl;
  return 0;
}
#endif
