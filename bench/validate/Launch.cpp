// SPDX-License-Identifier: MIT
// A run that does next to nothing. The published time is one of a host, which calls a driver; the
// model knows what the IPUs do only.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {

/// One superstep on four IPUs: a sum of one float a tile.
void addLaunch(Rows &rows) {
  poplar::IPUModel model("ipu2");
  model.numIPUs = 4;
  Program p(model);
  const poplar::ComputeSet set = p.graph.addComputeSet("trivial");
  for (unsigned tile = 0; tile < p.graph.getTarget().getNumTiles(); ++tile) {
    const poplar::VertexRef v = p.graph.addVertex(
        set, "Sum",
        {{"in", p.add(poplar::FLOAT, 1, tile)}, {"out", p.add(poplar::FLOAT, 1, tile)[0]}});
    p.graph.setTileMapping(v, tile);
  }
  p.sequence.add(poplar::program::Execute(set));
  const auto cycles = static_cast<double>(p.run(Constants::Hardware).total());
  report(rows, "V29 engine.run, ms", 0.12, 1000 * cycles / p.clock(), 20);
}

} // namespace validate
