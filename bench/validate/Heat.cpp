// SPDX-License-Identifier: MIT
// Heat equation on blocks of cells: seconds for 1000 steps on 1 to 16 IPUs. The cycles of a cell
// are those of the published runs on one IPU, which makes these two rows calibrations; the others
// follow.
#include "Program.hpp"
#include "Row.hpp"

#include <cmath>

namespace validate {
namespace {

using poplar::Tensor;

/// The cells are nobody's: only what neighbours need of them is ever touched.
struct Grid {
  unsigned ipus = 1;
  unsigned dimensions = 2;
  unsigned side = 0;
  double cyclesPerCell = 0;
};

/// One IPU has a slab; its tiles a block each, `columns` of them side by side.
class Steps {
 public:
  explicit Steps(const Grid &grid)
      : grid_(grid), program_(machine(grid.ipus)),
        tiles_(program_.graph.getTarget().getTilesPerIPU()) {}

  double secondsOfThousand() {
    poplar::Graph &graph = program_.graph;
    const double all = std::pow(grid_.side, grid_.dimensions);
    const auto perTile = static_cast<std::size_t>(std::ceil(all / (grid_.ipus * tiles_)));
    const unsigned numTiles = grid_.ipus * tiles_;
    blocks_ = graph.addVariable(poplar::FLOAT, {numTiles, perTile}, "cells");
    const Tensor after = graph.addVariable(poplar::FLOAT, {numTiles, perTile}, "after");
    for (unsigned tile = 0; tile < numTiles; ++tile)
      for (const Tensor &cells : {blocks_, after})
        graph.setTileMapping(cells[tile], tile);
    const poplar::ComputeSet set = graph.addComputeSet("step");
    const auto cycles =
        static_cast<std::uint64_t>(grid_.cyclesPerCell * static_cast<double>(perTile));
    for (unsigned tile = 0; tile < numTiles; ++tile) {
      const poplar::VertexRef v = graph.addVertex(set, "Cells", {{"cells", after[tile]}});
      graph.connect(v["halo"], haloOf(tile));
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, cycles);
    }
    program_.sequence.add(poplar::program::Execute(set));
    constexpr double kSteps = 1000;
    return kSteps * static_cast<double>(program_.run(Constants::Hardware).total()) /
           program_.clock();
  }

 private:
  static poplar::IPUModel machine(unsigned ipus) {
    poplar::IPUModel model("ipu2");
    model.numIPUs = ipus;
    return model;
  }

  /// Faces of the neighbours: 32 x 46 blocks of an IPU's slab, or 8 x 8 x 23; slabs follow each
  /// other in the first dimension.
  std::vector<Tensor> haloOf(unsigned tile) {
    const unsigned ipu = tile / tiles_, own = tile % tiles_;
    const std::vector<unsigned> counts =
        grid_.dimensions == 2 ? std::vector<unsigned>{32, 46} : std::vector<unsigned>{8, 8, 23};
    const double depth = static_cast<double>(grid_.side) / grid_.ipus;
    std::vector<Tensor> halo;
    unsigned stride = tiles_;
    for (std::size_t d = 0; d < counts.size(); ++d) {
      stride /= counts[d];
      double face = 1;
      for (std::size_t other = 0; other < counts.size(); ++other)
        if (other != d) face *= (other == 0 ? depth : grid_.side) / counts[other];
      const auto words = static_cast<std::size_t>(std::ceil(face));
      const unsigned position = own / stride % counts[d];
      // The last block of a slab's first dimension lies beside the first one of the next slab.
      const unsigned jump = stride * counts[d];
      if (position > 0)
        halo.push_back(last(tile - stride, words));
      else if (d == 0 && ipu > 0)
        halo.push_back(last(tile - tiles_ + jump - stride, words));
      if (position + 1 < counts[d])
        halo.push_back(blocks_[tile + stride].slice(0, words));
      else if (d == 0 && ipu + 1 < grid_.ipus)
        halo.push_back(blocks_[tile + tiles_ - (jump - stride)].slice(0, words));
    }
    return halo;
  }
  Tensor last(unsigned tile, std::size_t words) {
    const std::size_t all = blocks_.dim(1);
    return blocks_[tile].slice(all - words, all);
  }

  Grid grid_;
  Program program_;
  unsigned tiles_;
  Tensor blocks_; ///< before the step
};

double heat(const Grid &grid) {
  return Steps(grid).secondsOfThousand();
}

/// Of one IPU with 1472 tiles at 1.33 GHz.
double cyclesPerCell(double seconds, double cells) {
  return seconds * 1.33e9 * 1472 / cells / 1000;
}

struct Measured {
  unsigned ipus, side;
  double seconds;
};

void add(Rows &rows, unsigned dimensions, const std::vector<Measured> &measured) {
  const double perCell = cyclesPerCell(measured[0].seconds, std::pow(measured[0].side, dimensions));
  for (const Measured &run : measured) {
    const double seconds = heat({run.ipus, dimensions, run.side, perCell});
    const std::string name =
        std::to_string(dimensions) + "-D, " + std::to_string(run.ipus) + " IPUs, s";
    if (run.ipus == 1)
      report(rows, (dimensions == 2 ? "V25 " : "V26 ") + name, run.seconds, seconds, 10);
    else
      judge(rows, "V27 " + name, run.seconds, seconds, 25);
  }
}

} // namespace

void addHeat(Rows &rows) {
  add(rows, 2,
      {{1, 8000, 0.30}, {2, 10000, 0.28}, {4, 14000, 0.27}, {8, 19000, 0.25}, {16, 27000, 0.25}});
  add(rows, 3, {{1, 360, 0.26}, {2, 403, 0.23}, {4, 508, 0.26}, {8, 640, 0.26}, {16, 806, 0.32}});
}

} // namespace validate
