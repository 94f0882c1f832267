// SPDX-License-Identifier: MIT
// Lesson 13, halos between IPUs: a plate of 1472 x 1472 cells cools down on 1, 2 and 4 IPUs.
//
//   IPU 0     own rows
//             last own rows   ---+
//             halo           <---|--+      a copy of IPU 1's first rows
//             - - - - - - - - - -|- | - -
//   IPU 1     halo           <---+  |      a copy of IPU 0's last rows
//             first own rows -------+
//             own rows
//
// Each IPU has a band of rows, spread over its 1472 tiles, and halos. A halo goes over an IPU-Link
// in a global exchange: first all IPUs meet, which takes longer than a sync of the tiles of one;
// then a link moves some bytes a cycle, where the exchange inside an IPU moves 4 for each tile. So
// inside an IPU vertices just read what their neighbours have, as in lesson 2.
//
// A halo of one row is enough for one step. A halo of four rows is enough for four: the first of
// them computes three rows of the other IPU's band as well, the second two, and so on. As many
// words go over the links, but in a quarter of the exchanges.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

/// A rectangle of new values from one that is larger by a cell on each side.
class Cool : public poplar::Vertex {
 public:
  poplar::Vector<poplar::Input<poplar::Vector<float>>> in;
  poplar::Vector<poplar::Output<poplar::Vector<float>>> out;

  void compute() {
    for (unsigned y = 0; y < out.size(); ++y)
      for (unsigned x = 0; x < out[y].size(); ++x)
        out[y][x] = 0.2f * (in[y + 1][x + 1] + in[y + 1][x] + in[y + 1][x + 2] + in[y][x + 1] +
                            in[y + 2][x + 1]);
  }
};

#else
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr std::size_t kSize = 1472;       // rows and columns, with an edge that stays
constexpr unsigned kSteps = 16;           // in all
constexpr std::size_t kGrid[] = {32, 46}; // blocks of a band: one on each of 1472 tiles
constexpr std::size_t kWorkers = 6;       // vertices of a tile, for its six worker threads

// Links join IPUs to a ladder, 0-1, 2-3 on its rungs and 0-2, 1-3 on its rails. In this order
// neighbouring bands have a link between them. From 1 to 2 it would be two links.
constexpr std::size_t kIpus[] = {0, 1, 3, 2};

struct Range {
  std::size_t begin, end;
};

// Part `index` of `parts` parts of the range.
Range part(Range all, std::size_t index, std::size_t parts) {
  const std::size_t size = all.end - all.begin;
  return {all.begin + size * index / parts, all.begin + size * (index + 1) / parts};
}

// The rows of one IPU, twice: a step reads one plate and writes the other.
struct Band {
  std::size_t ipu;
  Range own, stored; // rows of the plate; what is stored has halos on both sides
  Tensor plates[2];

  Tensor rows(unsigned plate, Range rows) const {
    return plates[plate].slice(rows.begin - stored.begin, rows.end - stored.begin);
  }
};

class Plate {
 public:
  Plate(Graph &graph, unsigned ipus, std::size_t halo) : graph_(graph), halo_(halo) {
    for (std::size_t i = 0; i < ipus; ++i) {
      Band band;
      band.ipu = kIpus[i];
      band.own = part({0, kSize}, i, ipus);
      band.stored = {i == 0 ? 0 : band.own.begin - halo,
                     i + 1 == ipus ? kSize : band.own.end + halo};
      for (Tensor &plate : band.plates) {
        plate = graph.addVariable(FLOAT, {band.stored.end - band.stored.begin, kSize}, "plate");
        forEachBlock(band, band.stored, {0, kSize}, [&](unsigned tile, Range ys, Range xs) {
          graph.setTileMapping(plate.slice({ys.begin - band.stored.begin, xs.begin},
                                           {ys.end - band.stored.begin, xs.end}),
                               tile);
        });
      }
      bands_.push_back(band);
    }
  }

  // All rows, without halos, as the host knows them.
  Tensor whole(unsigned plate) const {
    std::vector<Tensor> rows;
    for (const Band &band : bands_)
      rows.push_back(band.rows(plate, band.own));
    return concat(rows);
  }

  // What no step writes, the edges of the plate, is needed in plate 1 and its halos too.
  Sequence start() const {
    Sequence prog(Copy(whole(0), whole(1)));
    if (bands_.size() > 1) prog.add(exchangeHalos(1));
    return prog;
  }

  // 2 * halo steps, after which the result is in plate 0 again.
  Sequence steps() {
    Sequence prog;
    for (unsigned step = 0; step < 2 * halo_; ++step) {
      if (step % halo_ == 0 && bands_.size() > 1) prog.add(exchangeHalos(step % 2));
      prog.add(compute(step % 2, halo_ - 1 - step % halo_));
    }
    return prog;
  }

 private:
  // One copy for all borders, both ways: one global exchange.
  Copy exchangeHalos(unsigned plate) const {
    std::vector<Tensor> from, to;
    for (std::size_t i = 0; i + 1 < bands_.size(); ++i) {
      const Band &upper = bands_[i], &lower = bands_[i + 1];
      const Range last = {upper.own.end - halo_, upper.own.end},
                  first = {lower.own.begin, lower.own.begin + halo_};
      from.insert(from.end(), {upper.rows(plate, last), lower.rows(plate, first)});
      to.insert(to.end(), {lower.rows(plate, last), upper.rows(plate, first)});
    }
    return Copy(concat(from), concat(to), false, "halos");
  }

