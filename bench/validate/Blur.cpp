// SPDX-License-Identifier: MIT
// Share of the halo exchange in a blur of 2200 x 1122 pixels of four halves on an ipu1. What a
// pixel takes is what that run took; rearrangement is nothing that the model charges.
#include "Program.hpp"
#include "Row.hpp"

#include <cmath>
#include <vector>

namespace validate {
namespace {

using poplar::Tensor;

constexpr int kDown = 38, kAcross = 32; ///< blocks: 1216 tiles
constexpr std::size_t kRows = 30, kColumns = 69, kChannels = 4;
constexpr double kSlots = 7.8; ///< a channel of a pixel, as published

/// Of the block of a neighbour that lies `offset` blocks away: its first, its last, or all.
Tensor edge(const Tensor &block, int offset, unsigned dimension) {
  const std::size_t size = block.dim(dimension);
  if (offset == 0) return block;
  return offset > 0 ? block.slice(0, 1, dimension) : block.slice(size - 1, size, dimension);
}

double haloShare() {
  Program p("ipu1");
  poplar::Graph &graph = p.graph;
  const auto numTiles = static_cast<unsigned>(kDown * kAcross);
  const auto image = [&] {
    const Tensor all = graph.addVariable(poplar::HALF, {numTiles, kRows, kColumns, kChannels});
    for (unsigned tile = 0; tile < numTiles; ++tile)
      graph.setTileMapping(all[tile], tile);
    return all;
  };
  const Tensor from = image(), to = image();
  const poplar::ComputeSet set = graph.addComputeSet("blur");
  const auto cycles =
      static_cast<std::uint64_t>(std::llround(kSlots * kRows * kColumns * kChannels));
  for (int down = 0; down < kDown; ++down)
    for (int across = 0; across < kAcross; ++across) {
      std::vector<Tensor> halo;
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
          if (y == 0 && x == 0) continue;
          if (down + y < 0 || down + y == kDown || across + x < 0 || across + x == kAcross)
            continue;
          const auto neighbour = static_cast<unsigned>((down + y) * kAcross + across + x);
          halo.push_back(edge(edge(from[neighbour], y, 0), x, 1).flatten());
        }
      const auto tile = static_cast<unsigned>(down * kAcross + across);
      const poplar::VertexRef v =
          graph.addVertex(set, "Blur", {{"in", from[tile].flatten()}, {"out", to[tile].flatten()}});
      graph.connect(v["halo"], halo);
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, cycles);
    }
  p.sequence.add(poplar::program::Execute(set));
  const Cycles step = p.run(Constants::Hardware);
  return 100 * static_cast<double>(step.exchange) / static_cast<double>(step.total());
}

} // namespace

/// Published as "less than 1 %".
void addBlur(Rows &rows) {
  report(rows, "V33 halo of a blur, at most %", 1, haloShare());
}

} // namespace validate
