// SPDX-License-Identifier: MIT
// What does profiling cost? The same program recorded, against the same program as it is.
#include "../Support.hpp"
#include "../Table.hpp"

#include <poplar/IPUModel.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace bench {
namespace {

constexpr unsigned kSteps = 200;

struct State {
  poplar::Device recorded, plain;
  std::unique_ptr<poplar::Engine> withProfile, without;
};

using Build = poplar::program::Program (*)(poplar::Graph &);

/// One vertex a tile, with a counter.
poplar::program::Program onEachTile(poplar::Graph &graph, const std::string &vertex) {
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor counters = addRows(graph, poplar::UNSIGNED_INT, 1, "counters");
  poplar::ComputeSet cs = graph.addComputeSet("counters");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    graph.setInitialValue(counters[tile][0], tile);
    graph.setTileMapping(graph.addVertex(cs, vertex, {{"counter", counters[tile][0]}}), tile);
  }
  return poplar::program::Execute(cs);
}

/// Nothing but what a superstep costs.
poplar::program::Program trivial(poplar::Graph &graph) {
  return onEachTile(graph, "Trivial");
}

/// Added up anew every time, for vertices take other slots than before.
poplar::program::Program uneven(poplar::Graph &graph) {
  return onEachTile(graph, "Uneven");
}

/// Six vertices a tile on 4 KiB, and a shift to the next tile.
poplar::program::Program triadAndShift(poplar::Graph &graph) {
  constexpr unsigned kElements = 1024, kVertices = 6;
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor a = addRows(graph, poplar::FLOAT, kElements, "a");
  poplar::Tensor b = addRows(graph, poplar::FLOAT, kElements, "b");
  poplar::Tensor c = addRows(graph, poplar::FLOAT, kElements, "c");
  poplar::ComputeSet cs = graph.addComputeSet("triad");
  for (unsigned tile = 0; tile < tiles; ++tile)
    for (unsigned v = 0; v < kVertices; ++v) {
      const unsigned begin = v * kElements / kVertices, end = (v + 1) * kElements / kVertices;
      const auto part = [&](const poplar::Tensor &t) { return t[tile].slice(begin, end); };
      poplar::VertexRef vertex =
          graph.addVertex(cs, "Triad", {{"a", part(a)}, {"b", part(b)}, {"c", part(c)}});
      graph.setInitialValue(vertex["scale"], 0.5f);
      graph.setTileMapping(vertex, tile);
    }
  return poplar::program::Sequence(
      {poplar::program::Execute(cs),
       poplar::program::Copy(a.slice(0, tiles - 1), b.slice(1, tiles))});
}

std::unique_ptr<poplar::Engine> engineOn(const poplar::Device &device, Build build,
                                         const poplar::OptionFlags &options) {
  poplar::Graph graph(device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  auto engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::Repeat(kSteps, build(graph)), options);
  engine->load(device);
  // The first runs are kept step by step, and written.
  for (unsigned i = 0; i < 3; ++i)
    engine->run();
  return engine;
}

Contest contest(poplar::Device recorded, Build build, const poplar::OptionFlags &options) {
  auto state = std::make_shared<State>(State{std::move(recorded), attachIpu(), {}, {}});
  state->withProfile = engineOn(state->recorded, build, options);
  state->without = engineOn(state->plain, build, {});
  return {[state](std::size_t) { state->withProfile->run(); },
          [state](std::size_t) { state->without->run(); },
          {}};
}

poplar::OptionFlags autoReport() {
  const auto folder = std::filesystem::temp_directory_path() / "poplar_emu_bench_profile";
  return {{"autoReport.all", "true"}, {"autoReport.directory", folder.string()}};
}

const bool added[] = {
    addContest("profile", "01 empty superstep, autoReport.all (time ratio)", 2, Better::Lower,
               [] { return contest(attachIpu(), trivial, autoReport()); }),
    addContest("profile", "02 triad and shift, autoReport.all (time ratio)", 2, Better::Lower,
               [] { return contest(attachIpu(), triadAndShift, autoReport()); }),
    addContest("profile", "03 empty superstep on an IPUModel (time ratio)", 1.15, Better::Lower,
               [] { return contest(poplar::IPUModel().createDevice(), trivial, {}); }),
    addContest("profile", "04 superstep of uneven vertices, autoReport.all (time ratio)", 2,
               Better::Lower, [] { return contest(attachIpu(), uneven, autoReport()); }),
};

} // namespace
} // namespace bench
