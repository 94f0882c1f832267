// SPDX-License-Identifier: MIT
// Virtual graphs of IPUs.
#include "pipeline/Machine.hpp"

#include "pipeline/Errors.hpp"

#include <gcl/TileAllocation.hpp>
#include <poplar/Target.hpp>
#include <poputil/TileMapping.hpp>

#include <vector>

namespace gcl::pipeline {
namespace {

void checkIoTiles(unsigned count, unsigned tiles) {
  if (count == 0 || (count % 2 == 0 && count >= 32 && count < tiles)) return;
  Complaint(std::to_string(count) + " I/O tiles on each IPU")
      .note("an IPU has " + std::to_string(tiles) +
            " tiles; I/O tiles come in pairs, at least 32, and leave tiles to compute on")
      .fix("use an even number from 32 to " + std::to_string(tiles - 1) + ", or 0 for none")
      .raise();
}

} // namespace

unsigned numIpus(const poplar::Graph &graph) {
  return static_cast<unsigned>(graph.getTarget().getNumIPUs());
}

Machine::Machine(poplar::Graph &graph, unsigned numIoTiles) : whole_(graph) {
  const unsigned tiles = graph.getTarget().getTilesPerIPU();
  checkIoTiles(numIoTiles, tiles);
  std::vector<unsigned> ioTiles, computeTiles;
  if (numIoTiles != 0) {
    ioTiles = gcl::perIPUTiles(graph, 0, numIoTiles);
    computeTiles = gcl::perIPUTiles(graph, numIoTiles, tiles - numIoTiles);
  }
  for (unsigned ipu = 0; ipu < numIpus(graph); ++ipu) {
    poplar::Graph whole = graph.createVirtualGraph(ipu * tiles, (ipu + 1) * tiles);
    if (numIoTiles != 0) {
      io_.push_back(whole.createVirtualGraph(ioTiles));
      compute_.push_back(whole.createVirtualGraph(computeTiles));
    } else {
      compute_.push_back(std::move(whole));
    }
  }
}

poplar::Tensor Machine::cloneTo(unsigned ipu, const poplar::Tensor &tensor,
                                const std::string &name) {
  return poputil::cloneToIpu(whole_, tensor, ipu, {name});
}

} // namespace gcl::pipeline
