// SPDX-License-Identifier: MIT
// The halo exchange again, with copies that the program writes, direction by direction, into one
// tensor of blocks with a rim. Copy vertices that were seen write with a stride: they put the
// columns of neighbours into place; rows arrive where they belong. The rims of both tensors are
// zero at first, for which a vertex was seen, too.
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
constexpr unsigned kWorkers = 6;

// As published: a step of a block, a strided copy of a column, and zeroing of 17 rows.
constexpr unsigned kStep = 100, kStridedCopy = 801, kZeros = 1207;

Tensor row(const Tensor &block, std::size_t index) {
  return block[index].slice(kFirst, kLast + 1);
}
Tensor column(const Tensor &block, std::size_t index) {
  return block.slice(kFirst, kLast + 1).slice(index, index + 1, 1).flatten();
}

/// Two sets of blocks, each computed from the other.
class Steps {
 public:
  Steps() : program_("ipu1") {}

  Cycles tenIterations() {
    const Tensor a = blocks(), b = blocks();
    program_.sequence.add(zeros(a));
    program_.sequence.add(zeros(b));
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

  Execute zeros(const Tensor &all) {
    const ComputeSet set = program_.graph.addComputeSet("zeros");
    for (unsigned tile = 0; tile < kTiles; ++tile)
      for (unsigned worker = 0; worker < kWorkers; ++worker) {
        const std::size_t begin = worker * all.dim(1) / kWorkers,
                          end = (worker + 1) * all.dim(1) / kWorkers;
        place(program_.graph.addVertex(set, "Zeros",
                                       {{"out", all[tile].slice(begin, end).flatten()}}),
              tile, kZeros);
      }
    return Execute(set);
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
      if (across > 0) directions[2].add(column(from[tile - 1], kLast), arrival(columns, tile));
      if (across + 1 < kAcross)
        directions[3].add(column(from[tile + 1], kFirst), arrival(columns, tile));
      addVertex(steps, {own.flatten()}, row(to[tile], kFirst), tile, kStep);
    }
    Sequence sequence;
    for (const Direction &direction : directions)
      sequence.add(Copy(concat(direction.edges), concat(direction.arrivals)));
    sequence.add(Execute(columns));
    sequence.add(Execute(steps));
    return sequence;
  }

  /// Where a column arrives in one piece. What puts it into place is a vertex with its price.
  Tensor arrival(const ComputeSet &set, unsigned tile) {
    Tensor piece = program_.add(poplar::FLOAT, kSide, tile);
    addVertex(set, {piece}, program_.add(poplar::FLOAT, kSide, tile), tile, kStridedCopy);
    return piece;
  }

  void addVertex(const ComputeSet &set, const std::vector<Tensor> &in, const Tensor &out,
                 unsigned tile, unsigned cycles) {
    const VertexRef v = program_.graph.addVertex(set, "Halo", {{"out", out}});
    program_.graph.connect(v["halo"], in);
    place(v, tile, cycles);
  }

  void place(const VertexRef &v, unsigned tile, unsigned cycles) {
    program_.graph.setTileMapping(v, tile);
    program_.graph.setPerfEstimate(v, cycles);
  }

  Program program_;
};

} // namespace

void addHaloCopies(Rows &rows) {
  const Cycles cycles = Steps().tenIterations();
  report(rows, "V08 exchange", 9220.7, static_cast<double>(cycles.exchange), 15);
  report(rows, "V08 compute", 122211, static_cast<double>(cycles.compute), 15);
  report(rows, "V08 total", 147530, static_cast<double>(cycles.total()), 15);
}

} // namespace validate
