// SPDX-License-Identifier: MIT
// usage: Kill INSTANCE STEP     instance INSTANCE kills itself in the middle of step STEP of a run
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Device.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar_emu/Distributed.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr unsigned kReplicas = 4, kSteps = 200;
constexpr std::size_t kElements = 4096;

Device attach() {
  for (Device &device : DeviceManager().getDevices(TargetType::IPU, kReplicas))
    if (device.attach()) return std::move(device);
  std::abort();
}

/// Data comes from the host, goes round and is added up: in each step an instance is killed while
/// others may be at any of these.
Program steps(Graph &graph) {
  const Tensor data = graph.addVariable(INT, {kElements}, "data"),
               shifted = graph.addVariable(INT, {kElements}, "shifted");
  for (const Tensor &tensor : {data, shifted})
    for (unsigned tile = 0; tile < 64; ++tile)
      graph.setTileMapping(tensor.slice(tile * kElements / 64, (tile + 1) * kElements / 64), tile);
  std::map<unsigned, unsigned> ring;
  for (unsigned replica = 0; replica < kReplicas; ++replica)
    ring[replica] = (replica + 1) % kReplicas;
  Sequence step;
  step.add(CrossReplicaCopy(data, shifted, ring));
  step.add(Copy(graph.addHostToDeviceFIFO("in", INT, kElements), data));
  Tensor sum = shifted;
  gcl::allReduceInPlaceCrossReplica(graph, sum, gcl::CollectiveOperator::ADD, step);
  return Repeat(kSteps, step);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const unsigned instance = static_cast<unsigned>(std::atoi(argv[1])),
                 last = static_cast<unsigned>(std::atoi(argv[2]));
  const poplar_emu::Distribution share = poplar_emu::distribution();
  const Device device = attach();
  Graph graph(device.getTarget(), replication_factor(kReplicas));
  gcl::addCodelets(graph);
  Engine engine(graph, steps(graph));
  unsigned step = 0;
  for (unsigned replica = 0; replica < share.numLocalReplicas; ++replica)
    engine.connectStreamToCallback("in", replica, [&step, &share, instance, last, replica](void *) {
      if (replica == 0 && share.instance == instance && step++ == last) std::raise(SIGKILL);
    });
  engine.load(device);
  engine.run();
  std::printf("instance %u has made all steps\n", share.instance);
  return 0;
}
