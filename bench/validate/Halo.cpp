// SPDX-License-Identifier: MIT
// Halo exchange of 100 x 100 blocks on all tiles of IPUModel's ipu1, a step.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {

/// 201 words a tile were received on average: the rows of two neighbours.
void addHalo(Rows &rows) {
  constexpr unsigned kSide = 100;
  Program p("ipu1");
  poplar::Graph &graph = p.graph;
  const unsigned tiles = graph.getTarget().getNumTiles();
  const poplar::Tensor grid = graph.addVariable(poplar::FLOAT, {tiles, kSide * kSide}, "grid");
  const poplar::ComputeSet set = graph.addComputeSet("step");
  for (unsigned tile = 0; tile < tiles; ++tile)
    graph.setTileMapping(grid[tile], tile);
  for (unsigned tile = 0; tile < tiles; ++tile) {
    std::vector<poplar::Tensor> halo;
    if (tile > 0) halo.push_back(grid[tile - 1].slice(kSide * (kSide - 1), kSide * kSide));
    if (tile + 1 < tiles) halo.push_back(grid[tile + 1].slice(0, kSide));
    const poplar::VertexRef v =
        graph.addVertex(set, "Halo", {{"out", grid[tile].slice(kSide, 2 * kSide)}});
    graph.connect(v["halo"], halo);
    graph.setTileMapping(v, tile);
    graph.setPerfEstimate(v, 100); // as published
  }
  p.sequence.add(poplar::program::Execute(set));
  report(rows, "V06 a step", 284.1, static_cast<double>(p.run(Constants::IpuModel).exchange), 2);
}

} // namespace validate
