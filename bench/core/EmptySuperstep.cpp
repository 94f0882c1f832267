// SPDX-License-Identifier: MIT
// What does a superstep cost that does nothing? One trivial vertex a tile against 1472 virtual
// calls.
#include "../Support.hpp"
#include "../Table.hpp"

#include <memory>

namespace bench {
namespace {

constexpr unsigned kSteps = 1000;

struct Counter {
  virtual ~Counter() = default;
  virtual void compute() = 0;
};
struct Increment : Counter {
  unsigned value = 0;
  void compute() override { value += 1; }
};

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<std::unique_ptr<Counter>> counters;
};

Contest make() {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor counters = addRows(graph, poplar::UNSIGNED_INT, 1, "counters");
  poplar::ComputeSet cs = graph.addComputeSet("trivial");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    graph.setTileMapping(graph.addVertex(cs, "Trivial", {{"counter", counters[tile][0]}}), tile);
    state->counters.push_back(std::make_unique<Increment>());
  }
  state->engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::Repeat(kSteps, poplar::program::Execute(cs)));
  state->engine->load(state->device);
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            for (unsigned step = 0; step < kSteps; ++step)
              nativeFor(state->counters.size(),
                        [&](std::size_t i) { state->counters[i]->compute(); });
          },
          {}};
}

const bool added =
    addContest("core", "01 empty superstep, 1472 tiles (time ratio)", 1.5, Better::Lower, make);

} // namespace
} // namespace bench
