// SPDX-License-Identifier: MIT
// Scenario 26: MultiVertex output on a virtual graph; with USE_URAND32 the hardware random numbers,
// repeatable for equal seeds.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/RandomSeed.hpp>

#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  Device device;
  for (auto &d : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (d.attach()) {
      device = std::move(d);
      break;
    }
  Graph root(device.getTarget());
  Graph graph = root.createVirtualGraph(2); // two tiles
  graph.addCodelets(argv[1]);
  const unsigned workers = graph.getTarget().getNumWorkerContexts(), perWorker = 4;
  Tensor out = graph.addVariable(UNSIGNED_INT, {2, workers * perWorker}, "out");
  Tensor start = graph.addConstant<unsigned>(UNSIGNED_INT, {perWorker}, {0, 1, 2, 3});
  graph.setTileMapping(start, 0);
  ComputeSet cs = graph.addComputeSet("cs");
  for (unsigned tile = 0; tile < 2; ++tile) {
    graph.setTileMapping(out[tile], tile);
    auto v = graph.addVertex(cs, argv[2], {{"start", start}, {"out", out[tile]}});
    graph.setTileMapping(v, tile);
  }
  Tensor seeds = graph.addVariable(UNSIGNED_INT, {2, workers, 4}, "seeds");
  graph.setTileMapping(seeds, 0);
  auto seedStream = graph.addHostToDeviceFIFO("seeds", UNSIGNED_INT, seeds.numElements());
  auto outStream = graph.addDeviceToHostFIFO("out", UNSIGNED_INT, out.numElements());
  Sequence prog;
  prog.add(Copy(seedStream, seeds));
  setHwSeeds(graph, seeds, prog);
  prog.add(Execute(cs));
  prog.add(Copy(out, outStream));
  Engine engine(root, prog);
  engine.load(device);

  std::vector<std::vector<unsigned>> results;
  unsigned base = 7;
  engine.connectStreamToCallback("seeds", [&](void *p) {
    for (unsigned i = 0; i < seeds.numElements(); ++i)
      static_cast<unsigned *>(p)[i] = base + i;
  });
  engine.connectStreamToCallback("out", [&](void *p) {
    auto *values = static_cast<unsigned *>(p);
    results.emplace_back(values, values + out.numElements());
  });
  for (unsigned b : {7u, 7u, 8u}) {
    base = b;
    engine.run(0);
  }
  if (std::string(argv[2]) == "Numbers") {
    for (unsigned w = 0; w < workers; ++w)
      for (unsigned e = 0; e < perWorker; ++e)
        if (results[0][w * perWorker + e] != 100 * w + e) {
          std::cout << "FAILED: worker " << w << "\n";
          return 1;
        }
  } else if (results[0] != results[1] || results[0] == results[2] ||
             results[0][0] == results[0][perWorker]) {
    std::cout << "FAILED: seeds\n";
    return 1;
  }
  std::cout << argv[2] << " as expected\n";
  return 0;
}
