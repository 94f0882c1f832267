// SPDX-License-Identifier: MIT
// Syncs of several IPUs, and the cycle counter.
#include "Program.hpp"
#include "Row.hpp"

#include <poplar/CycleCount.hpp>

#include <cmath>

namespace validate {
namespace {

using poplar::program::Sequence;

/// As poplibs' tools set IPUModel up: 15 ns a hop, there and back.
poplar::IPUModel asToolsDo(unsigned ipus) {
  poplar::IPUModel model("ipu2");
  model.numIPUs = ipus;
  const unsigned hops = 1 + ipus / 2 / 2;
  model.globalSyncCycles =
      static_cast<unsigned>(std::ceil(15e-9 * model.tileClockFrequency * hops * 2 - 1e-6));
  return model;
}

double counted(const poplar::IPUModel &model, Sequence program) {
  const poplar::Device device = model.createDevice();
  poplar::Graph graph(device.getTarget());
  graph.createHostRead("cycles", poplar::cycleCount(graph, program, 0, poplar::SyncType::EXTERNAL));
  poplar::Engine engine(graph, program);
  engine.load(device);
  engine.run();
  std::uint64_t cycles = 0;
  engine.readTensor("cycles", &cycles, &cycles + 1);
  return static_cast<double>(cycles);
}

} // namespace

void addSyncs(Rows &rows) {
  report(rows, "V34 counter", 45, counted(poplar::IPUModel("ipu2"), {}));
  for (const auto &[ipus, cycles] :
       std::vector<std::pair<unsigned, double>>{{2, 40}, {4, 80}, {8, 120}, {16, 200}}) {
    const poplar::IPUModel model = asToolsDo(ipus);
    const Sequence sync{poplar::program::Sync(poplar::SyncType::GLOBAL)};
    judge(rows, "V35 sync of " + std::to_string(ipus) + " IPUs", cycles,
          counted(model, sync) - counted(model, {}), 0);
  }
}

} // namespace validate
