// SPDX-License-Identifier: MIT
// Are collectives as fast as copying the data? All-reduces of several sizes, each method with a
// copy for every hop, and one step of a ring, against memcpy of the same bytes with all threads.
#include "../Support.hpp"
#include "../Table.hpp"

#include <gcl/Collectives.hpp>
#include <poplar/Engine.hpp>

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>

namespace bench {
namespace {

constexpr std::size_t kMiB = 1u << 20;

struct State {
  poplar::Device device;
  std::unique_ptr<poplar::Engine> engine;
  std::vector<char> from, to;
  std::vector<float> expected;
};

/// memcpy of all replicas' data, a part a thread.
Body copyAll(const std::shared_ptr<State> &state) {
  return [state](std::size_t) {
    constexpr std::size_t kParts = 64;
    nativeFor(kParts, [&](std::size_t part) {
      const std::size_t n = state->from.size();
      const std::size_t begin = part * n / kParts, end = (part + 1) * n / kParts;
      std::memcpy(state->to.data() + begin, state->from.data() + begin, end - begin);
    });
  };
}

poplar::Tensor addData(poplar::Graph &graph, std::size_t elements) {
  return graph.addVariable(poplar::FLOAT, {elements}, poplar::VariableMappingMethod::LINEAR,
                           "data");
}

Contest allReduce(std::size_t bytes, unsigned replicas, const char *method,
                  const poplar::OptionFlags &engineOptions) {
  auto state = std::make_shared<State>();
  state->device = attachIpu(replicas);
  poplar::Graph graph(state->device.getTarget(), poplar::replication_factor(replicas));
  const std::size_t elements = bytes / sizeof(float);
  poplar::Tensor data = addData(graph, elements);
  graph.createHostWrite("data", data);
  graph.createHostRead("data", data);
  poplar::program::Sequence prog;
  gcl::allReduceInPlaceCrossReplica(graph, data, gcl::CollectiveOperator::MEAN, prog, "",
                                    {{"method", method}});
  state->engine = std::make_unique<poplar::Engine>(graph, prog, engineOptions);
  state->engine->load(state->device);
  // The mean is exact, and stays what it is in later runs.
  std::vector<float> values(replicas * elements);
  for (unsigned r = 0; r < replicas; ++r)
    for (std::size_t i = 0; i < elements; ++i)
      values[r * elements + i] = static_cast<float>(i % 1000 + 2 * r);
  writeTensor(*state->engine, "data", values);
  state->from.resize(values.size() * sizeof(float));
  state->to.resize(values.size() * sizeof(float));
  return {[state](std::size_t) { state->engine->run(); }, copyAll(state),
          [state, replicas, elements]() -> std::string {
            const auto got = readTensor<float>(*state->engine, "data", replicas * elements);
            for (std::size_t i = 0; i < got.size(); ++i)
              if (got[i] != static_cast<float>(i % elements % 1000 + replicas - 1))
                return "results differ";
            return "";
          }};
}

Contest ringStep() {
  constexpr unsigned replicas = 4;
  constexpr std::size_t perTile = (64u << 10) / sizeof(float);
  auto state = std::make_shared<State>();
  state->device = attachIpu(replicas);
  poplar::Graph graph(state->device.getTarget(), poplar::replication_factor(replicas));
  const poplar::Tensor from = addRows(graph, poplar::FLOAT, perTile, "from");
  const poplar::Tensor to = addRows(graph, poplar::FLOAT, perTile, "to");
  graph.setInitialValue(from, std::map<unsigned, unsigned>{{0, 5}, {1, 6}, {2, 7}, {3, 8}});
  graph.createHostRead("to", to);
  state->engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::CrossReplicaCopy(
                 from, to, std::map<unsigned, unsigned>{{0, 2}, {2, 3}, {3, 1}, {1, 0}}));
  state->engine->load(state->device);
  const std::size_t elements = from.numElements();
  state->from.resize(replicas * elements * sizeof(float));
  state->to.resize(replicas * elements * sizeof(float));
  return {[state](std::size_t) { state->engine->run(); }, copyAll(state),
          [state, elements]() -> std::string {
            const float expected[] = {6, 8, 5, 7};
            const auto got = readTensor<float>(*state->engine, "to", replicas * elements);
            for (std::size_t i = 0; i < got.size(); ++i)
              if (got[i] != expected[i / elements]) return "results differ";
            return "";
          }};
}

bool addAll() {
  int number = 60;
  for (const unsigned replicas : {4u, 16u})
    for (const std::size_t mib : {1u, 16u, 64u})
      addContest("gcl", fmt::format("{} all-reduce {} MiB, {} replicas", number++, mib, replicas),
                 1.0, Better::Higher, [=] { return allReduce(mib * kMiB, replicas, "auto", {}); });
  for (const char *method : {"clockwise_ring", "anticlockwise_ring", "bidirectional_ring_pair",
                             "meet_in_middle_ring", "quad_directional_ring"})
    addContest("gcl", fmt::format("{} 16 MiB, 4 replicas, exchange=copy, {}", number++, method),
               0.4, Better::Higher,
               [=] { return allReduce(16 * kMiB, 4, method, {{"poplar_emu.exchange", "copy"}}); });
  addContest("gcl", fmt::format("{} ring step, 64 KiB a tile, 4 replicas", number), 0.8,
             Better::Higher, ringStep);
  return true;
}

const bool added = addAll();

} // namespace
} // namespace bench
