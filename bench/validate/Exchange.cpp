// SPDX-License-Identifier: MIT
// Data from tile to tile and from IPU to IPU.
#include "Program.hpp"
#include "Row.hpp"

#include <utility>
#include <vector>

namespace validate {
namespace {

using poplar::Tensor;
using poplar::program::Copy;

/// From one tile to two others. The measured schedule sends single words: the buses of pairs of
/// tiles, which would carry two, are not used.
Cycles multicast(unsigned words) {
  poplar::IPUModel model("ipu21");
  model.supportsSuperTileSendReceive = false;
  Program p(model);
  const Tensor from = p.add(poplar::UNSIGNED_INT, words, 0);
  const Tensor to =
      concat(p.add(poplar::UNSIGNED_INT, words, 32), p.add(poplar::UNSIGNED_INT, words, 53));
  p.sequence.add(Copy(from.reshape({1, words}).broadcast(2, 0).flatten(), to));
  return p.run(Constants::Hardware);
}

double slope(double few, double many) {
  return (many - few) / (4148 - 1024);
}

/// A tile that receives as many words in an exchange of an ipu1.
double received(unsigned words) {
  Program p("ipu1");
  p.sequence.add(Copy(p.add(poplar::FLOAT, words, 0), p.add(poplar::FLOAT, words, 2)));
  return static_cast<double>(p.run(Constants::Hardware).exchange);
}

/// The exchange between 16 IPUs of a blur: each has a slab of an image, 2200 pixels of 4 channels
/// wide, and needs the nearest row of the slabs above and below.
double haloOfSlabs(const poplar::Type &type) {
  constexpr unsigned kIpus = 16, kTiles = 88, kElements = 2200 * 4 / kTiles;
  poplar::IPUModel model("ipu1");
  model.numIPUs = kIpus;
  Program p(model);
  std::vector<Tensor> from, to;
  const auto row = [&](std::vector<Tensor> &rows, unsigned ipu) {
    for (unsigned tile = 0; tile < kTiles; ++tile)
      rows.push_back(p.add(type, kElements, ipu * model.tilesPerIPU + tile));
  };
  for (unsigned ipu = 0; ipu + 1 < kIpus; ++ipu)
    for (const auto &[source, destination] : {std::pair(ipu, ipu + 1), std::pair(ipu + 1, ipu)}) {
      row(from, source);
      row(to, destination);
    }
  p.sequence.add(Copy(concat(from), concat(to)));
  return static_cast<double>(p.run(Constants::Hardware).globalExchange);
}

} // namespace

void addExchange(Rows &rows) {
  const Cycles few = multicast(1024), many = multicast(4148);
  const double modelled =
      slope(static_cast<double>(few.exchange), static_cast<double>(many.exchange));
  judge(rows, "V17 sender, cycles a word", slope(1230, 4350), modelled, 0.5);
  judge(rows, "V17 receiver, cycles a word", slope(1578, 4698), modelled, 0.5);
  judge(rows, "V17 other receiver, cycles a word", slope(1554, 4680), modelled, 0.5);
  report(rows, "V18 last word to resumption", 237.5,
         static_cast<double>(few.exchange + few.sync) - 1024, 2);
  report(rows, "V22 halves", 637, received(536), 10);
  report(rows, "V22 floats", 1173, received(1072), 10);
  report(rows, "V23 halves on 16 IPUs", 3043, haloOfSlabs(poplar::HALF), 20);
  report(rows, "V23 floats on 16 IPUs", 4017, haloOfSlabs(poplar::FLOAT), 20);
}

} // namespace validate
