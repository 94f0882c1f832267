// SPDX-License-Identifier: MIT
// Peaks of a whole IPU: how much more a longer program does, by how much longer it takes.
#include "Program.hpp"
#include "Row.hpp"

#include <poplin/codelets.hpp>

namespace validate {
namespace {

/// Operations a second of all tiles; halves on one tile.
double products(const char *architecture, double clock) {
  const auto cycles = [&](unsigned m) {
    Program p(architecture);
    poplin::addCodelets(p.graph);
    const poplar::ComputeSet set = p.graph.addComputeSet("product");
    const poplar::VertexRef v = p.graph.addVertex(set, "poplin::MatMulBlock<half,half,half,false>",
                                                  {{"a", p.add(poplar::HALF, m * 16, 0)},
                                                   {"b", p.add(poplar::HALF, 16 * 16, 0)},
                                                   {"c", p.add(poplar::HALF, m * 16, 0)}});
    p.graph.setInitialValue(v["m"], m);
    p.graph.setInitialValue(v["n"], 16U);
    p.graph.setInitialValue(v["k"], 16U);
    p.graph.setTileMapping(v, 0);
    p.sequence.add(poplar::program::Execute(set));
    return static_cast<double>(p.run(Constants::Hardware).compute);
  };
  const unsigned tiles = poplar::IPUModel(architecture).tilesPerIPU;
  return 2.0 * 1200 * 16 * 16 / (cycles(2400) - cycles(1200)) * tiles * clock;
}

/// Bytes a second that all tiles send, each to another one.
double exchange(const char *architecture) {
  const auto cycles = [&](std::size_t words) {
    Program p(architecture);
    const unsigned tiles = p.graph.getTarget().getNumTiles();
    const poplar::Tensor from = p.graph.addVariable(poplar::FLOAT, {tiles, words}),
                         to = p.graph.addVariable(poplar::FLOAT, {tiles, words});
    for (unsigned tile = 0; tile < tiles; ++tile) {
      p.graph.setTileMapping(from[tile], tile);
      p.graph.setTileMapping(to[tile], (tile + 3) % tiles);
    }
    p.sequence.add(poplar::program::Copy(from, to));
    return static_cast<double>(p.run(Constants::Hardware).exchange);
  };
  const poplar::IPUModel model(architecture);
  return 1000.0 * sizeof(float) / (cycles(2000) - cycles(1000)) * model.tilesPerIPU *
         model.tileClockFrequency;
}

} // namespace

void addPeaks(Rows &rows) {
  judge(rows, "V32 TFLOP/s of ipu1", 124.5, products("ipu1", 1.6e9) / 1e12, 1);
  judge(rows, "V32 TFLOP/s of ipu2", 250, products("ipu2", 1.33e9) / 1e12, 1);
  judge(rows, "V32 TFLOP/s of Bow", 350, products("ipu2", 1.85e9) / 1e12, 1);
  judge(rows, "V32 TFLOP/s of ipu21", 280, products("ipu21", 1.5e9) / 1e12, 1);
  judge(rows, "V32 exchange of ipu1, TB/s", 7.8, exchange("ipu1") / 1e12, 1);
  judge(rows, "V32 exchange of ipu2, TB/s", 7.8, exchange("ipu2") / 1e12, 1);
}

} // namespace validate
