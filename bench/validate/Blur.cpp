// SPDX-License-Identifier: MIT
// Exchange and rearrangement of a blur of 2200 x 1122 pixels of four channels on an ipu1. What a
// pixel takes is what that run took. How its blocks lay in memory was not published; here they are
// blocks of an image, which a vertex wants with the rim of the neighbours around it.
#include "Program.hpp"
#include "Row.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace validate {
namespace {

using poplar::Tensor;

/// Blocks of 1216 tiles whose edges are the 536 words that a tile was found to receive.
constexpr int kDown = 64, kAcross = 19;
constexpr std::size_t kRows = 18, kColumns = 116, kChannels = 4;

/// A superstep as published, in cycles.
struct Published {
  const char *name;
  poplar::Type type;
  double slots; ///< a channel of a pixel
  double sync, exchange, before, after, compute;

  double total() const { return sync + exchange + before + after + compute; }
};

/// Without the part of the rearrangement that follows: what vertices write lies as it should here.
struct Modelled {
  double exchange = 0, before = 0, total = 0;
};

/// Row `y` of the block with its rim, from -1 to kRows, as far as there are neighbours.
void addRow(const Tensor &image, int down, int across, int y, std::vector<Tensor> &row) {
  const int tileDown = y < 0 ? down - 1 : y == int(kRows) ? down + 1 : down;
  if (tileDown < 0 || tileDown == kDown) return;
  const std::size_t at = y < 0 ? kRows - 1 : y == int(kRows) ? 0 : static_cast<std::size_t>(y);
  const auto of = [&](int x) {
    const int tile = tileDown * kAcross + x;
    return image[static_cast<std::size_t>(tile)][at];
  };
  if (across > 0) row.push_back(of(across - 1)[kColumns - 1]);
  row.push_back(of(across).flatten());
  if (across + 1 < kAcross) row.push_back(of(across + 1)[0]);
}

Modelled model(const Published &published) {
  Program p("ipu1");
  poplar::Graph &graph = p.graph;
  const auto numTiles = static_cast<unsigned>(kDown * kAcross);
  const auto image = [&] {
    const Tensor all = graph.addVariable(published.type, {numTiles, kRows, kColumns, kChannels});
    for (unsigned tile = 0; tile < numTiles; ++tile)
      graph.setTileMapping(all[tile], tile);
    return all;
  };
  const Tensor from = image(), to = image();
  const poplar::ComputeSet set = graph.addComputeSet("blur");
  const auto cycles =
      static_cast<std::uint64_t>(std::llround(published.slots * kRows * kColumns * kChannels));
  const std::string vertex = published.type == poplar::HALF ? "Blur<half>" : "Blur<float>";
  for (int down = 0; down < kDown; ++down)
    for (int across = 0; across < kAcross; ++across) {
      std::vector<Tensor> block;
      for (int y = -1; y <= int(kRows); ++y)
        addRow(from, down, across, y, block);
      const auto tile = static_cast<unsigned>(down * kAcross + across);
      const poplar::VertexRef v =
          graph.addVertex(set, vertex, {{"in", concat(block)}, {"out", to[tile].flatten()}});
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, cycles);
    }
  p.sequence.add(poplar::program::Execute(set));
  const Cycles step = p.run(Constants::Hardware);
  constexpr double kLaunch = 36;
  Modelled modelled;
  modelled.exchange = static_cast<double>(step.exchange);
  modelled.before = static_cast<double>(step.compute) - kLaunch - static_cast<double>(cycles);
  modelled.total = static_cast<double>(step.total());
  return modelled;
}

} // namespace

void addBlur(Rows &rows) {
  for (const Published &published :
       {Published{"halves", poplar::HALF, 7.8, 64, 637, 5741, 4826, 63531},
        Published{"floats", poplar::FLOAT, 25.9, 117, 1173, 8279, 6954, 210249}}) {
    const Modelled modelled = model(published);
    const double total = modelled.total + published.after;
    const std::string of = std::string(" of a blur of ") + published.name;
    report(rows, "V33 exchange" + of + ", %", 100 * published.exchange / published.total(),
           100 * modelled.exchange / total);
    report(rows, "V33 rearrangement, part before," + of + ", cycles", published.before,
           modelled.before);
  }
}

} // namespace validate
