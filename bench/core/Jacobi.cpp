// SPDX-License-Identifier: MIT
// A stencil with halo exchange: Jacobi 2048 x 2048, 100 iterations, in blocks and in strips of
// rows.
#include "../Support.hpp"
#include "../Table.hpp"

#include <memory>

namespace bench {
namespace {

constexpr std::size_t kSize = 2048, kFramed = kSize + 2;
constexpr unsigned kIterations = 100;

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> a, b;
};

struct Block {
  std::size_t top, bottom, left, right;
};

enum class Split { Blocks, Strips };

/// 32 x 46 blocks, or 1472 strips of one or two rows.
std::vector<Block> split(Split how) {
  const std::size_t rows = how == Split::Blocks ? 32 : 1472,
                    columns = how == Split::Blocks ? 46 : 1;
  std::vector<Block> blocks;
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < columns; ++x)
      blocks.push_back({1 + kSize * y / rows, 1 + kSize * (y + 1) / rows, 1 + kSize * x / columns,
                        1 + kSize * (x + 1) / columns});
  return blocks;
}

void plainStep(const std::vector<float> &from, std::vector<float> &to) {
  constexpr std::size_t kRows = 64;
  nativeFor(kSize / kRows, [&](std::size_t band) {
    for (std::size_t y = 1 + band * kRows; y < 1 + (band + 1) * kRows; ++y) {
      const float *above = &from[(y - 1) * kFramed], *here = &from[y * kFramed],
                  *below = &from[(y + 1) * kFramed];
      float *__restrict row = &to[y * kFramed];
      for (std::size_t x = 1; x <= kSize; ++x)
        row[x] = 0.25f * ((here[x - 1] + here[x + 1]) + (above[x] + below[x]));
    }
  });
}

Contest make(Split how, const poplar::OptionFlags &options) {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  const std::vector<Block> blocks = split(how);
  auto addGrid = [&](const char *name) {
    poplar::Tensor grid = graph.addVariable(poplar::FLOAT, {kFramed, kFramed}, name);
    // The frame belongs to the nearest block.
    for (std::size_t tile = 0; tile < blocks.size(); ++tile) {
      Block block = blocks[tile];
      if (block.top == 1) block.top = 0;
      if (block.left == 1) block.left = 0;
      if (block.bottom == kSize + 1) ++block.bottom;
      if (block.right == kSize + 1) ++block.right;
      graph.setTileMapping(grid.slice({block.top, block.left}, {block.bottom, block.right}), tile);
    }
    return grid;
  };
  poplar::Tensor a = addGrid("a"), b = addGrid("b");
  auto addStep = [&](poplar::Tensor from, poplar::Tensor to) {
    poplar::ComputeSet cs = graph.addComputeSet("jacobi");
    for (std::size_t tile = 0; tile < blocks.size(); ++tile) {
      const Block &block = blocks[tile];
      poplar::VertexRef vertex = graph.addVertex(
          cs, "Jacobi",
          {{"in", from.slice({block.top - 1, block.left - 1}, {block.bottom + 1, block.right + 1})},
           {"out", to.slice({block.top, block.left}, {block.bottom, block.right})}});
      graph.setTileMapping(vertex, tile);
    }
    return poplar::program::Execute(cs);
  };
  poplar::program::Sequence once{addStep(a, b), addStep(b, a)};
  graph.createHostWrite("a", a);
  graph.createHostWrite("b", b);
  graph.createHostRead("a", a);
  state->engine = std::make_unique<poplar::Engine>(
      graph, poplar::program::Repeat(kIterations / 2, once), options);
  state->engine->load(state->device);
  for (std::size_t i = 0; i < kFramed * kFramed; ++i)
    state->a.push_back(static_cast<float>(i * 37 % 101));
  state->b = state->a;
  writeTensor(*state->engine, "a", state->a);
  writeTensor(*state->engine, "b", state->b);
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            for (unsigned i = 0; i < kIterations / 2; ++i) {
              plainStep(state->a, state->b);
              plainStep(state->b, state->a);
            }
          },
          [state] {
            return readTensor<float>(*state->engine, "a", state->a.size()) == state->a
                       ? ""
                       : "results differ";
          }};
}

const poplar::OptionFlags kCopy = {{"poplar_emu.exchange", "copy"}};

const bool added[] = {
    addContest("core", "11 Jacobi 2048^2 in 2-D blocks", 0.55, Better::Higher,
               [] { return make(Split::Blocks, {}); }),
    addContest("core", "12 Jacobi 2048^2 in row strips", 0.85, Better::Higher,
               [] { return make(Split::Strips, {}); }),
    addContest("core", "13 Jacobi 2048^2 in 2-D blocks, exchange=copy", 0.45, Better::Higher,
               [] { return make(Split::Blocks, kCopy); }),
};

} // namespace
} // namespace bench
