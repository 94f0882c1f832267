// SPDX-License-Identifier: MIT
// usage: Groups REPLICAS SIZE:STRIDE...   prints what collectives of such groups give each replica
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar_emu/Distributed.hpp>
#include <poputil/TileMapping.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr std::size_t kElements = 240; // a multiple of every size of a group
constexpr std::size_t kResults = 5;    // of a configuration

Device attach(unsigned ipus) {
  for (Device &device : DeviceManager().getDevices(TargetType::IPU, ipus))
    if (device.attach()) return std::move(device);
  std::abort();
}

/// What a training step does to a variable: shards of it are gathered, updated with scattered
/// gradients, and gathered again. Appends (name, result).
void addCollectives(Graph &graph, const Tensor &data, const std::string &config, Sequence &prog,
                    std::vector<std::pair<std::string, Tensor>> &results) {
  const std::size_t size = std::stoul(config),
                    stride = std::stoul(config.substr(config.find(':') + 1));
  const gcl::CommGroup group(gcl::CommGroupType::CONSECUTIVE, static_cast<unsigned>(size),
                             static_cast<unsigned>(stride));
  using Op = gcl::CollectiveOperator;
  results.emplace_back("sum", gcl::allReduceCrossReplica(graph, data, Op::ADD, prog, group));
  const Tensor shard =
                   gcl::reduceScatterCrossReplica(graph, data.flatten(), Op::LOCAL, prog, group),
               gradient =
                   gcl::reduceScatterCrossReplica(graph, data.flatten(), Op::MAX, prog, group);
  results.emplace_back("shard", shard);
  results.emplace_back("gradient", gradient);
  results.emplace_back("gathered", gcl::allGatherCrossReplica(graph, gradient, prog, group));
  const Tensor blocks = data.flatten().reshape({size, kElements / size});
  results.emplace_back("exchanged", gcl::allToAllCrossReplica(graph, blocks, prog, group));
}

} // namespace

int main(int argc, char **argv) {
  const auto replicas = static_cast<unsigned>(std::atoi(argv[1]));
  const poplar_emu::Distribution share = poplar_emu::distribution();
  const unsigned local = replicas / share.numInstances;
  const Device device = attach(replicas);
  Graph graph(device.getTarget(), replication_factor(replicas));
  gcl::addCodelets(graph);
  const Tensor data = graph.addVariable(INT, {kElements}, "data");
  poputil::mapTensorLinearly(graph, data);
  graph.createHostWrite("data", data);
  Sequence prog;
  std::vector<std::pair<std::string, Tensor>> results;
  for (int i = 2; i < argc; ++i) {
    const std::size_t first = results.size();
    addCollectives(graph, data, argv[i], prog, results);
    for (std::size_t r = first; r < results.size(); ++r) {
      results[r].first += std::string(" of groups ") + argv[i];
      graph.createHostRead(results[r].first, results[r].second);
    }
  }
  Engine engine(graph, prog);
  engine.load(device);
  std::vector<int> values;
  for (unsigned r = share.instance * local; r < (share.instance + 1) * local; ++r)
    for (unsigned i = 0; i < kElements; ++i)
      values.push_back(static_cast<int>((i + r * 1000) * 2654435761U % 1000003U));
  engine.writeTensor("data", values.data(), values.data() + values.size());
  engine.run();
  // A line a replica and configuration: mpirun keeps no more than 4 KiB of a process together.
  std::vector<std::string> lines;
  for (std::size_t r = 0; r < results.size(); ++r) {
    const auto &[name, tensor] = results[r];
    std::vector<int> read(tensor.numElements() * local);
    engine.readTensor(name, read.data(), read.data() + read.size());
    if (r % kResults == 0) lines.assign(local, name);
    for (unsigned replica = 0; replica < local; ++replica) {
      unsigned check = 0;
      for (std::size_t i = 0; i < tensor.numElements(); ++i)
        check = check * 31 + static_cast<unsigned>(read[replica * tensor.numElements() + i]);
      lines[replica] += " " + std::to_string(check);
      if (r % kResults + 1 == kResults)
        std::printf("replica %u: %s\n", share.instance * local + replica, lines[replica].c_str());
    }
  }
  return 0;
}
