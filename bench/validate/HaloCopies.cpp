// SPDX-License-Identifier: MIT
// The halo exchange again, with copies that the program writes, direction by direction, into one
// tensor of blocks with a rim. The copies that were seen write with a stride: they put the columns
// of neighbours into place; rows arrive where they belong. Which of the two published prices a
// column takes is not told: both are tried.
#include "Program.hpp"
#include "Row.hpp"

#include <array>
#include <vector>

namespace validate {
namespace {

using poplar::ComputeSet;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Sequence;

constexpr std::size_t kDown = 38, kAcross = 32, kTiles = kDown * kAcross, kSide = 100;
constexpr std::size_t kFirst = 1, kLast = kSide, kBefore = 0, kAfter = kSide + 1; ///< with the rim

Tensor row(const Tensor &block, std::size_t index) {
  return block[index].slice(kFirst, kLast + 1);
}
Tensor column(const Tensor &block, std::size_t index) {
  return block.slice(kFirst, kLast + 1).slice(index, index + 1, 1).flatten();
}

/// Two sets of blocks, each computed from the other.
class Steps {
 public:
  explicit Steps(unsigned columnCycles) : columnCycles_(columnCycles), program_("ipu1") {}

  Cycles tenIterations() {
    const Tensor a = blocks(), b = blocks();
    program_.sequence.add(poplar::program::Repeat(10, Sequence({step(a, b), step(b, a)})));
    return program_.run(Constants::IpuModel);
  }

 private:
  /// What one direction takes from neighbours, and where it arrives.
  struct Direction {
    std::vector<Tensor> edges, arrivals;

    void add(const Tensor &edge, const Tensor &arrival) {
      edges.push_back(edge);
      arrivals.push_back(arrival);
    }
  };

  Tensor blocks() {
    const Tensor all =
        program_.graph.addVariable(poplar::FLOAT, {kTiles, kSide + 2, kSide + 2}, "blocks");
    for (unsigned tile = 0; tile < kTiles; ++tile)
      program_.graph.setTileMapping(all[tile], tile);
    return all;
  }

  Sequence step(const Tensor &from, const Tensor &to) {
    const ComputeSet columns = program_.graph.addComputeSet("columns"),
                     steps = program_.graph.addComputeSet("step");
    std::array<Direction, 4> directions;
    for (unsigned tile = 0; tile < kTiles; ++tile) {
      const Tensor own = from[tile];
      const std::size_t down = tile / kAcross, across = tile % kAcross;
      if (down > 0) directions[0].add(row(from[tile - kAcross], kLast), row(own, kBefore));
      if (down + 1 < kDown) directions[1].add(row(from[tile + kAcross], kFirst), row(own, kAfter));
      if (across > 0)
        directions[2].add(column(from[tile - 1], kLast),
                          placed(columns, column(own, kBefore), tile));
      if (across + 1 < kAcross)
        directions[3].add(column(from[tile + 1], kFirst),
                          placed(columns, column(own, kAfter), tile));
      const std::vector<Tensor> halo = {row(own, kBefore), row(own, kAfter), column(own, kBefore),
                                        column(own, kAfter)};
      addVertex(steps, halo, row(to[tile], kFirst), tile, 100); // as published
    }
    Sequence sequence;
    for (const Direction &direction : directions)
      sequence.add(Copy(concat(direction.edges), concat(direction.arrivals)));
    sequence.add(Execute(columns));
    sequence.add(Execute(steps));
    return sequence;
  }

  /// Where a column of the rim arrives in one piece, to be put into place.
  Tensor placed(const ComputeSet &set, const Tensor &rim, unsigned tile) {
    Tensor piece = program_.add(poplar::FLOAT, kSide, tile);
    addVertex(set, {piece}, rim, tile, columnCycles_);
    return piece;
  }

  void addVertex(const ComputeSet &set, const std::vector<Tensor> &in, const Tensor &out,
                 unsigned tile, unsigned cycles) {
    const VertexRef v = program_.graph.addVertex(set, "Halo", {{"out", out}});
    program_.graph.connect(v["halo"], in);
    program_.graph.setTileMapping(v, tile);
    program_.graph.setPerfEstimate(v, cycles);
  }

  unsigned columnCycles_;
  Program program_;
};

} // namespace

void addHaloCopies(Rows &rows) {
  constexpr unsigned kStridedCopy = 801, kLongStridedCopy = 1579; // as published
  const Cycles cheap = Steps(kStridedCopy).tenIterations();
  report(rows, "V08 exchange", 9220.7, static_cast<double>(cheap.exchange), 15);
  report(rows, "V08 total, strided copies", 147530, static_cast<double>(cheap.total()), 15);
  report(rows, "V08 total, long strided copies", 147530,
         static_cast<double>(Steps(kLongStridedCopy).tenIterations().total()), 15);
}

} // namespace validate
