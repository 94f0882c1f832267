// SPDX-License-Identifier: MIT
// Single words among all tiles: 1472 x 1472 words, at random places and as a transpose.
#include "../Support.hpp"
#include "../Table.hpp"

#include <memory>
#include <numeric>
#include <random>

namespace bench {
namespace {

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> source, destination;
  std::vector<std::uint32_t> indices;
};

/// What a person would write: one index a word.
void gather(State &state) {
  constexpr std::size_t kBlock = 1 << 14;
  const std::size_t n = state.indices.size();
  nativeFor((n + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t end = std::min(n, (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i)
      state.destination[i] = state.source[state.indices[i]];
  });
}

std::string compare(State &state) {
  return readTensor<float>(*state.engine, "to", state.destination.size()) == state.destination
             ? ""
             : "results differ";
}

/// Word (i, j) comes from row j, column random: every tile hears from every other, in no pattern.
Contest makeRandom() {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor from = addRows(graph, poplar::FLOAT, tiles, "from");
  poplar::Tensor to = addRows(graph, poplar::FLOAT, tiles, "to");
  poplar::Tensor flat = from.flatten();

  std::mt19937 random(3);
  std::vector<std::vector<std::uint32_t>> columns(tiles);
  for (auto &column : columns) {
    column.resize(tiles);
    std::iota(column.begin(), column.end(), 0);
    std::shuffle(column.begin(), column.end(), random);
  }
  std::vector<poplar::Interval> words;
  for (unsigned i = 0; i < tiles; ++i)
    for (unsigned j = 0; j < tiles; ++j) {
      const std::size_t word = std::size_t{j} * tiles + columns[j][i];
      words.push_back({word, word + 1});
      state->indices.push_back(static_cast<std::uint32_t>(word));
    }
  poplar::Tensor scattered = poplar::concat(flat.slices(words));
  graph.createHostWrite("from", from);
  graph.createHostRead("to", to);
  state->engine =
      std::make_unique<poplar::Engine>(graph, poplar::program::Copy(scattered, to.flatten()));
  state->engine->load(state->device);
  state->source.resize(words.size());
  std::iota(state->source.begin(), state->source.end(), 0.0f);
  state->destination.resize(words.size());
  writeTensor(*state->engine, "from", state->source);
  return {[state](std::size_t) { state->engine->run(); }, [state](std::size_t) { gather(*state); },
          [state] { return compare(*state); }};
}

/// Word (i, j) comes from (j, i).
Contest makeTranspose() {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor from = addRows(graph, poplar::FLOAT, tiles, "from");
  poplar::Tensor to = addRows(graph, poplar::FLOAT, tiles, "to");
  graph.createHostWrite("from", from);
  graph.createHostRead("to", to);
  state->engine =
      std::make_unique<poplar::Engine>(graph, poplar::program::Copy(from.transpose(), to));
  state->engine->load(state->device);
  state->source.resize(std::size_t{tiles} * tiles);
  std::iota(state->source.begin(), state->source.end(), 0.0f);
  state->destination.resize(state->source.size());
  for (std::uint32_t i = 0; i < tiles; ++i)
    for (std::uint32_t j = 0; j < tiles; ++j)
      state->indices.push_back(j * tiles + i);
  writeTensor(*state->engine, "from", state->source);
  return {[state](std::size_t) { state->engine->run(); }, [state](std::size_t) { gather(*state); },
          [state] { return compare(*state); }};
}

const bool added[] = {
    addContest("core", "08 words all-to-all, random", 0.9, Better::Higher, makeRandom),
    addContest("core", "09 words all-to-all, a transpose", 1.3, Better::Higher, makeTranspose),
};

} // namespace
} // namespace bench
