// SPDX-License-Identifier: MIT
// Is a Copy program a memcpy? Tiles send 1, 16, 64 KiB to a neighbour, or to a random permutation.
#include "../Support.hpp"
#include "../Table.hpp"

#include <cstring>
#include <memory>
#include <numeric>
#include <random>

namespace bench {
namespace {

enum class Pattern { Neighbour, Permutation };

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<char> source, destination;
};

Contest make(std::size_t kib, Pattern pattern) {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  const unsigned tiles = graph.getTarget().getNumTiles();
  const std::size_t bytes = kib * 1024;
  poplar::Tensor from = addRows(graph, poplar::FLOAT, bytes / 4, "from");
  poplar::Tensor to = addRows(graph, poplar::FLOAT, bytes / 4, "to");

  std::vector<unsigned> target(tiles);
  std::iota(target.begin(), target.end(), 0);
  if (pattern == Pattern::Neighbour)
    std::rotate(target.begin(), target.begin() + 1, target.end());
  else
    std::shuffle(target.begin(), target.end(), std::mt19937(7));
  std::vector<poplar::Tensor> rows;
  for (unsigned tile = 0; tile < tiles; ++tile)
    rows.push_back(to[target[tile]].expand({0}));

  const unsigned repeats = kib >= 64 ? 1 : kib >= 16 ? 4 : 64;
  state->engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::Repeat(repeats, poplar::program::Copy(from, poplar::concat(rows))));
  state->engine->load(state->device);
  state->source.resize(bytes * tiles, 1);
  state->destination.resize(bytes * tiles, 2);
  return {[state](std::size_t) { state->engine->run(); },
          [state, repeats](std::size_t) {
            const std::size_t half = state->source.size() / 2;
            for (unsigned i = 0; i < repeats; ++i)
              nativeFor(2, [&](std::size_t part) {
                std::memcpy(state->destination.data() + part * half,
                            state->source.data() + part * half, half);
              });
          },
          {}};
}

bool add(const char *name, double bar, std::size_t kib, Pattern pattern) {
  return addContest("core", name, bar, Better::Higher, [=] { return make(kib, pattern); });
}

const bool added[] = {
    add("02 copy 1 KiB a tile to the neighbour", 0.85, 1, Pattern::Neighbour),
    add("03 copy 16 KiB a tile to the neighbour", 0.9, 16, Pattern::Neighbour),
    add("04 copy 64 KiB a tile to the neighbour", 0.9, 64, Pattern::Neighbour),
    add("05 copy 1 KiB a tile, random permutation", 0.65, 1, Pattern::Permutation),
    add("06 copy 16 KiB a tile, random permutation", 0.9, 16, Pattern::Permutation),
    add("07 copy 64 KiB a tile, random permutation", 0.9, 64, Pattern::Permutation),
};

} // namespace
} // namespace bench
