// SPDX-License-Identifier: MIT
// a = b + s * c on all tiles: bytes a second of plain C++ on an ipu1 and of the published
// one-bundle loop on an ipu2.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {
namespace {

constexpr unsigned kWorkers = 6;
/// Entry and exit of a worker, and the state that it loads before its loop.
constexpr unsigned kPrologue = 12 + 6;

enum class Loop { PlainCode, OneBundle };

/// `perTile` elements of each array, on six workers.
double bytesPerSecond(const char *architecture, unsigned perTile, Loop loop) {
  Program p(architecture);
  const unsigned tiles = p.graph.getTarget().getNumTiles();
  const poplar::ComputeSet set = p.graph.addComputeSet("triad");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const poplar::Tensor a = p.add(poplar::FLOAT, perTile, tile),
                         b = p.add(poplar::FLOAT, perTile, tile),
                         c = p.add(poplar::FLOAT, perTile, tile);
    for (unsigned w = 0; w < kWorkers; ++w) {
      const unsigned begin = perTile / kWorkers * w, end = perTile / kWorkers * (w + 1);
      const poplar::VertexRef v = p.graph.addVertex(
          set, "Triad",
          {{"a", a.slice(begin, end)}, {"b", b.slice(begin, end)}, {"c", c.slice(begin, end)}});
      p.graph.setInitialValue(v["s"], 3.0F);
      p.graph.setTileMapping(v, tile);
      // `rpt` of one bundle that loads two pairs, stores one and multiplies and adds two floats.
      if (loop == Loop::OneBundle) p.graph.setPerfEstimate(v, kPrologue + (end - begin) / 2);
    }
  }
  p.sequence.add(poplar::program::Execute(set));
  const auto cycles = static_cast<double>(p.run(Constants::Hardware).compute);
  return 3.0 * sizeof(float) * perTile * tiles * p.clock() / cycles;
}

} // namespace

void addTriad(Rows &rows) {
  report(rows, "V13 GB/s", 3726, bytesPerSecond("ipu1", 6000, Loop::PlainCode) / 1e9, 10);
  judge(rows, "V16 TB/s", 46.55, bytesPerSecond("ipu2", 48000, Loop::OneBundle) / 1e12, 2);
}

} // namespace validate
