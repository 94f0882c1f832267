// SPDX-License-Identifier: MIT
// Prints what every replica of a program computes. The output, sorted, must not depend on how many
// processes share the replicas.
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Device.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/RandomSeed.hpp>
#include <poplar_emu/Distributed.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr unsigned kReplicas = 4;
constexpr std::size_t kElements = 50000;

/// What goes wrong in an instance, for tests of errors: "" or one of the words below.
std::string mischief;

bool isMischievous(const char *what, unsigned instance) {
  return mischief == what && poplar_emu::distribution().instance == instance;
}

struct Work {
  Graph graph;
  Tensor data, shifted, sum, scattered, count;
  Sequence run;

  explicit Work(const Target &target) : graph(target, replication_factor(kReplicas)) {
    popops::addCodelets(graph);
    gcl::addCodelets(graph);
    data = variable(INT, {kElements}, "data");
    shifted = variable(INT, {kElements}, "shifted");
    count = variable(INT, {}, "count");
    graph.setInitialValue(count, 0);
    const Tensor index = graph.addReplicationIndexConstant();
    graph.setTileMapping(index, 3);

    const DataStream in = graph.addHostToDeviceFIFO("in", INT, kElements);
    run.add(Copy(in, data));
    const Tensor limit = variable(INT, {}, "limit");
    run.add(Copy(graph.addHostToDeviceFIFO("limit", INT, 1), limit));
    popops::addInPlace(graph, data, index.reinterpret(INT), run);

    // Round the ring, a strided part more than once, until a counter says so.
    Sequence body;
    std::map<unsigned, unsigned> ring;
    for (unsigned replica = 0; replica < kReplicas; ++replica)
      ring[replica] = (replica + 1) % kReplicas;
    body.add(CrossReplicaCopy(data, shifted, ring));
    body.add(
        CrossReplicaCopy(shifted.subSample(3, 0), data.slice(1, kElements).subSample(3, 0), ring));
    if (isMischievous("other", 1)) body.add(Copy(shifted, data));
    popops::addInPlace(graph, data, shifted, body);
    const Tensor one = graph.addConstant(INT, {}, 1);
    graph.setTileMapping(one, 0);
    popops::addInPlace(graph, count, one, body);
    Sequence condition;
    const Tensor goesOn = popops::lt(graph, count, limit, condition);
    run.add(RepeatWhileTrue(condition, goesOn, body));

    sum = gcl::allReduceCrossReplica(graph, data, gcl::CollectiveOperator::ADD, run);
    scattered = gcl::reduceScatterCrossReplica(graph, data, gcl::CollectiveOperator::MAX, run);
    for (const auto &[name, tensor] :
         std::map<std::string, Tensor>{{"data", data}, {"sum", sum}, {"scattered", scattered}})
      graph.createHostRead(name, tensor);
  }

  Tensor variable(const Type &type, const std::vector<std::size_t> &shape, const char *name) {
    const Tensor tensor = graph.addVariable(type, shape, name);
    poputil::mapTensorLinearly(graph, tensor);
    return tensor;
  }
};

/// Sums that notice where an element stands.
void print(Engine &engine, const std::string &handle, std::size_t elements) {
  const poplar_emu::Distribution share = poplar_emu::distribution();
  std::vector<int> values(elements * share.numLocalReplicas);
  engine.readTensor(handle, values.data(), values.data() + values.size());
  for (unsigned replica = 0; replica < share.numLocalReplicas; ++replica) {
    unsigned check = 0;
    for (std::size_t i = 0; i < elements; ++i)
      check = check * 31 + static_cast<unsigned>(values[replica * elements + i]);
    std::printf("replica %u: %s %u\n", share.firstReplica + replica, handle.c_str(), check);
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1) mischief = argv[1];
  const poplar_emu::Distribution share = poplar_emu::distribution();
  DeviceManager manager = DeviceManager::createDeviceManager();
  Device device;
  for (Device &candidate : manager.getDevices(TargetType::IPU, kReplicas))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  Work work(device.getTarget());
  Engine engine(work.graph, work.run,
                mischief == "silent" ? OptionFlags{{"target.hostSyncTimeout", "0.5"}}
                                     : OptionFlags{});
  const unsigned local = kReplicas / share.numInstances;
  std::vector<int> input(kElements * local);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<int>((i + local * share.instance * kElements) * 2654435761U % 1000003U);
  engine.connectStream("in", input.data(), input.data() + input.size());
  std::vector<int> limits(local, isMischievous("diverge", 1) ? 1 : 3);
  engine.connectStream("limit", limits.data(), limits.data() + limits.size());
  engine.load(device);
  if (isMischievous("throw", 1)) throw std::runtime_error("out of data");
  if (isMischievous("leave", 1)) return 0;
  if (isMischievous("kill", 1)) std::abort();
  if (isMischievous("silent", 1)) {
    for (;;)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  engine.run();
  print(engine, "data", kElements);
  print(engine, "sum", kElements);
  print(engine, "scattered", work.scattered.numElements());
  return 0;
}
