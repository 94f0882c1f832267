// SPDX-License-Identifier: MIT
// Scenario 32: how fast data goes from host to IPU and back: cycles of copies through streams with
// callbacks, over the clock of the target. What comes back is checked.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Negate : public poplar::Vertex {
 public:
  poplar::InOut<poplar::Vector<int>> data;
  bool compute() {
    for (auto &x : data)
      x = -x;
    return true;
  }
};

#else
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  const std::size_t size = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  const unsigned rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  auto manager = DeviceManager::createDeviceManager();
  auto devices = manager.getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;
  const Target &target = device->getTarget();
  Graph graph(target);
  graph.addCodelets(__FILE__);

  Tensor data = graph.addVariable(INT, {size}, "data");
  poputil::mapTensorLinearly(graph, data);
  ComputeSet cs = graph.addComputeSet("negate");
  const auto &mapping = graph.getTileMapping(data);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const auto &interval : mapping[tile]) {
      auto v = graph.addVertex(cs, "Negate", {{"data", data.slice(interval)}});
      graph.setTileMapping(v, tile);
    }
  auto in = graph.addHostToDeviceFIFO("in", INT, size);
  auto out = graph.addDeviceToHostFIFO("out", INT, size);
  Sequence upload{Copy(in, data)}, download{Copy(data, out)};
  Tensor upCycles = cycleCount(graph, upload, 0, SyncType::EXTERNAL, "up");
  Tensor downCycles = cycleCount(graph, download, 0, SyncType::EXTERNAL, "down");
  graph.createHostRead("upCycles", upCycles);
  graph.createHostRead("downCycles", downCycles);
  Engine engine(graph, Repeat(rounds, Sequence{upload, Execute(cs), download}));

  std::vector<int> source(size);
  std::iota(source.begin(), source.end(), 1);
  unsigned fetched = 0, returned = 0, wrong = 0;
  engine.connectStreamToCallback("in", [&](void *p) {
    std::copy(source.begin(), source.end(), static_cast<int *>(p));
    for (int &x : source) // other numbers the next time
      ++x;
    ++fetched;
  });
  engine.connectStreamToCallback("out", [&](void *p) {
    const int *result = static_cast<const int *>(p);
    ++returned;
    for (std::size_t i = 0; i < size; ++i)
      wrong += result[i] != -int(i + returned);
  });
  engine.load(*device);
  engine.run(0);

  for (const char *name : {"upCycles", "downCycles"}) {
    unsigned long long cycles = 0;
    engine.readTensor(name, &cycles, &cycles + 1);
    const double seconds = cycles / target.getTileClockFrequency();
    std::cout << name << " " << cycles << ": " << size * sizeof(int) / seconds / 1e9 << " GB/s\n";
    // As modelled: no slower than a disk, no faster than all exchange of the machine.
    if (cycles == 0 || seconds > size * sizeof(int) / 1e8 ||
        size * sizeof(int) / cycles > target.getNumTiles() * target.getExchangeBytesPerCycle())
      wrong++;
  }
  if (wrong != 0 || fetched < rounds || returned != rounds) {
    std::cout << wrong << " wrong, " << fetched << " fetched, " << returned << " returned\n";
    return 1;
  }
  std::cout << "data came back\n";
  return 0;
}
#endif