  // A step on the own rows and `more` rows of the halo on each side.
  Execute compute(unsigned plate, std::size_t more) {
    ComputeSet computeSet = graph_.addComputeSet("cool");
    for (const Band &band : bands_) {
      const std::size_t first = band.own.begin - std::min(band.own.begin, more);
      const Range rows = {std::max<std::size_t>(first, 1),
                          std::min(band.own.end + more, kSize - 1)};
      forEachBlock(band, rows, {1, kSize - 1}, [&](unsigned tile, Range ys, Range xs) {
        for (std::size_t worker = 0; worker < kWorkers; ++worker)
          addVertex(computeSet, band, plate, tile, part(ys, worker, kWorkers), xs);
      });
    }
    return Execute(computeSet);
  }

  void addVertex(ComputeSet computeSet, const Band &band, unsigned plate, unsigned tile, Range ys,
                 Range xs) {
    if (ys.begin == ys.end) return;
    const std::size_t top = ys.begin - band.stored.begin, bottom = ys.end - band.stored.begin;
    VertexRef vertex = graph_.addVertex(
        computeSet, "Cool",
        {{"in", band.plates[plate].slice({top - 1, xs.begin - 1}, {bottom + 1, xs.end + 1})},
         {"out", band.plates[1 - plate].slice({top, xs.begin}, {bottom, xs.end})}});
    graph_.setTileMapping(vertex, tile);
  }

  // Calls visit(tile, rows, columns) for the blocks of a band, as far as they lie in `rows` and
  // `columns`. Halos are spread over the tiles like all that is stored: no tile has more to do.
  template <class Visit>
  static void forEachBlock(const Band &band, Range rows, Range columns, Visit &&visit) {
    for (std::size_t y = 0; y < kGrid[0]; ++y) {
      const Range all = part(band.stored, y, kGrid[0]);
      const Range ys = {std::max(all.begin, rows.begin), std::min(all.end, rows.end)};
      for (std::size_t x = 0; x < kGrid[1] && ys.begin < ys.end; ++x)
        visit(static_cast<unsigned>((band.ipu * kGrid[0] + y) * kGrid[1] + x), ys,
              part(columns, x, kGrid[1]));
    }
  }

  Graph &graph_;
  std::size_t halo_;
  std::vector<Band> bands_;
};

Device attach(unsigned ipus) {
  for (Device &device : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, ipus))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no device is free");
}

struct Run {
  std::vector<float> result;
  double total;
};

Run run(unsigned ipus, unsigned halo, std::vector<float> plate) {
  const Device device = attach(ipus);
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);
  Plate cells(graph, ipus, halo);
  graph.createHostWrite("plate", cells.whole(0));
  graph.createHostRead("result", cells.whole(0));
  Sequence prog(Repeat(kSteps / (2 * halo), cells.steps()));
  const Tensor cycles = cycleCount(graph, prog, 0, SyncType::EXTERNAL);
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, {cells.start(), prog});
  engine.load(device);
  engine.writeTensor("plate", plate.data(), plate.data() + plate.size());

  engine.run(0);

  // What the steps report, an average of one step.
  double computing = 0, linking = 0, words = 0, exchanges = 0;
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
    if (step.kind == poplar_emu::Superstep::Kind::Compute)
      computing += static_cast<double>(step.cycles) / kSteps;
    if (step.linkBytes == 0) return;
    linking += static_cast<double>(step.cycles) / kSteps;
    words += static_cast<double>(step.linkBytes) / 4 / kSteps;
    exchanges += 1.0 / kSteps;
  });
  engine.run(1);
  std::uint64_t total = 0;
  engine.readTensor("cycles", &total, &total + 1);
  engine.readTensor("result", plate.data(), plate.data() + plate.size());
  std::printf("%4u %5u %10.2f %10.0f %10.0f %10.0f %10.0f", ipus, halo, exchanges, words, computing,
              linking, static_cast<double>(total) / kSteps);
  return {plate, static_cast<double>(total)};
}

} // namespace

int main() {
  std::vector<float> plate(kSize * kSize);
  for (std::size_t i = 0; i < plate.size(); ++i)
    plate[i] = static_cast<float>(i * 2654435761U % 1000) / 10.0f;

  std::printf("             of one step, in cycles and words of 4 bytes:\n"
              "IPUs  halo  exchanges over links     compute      links      total    speed\n");
  const Run one = run(1, 1, plate);
  std::printf("%8.2fx\n", 1.0);
  bool good = one.result != plate;
  double cyclesOfThin = 0;
  for (const unsigned ipus : {2u, 4u})
    for (const unsigned halo : {1u, 4u}) {
      const Run several = run(ipus, halo, plate);
      std::printf("%8.2fx\n", one.total / several.total);
      good = good && several.result == one.result && several.total < one.total;
      if (halo == 1) cyclesOfThin = several.total;
      good = good && several.total <= cyclesOfThin;
    }
  std::printf("%s\n", good ? "The plates are equal." : "They differ, or several IPUs are slower.");
  return good ? 0 : 1;
}
#endif
