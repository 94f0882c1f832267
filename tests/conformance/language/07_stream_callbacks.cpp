// SPDX-License-Identifier: MIT
// Scenarios 7, 30 and 31: the prefetch, fetch, complete protocol; one tensor as Input and Output;
// the same with an executable written to a file and run without the graph.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Increment : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<float>> in;
  poplar::Output<poplar::Vector<float>> out;
  bool compute() {
    for (unsigned i = 0; i < in.size(); ++i)
      out[i] = in[i] + 1;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

using namespace poplar;
using namespace poplar::program;

static const unsigned kSize = 100, kRepeats = 3;

class InputCallback final : public StreamCallback {
 public:
  InputCallback(std::vector<float> &data, std::string &log) : data(data), log(log) {}
  Result prefetch(void *p) override {
    log += "prefetch ";
    std::memcpy(p, data.data(), data.size() * sizeof(float));
    return Result::Success;
  }
  void fetch(void *p) override {
    log += "fetch ";
    std::memcpy(p, data.data(), data.size() * sizeof(float));
  }
  void complete() override { log += "complete "; }
  void invalidatePrefetched() override { log += "invalidate "; }

 private:
  std::vector<float> &data;
  std::string &log;
};

static Device attach() {
  for (auto &device : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no device");
}

static Executable compile(const Target &target, const OptionFlags &options) {
  Graph graph(target);
  graph.addCodelets(__FILE__);
  Tensor x = graph.addVariable(FLOAT, {kSize}, "x");
  graph.setTileMapping(x, 0);
  auto in = graph.addHostToDeviceFIFO("in", FLOAT, kSize);
  auto out = graph.addDeviceToHostFIFO("out", FLOAT, kSize);
  auto cs = graph.addComputeSet("increment");
  auto v = graph.addVertex(cs, "Increment");
  graph.connect(v["in"], x);
  graph.connect(v["out"], x);
  graph.setTileMapping(v, 0);
  graph.setPerfEstimate(v, 100);
  return compileGraph(graph, {Repeat(kRepeats, Sequence(Copy(in, x), Execute(cs), Copy(x, out)))},
                      options);
}

int main(int argc, char **argv) {
  const std::string mode = argc > 1 ? argv[1] : "direct";
  const OptionFlags options = {{"exchange.streamBufferOverlap", "none"}};
  Device device = attach();
  std::unique_ptr<Engine> engine;
  if (mode == "direct") {
    engine.reset(new Engine(compile(device.getTarget(), options), options));
  } else {
    {
      std::ofstream file(argv[2], std::ios::binary);
      compile(device.getTarget(), options).serialize(file);
    }
    std::ifstream file(argv[2], std::ios::binary);
    engine.reset(new Engine(Executable::deserialize(file), options));
    std::remove(argv[2]);
  }

  std::string log;
  std::vector<float> in(kSize, 41), out;
  engine->connectStreamToCallback("in", std::unique_ptr<InputCallback>(new InputCallback(in, log)));
  engine->connectStreamToCallback("out", [&](void *p) {
    out.assign(static_cast<float *>(p), static_cast<float *>(p) + kSize);
  });
  engine->load(device);
  for (int run = 0; run < 2; ++run) {
    engine->run(0);
    for (unsigned i = 0; i < kSize; ++i)
      if (out[i] != in[i] + 1) throw std::runtime_error("out differs from in + 1");
    log += "| ";
  }
  std::cout << log << "\n";
  std::cout << "out == in + 1\n";
  return 0;
}
#endif
