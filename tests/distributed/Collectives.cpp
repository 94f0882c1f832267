// SPDX-License-Identifier: MIT
// Prints a hash of what every replica has after each of many collectives, and the modelled cycles
// of all. The output, sorted, must not depend on how many processes share the replicas.
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/CycleCount.hpp>
#include <poplar/Device.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar_emu/Distributed.hpp>
#include <poputil/TileMapping.hpp>

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using gcl::CollectiveOperator;
using gcl::CommGroup;
using gcl::CommGroupType;

namespace {

constexpr unsigned kReplicas = 4;
constexpr std::size_t kFew = 1003;    ///< no multiple of anything
constexpr std::size_t kMany = 300000; ///< several blocks

struct Input {
  std::string name;
  Type type;
  std::size_t elements;
};
struct Result {
  std::string name;
  Tensor tensor;
};

class Work {
 public:
  explicit Work(const Target &target) : graph(target, replication_factor(kReplicas)) {
    gcl::addCodelets(graph);
    const CommGroup all, pairs(CommGroupType::CONSECUTIVE, 2), far(CommGroupType::ORTHOGONAL, 2);
    const Tensor floats = input("floats", FLOAT, kFew), halves = input("halves", HALF, kFew);
    const Tensor ints = input("ints", INT, kFew), many = input("many", FLOAT, kMany);
    const Tensor bools = input("bools", BOOL, kFew), bytes = input("bytes", UNSIGNED_CHAR, kFew);

    for (const char *method :
         {"auto", "clockwise_ring", "anticlockwise_ring", "bidirectional_ring_pair",
          "meet_in_middle_ring", "quad_directional_ring", "broadcast"})
      for (const auto &[name, group] : {std::pair("all", all), {"pairs", pairs}, {"far", far}})
        keep(std::string(method) + " " + name,
             gcl::allReduceCrossReplica(graph, floats, CollectiveOperator::ADD, run, group, "",
                                        {{"method", method}}));
    keep("many", gcl::allReduceCrossReplica(graph, many, CollectiveOperator::MEAN, run));
    keep("halves", gcl::allReduceCrossReplica(graph, halves, CollectiveOperator::MEAN, run));
    for (const auto &[name, op] : {std::pair("squares", CollectiveOperator::SQUARE_ADD),
                                   {"least", CollectiveOperator::MIN},
                                   {"most", CollectiveOperator::MAX},
                                   {"product", CollectiveOperator::MUL}}) {
      keep(std::string(name) + " of floats", gcl::allReduceCrossReplica(graph, floats, op, run));
      keep(std::string(name) + " of halves", gcl::allReduceCrossReplica(graph, halves, op, run));
    }
    keep("ints", gcl::allReduceCrossReplica(graph, ints, CollectiveOperator::ADD, run, far));
    keep("and", gcl::allReduceCrossReplica(graph, bools, CollectiveOperator::LOGICAL_AND, run));
    for (const auto &[name, group] : {std::pair("all", all), {"pairs", pairs}, {"far", far}}) {
      const std::string of = std::string(" ") + name;
      keep("scattered" + of,
           gcl::reduceScatterCrossReplica(graph, floats, CollectiveOperator::ADD, run, group));
      keep("own" + of,
           gcl::reduceScatterCrossReplica(graph, floats, CollectiveOperator::LOCAL, run, group));
      keep("gathered" + of, gcl::allGatherCrossReplica(graph, bytes, run, group));
      keep("of a root" + of, gcl::broadcastCrossReplica(graph, halves, run, group, 1));
      const std::size_t members = of == " all" ? kReplicas : 2;
      keep("exchanged" + of,
           gcl::allToAllCrossReplica(graph, many.slice(0, 1200).reshape({members, 1200 / members}),
                                     run, group));
    }
    gcl::allReduceInPlaceCrossReplica(graph, inPlace = many, CollectiveOperator::ADD, run);
    keep("in place", inPlace);
    const Tensor cycles = cycleCount(graph, run, 0, SyncType::INTERNAL);
    keep("cycles", cycles);
    for (const Result &result : results)
      graph.createHostRead(result.name, result.tensor);
  }

  Tensor input(const char *name, const Type &type, std::size_t elements) {
    const Tensor tensor = graph.addVariable(type, {elements}, name);
    poputil::mapTensorLinearly(graph, tensor);
    graph.createHostWrite(name, tensor);
    inputs.push_back({name, type, elements});
    return tensor;
  }
  void keep(const std::string &name, const Tensor &tensor) { results.push_back({name, tensor}); }

  Graph graph;
  Sequence run;
  Tensor inPlace;
  std::vector<Input> inputs;
  std::vector<Result> results;
};

/// Bytes of the replicas that run here: numbers between 0.5 and 2 as their type writes them.
std::vector<std::uint8_t> dataFor(const Input &input, const Target &target) {
  const poplar_emu::Distribution share = poplar_emu::distribution();
  std::vector<std::uint8_t> data;
  for (unsigned replica = 0; replica < share.numLocalReplicas; ++replica) {
    std::mt19937 random(static_cast<unsigned>(share.firstReplica + replica) * 1000 +
                        static_cast<unsigned>(input.name.size()));
    std::vector<float> values(input.elements);
    for (float &value : values)
      value = 0.5F + static_cast<float>(random() % 100000) * 1.5e-5F;
    std::vector<std::uint8_t> bytes(input.elements * target.getTypeSize(input.type));
    if (input.type == FLOAT)
      std::copy_n(reinterpret_cast<const std::uint8_t *>(values.data()), bytes.size(),
                  bytes.begin());
    else if (input.type == HALF)
      copyFloatToDeviceHalf(target, values.data(), bytes.data(), input.elements);
    else
      for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(random() % (input.type == BOOL ? 2 : 256));
    data.insert(data.end(), bytes.begin(), bytes.end());
  }
  return data;
}

void print(Engine &engine, const Result &result, const Target &target) {
  const poplar_emu::Distribution share = poplar_emu::distribution();
  const std::size_t size =
      result.tensor.numElements() * target.getTypeSize(result.tensor.elementType());
  std::vector<std::uint8_t> values(size * share.numLocalReplicas);
  engine.readTensor(result.name, values.data(), values.data() + values.size());
  for (unsigned replica = 0; replica < share.numLocalReplicas; ++replica) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < size; ++i)
      hash = (hash ^ values[replica * size + i]) * 0x100000001b3U + 1;
    std::printf("replica %u: %s %016llx\n", share.firstReplica + replica, result.name.c_str(),
                static_cast<unsigned long long>(hash));
  }
}

} // namespace

int main() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  Device device;
  for (Device &candidate : manager.getDevices(TargetType::IPU, kReplicas))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  Work work(device.getTarget());
  Engine engine(work.graph, work.run);
  engine.load(device);
  for (const Input &input : work.inputs) {
    const std::vector<std::uint8_t> data = dataFor(input, device.getTarget());
    engine.writeTensor(input.name, data.data(), data.data() + data.size());
  }
  for (int time = 0; time < 2; ++time) // the second has its schedule
    engine.run();
  for (const Result &result : work.results)
    print(engine, result, device.getTarget());
  return 0;
}
