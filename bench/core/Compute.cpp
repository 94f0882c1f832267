// SPDX-License-Identifier: MIT
// Do vertices run at the speed of plain loops? Triad on large tiles; many small vertices.
#include "../Support.hpp"
#include "../Table.hpp"

#include <memory>

namespace bench {
namespace {

struct TriadState {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> a, b, c;
};

Contest makeTriad() {
  auto state = std::make_shared<TriadState>();
  poplar::Graph graph(state->device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  constexpr std::size_t kPerTile = 64 * 1024 / 4;
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor a = addRows(graph, poplar::FLOAT, kPerTile, "a"),
                 b = addRows(graph, poplar::FLOAT, kPerTile, "b"),
                 c = addRows(graph, poplar::FLOAT, kPerTile, "c");
  poplar::ComputeSet cs = graph.addComputeSet("triad");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    poplar::VertexRef vertex =
        graph.addVertex(cs, "Triad", {{"a", a[tile]}, {"b", b[tile]}, {"c", c[tile]}});
    graph.setInitialValue(vertex["scale"], 3.0f);
    graph.setTileMapping(vertex, tile);
  }
  graph.createHostWrite("b", b);
  graph.createHostWrite("c", c);
  graph.createHostRead("a", a);
  state->engine = std::make_unique<poplar::Engine>(graph, poplar::program::Execute(cs));
  state->engine->load(state->device);
  const std::size_t n = kPerTile * tiles;
  state->a.resize(n);
  state->b.assign(n, 1.5f);
  state->c.assign(n, 0.25f);
  writeTensor(*state->engine, "b", state->b);
  writeTensor(*state->engine, "c", state->c);
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            const float *__restrict b = state->b.data(), *__restrict c = state->c.data();
            float *__restrict a = state->a.data();
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, state->a.size()),
                [=](const tbb::blocked_range<std::size_t> &range) {
                  for (std::size_t i = range.begin(); i < range.end(); ++i)
                    a[i] = b[i] + 3.0f * c[i];
                },
                tbb::static_partitioner());
          },
          [state, n] {
            return readTensor<float>(*state->engine, "a", n) == state->a ? "" : "results differ";
          }};
}

struct SmallState {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> values;
};

Contest makeSmall() {
  constexpr std::size_t kPerTile = 6, kElements = 32;
  auto state = std::make_shared<SmallState>();
  poplar::Graph graph(state->device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor x = addRows(graph, poplar::FLOAT, kPerTile * kElements, "x");
  poplar::ComputeSet cs = graph.addComputeSet("small");
  for (unsigned tile = 0; tile < tiles; ++tile)
    for (std::size_t v = 0; v < kPerTile; ++v) {
      poplar::Tensor part = x[tile].slice(v * kElements, (v + 1) * kElements);
      graph.setTileMapping(graph.addVertex(cs, "Scale", {{"x", part}}), tile);
    }
  constexpr unsigned kSteps = 200;
  state->engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::Repeat(kSteps, poplar::program::Execute(cs)));
  state->engine->load(state->device);
  state->values.resize(tiles * kPerTile * kElements);
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            const std::size_t vertices = state->values.size() / kElements;
            for (unsigned step = 0; step < kSteps; ++step)
              nativeFor(vertices, [&](std::size_t v) {
                float *x = state->values.data() + v * kElements;
                for (std::size_t i = 0; i < kElements; ++i)
                  x[i] = x[i] * 1.5f + 1.0f;
              });
          },
          {}};
}

const bool added[] = {
    addContest("core", "10 triad, 64 KiB a tile", 0.95, Better::Higher, makeTriad),
    addContest("core", "14 8832 vertices of 32 floats", 0.8, Better::Higher, makeSmall),
};

} // namespace
} // namespace bench
