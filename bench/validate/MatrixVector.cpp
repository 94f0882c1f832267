// SPDX-License-Identifier: MIT
// The matrix-vector product of the tutorials, 10000 x 1000 on IPUModel, in parts of columns.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {
namespace {

using poplar::ComputeSet;
using poplar::FLOAT;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Copy;
using poplar::program::Execute;

constexpr unsigned kRows = 10000, kColumns = 1000, kSplit = 7;

/// As the tutorial registers it.
std::uint64_t estimate(unsigned n) {
  return 5 + (n + 1) / 2;
}

poplar::IPUModel machine() {
  poplar::IPUModel model("ipu2");
  model.minIPUSyncDelay = 0;
  model.relativeSyncDelay = poplar::IPUModel::RelativeSyncDelayType::NO_DELAY;
  return model;
}

} // namespace

void addMatrixVector(Rows &rows) {
  Program p(machine());
  poplar::Graph &graph = p.graph;
  const unsigned tiles = graph.getTarget().getNumTiles();
  const Tensor matrix = graph.addVariable(FLOAT, {kRows, kColumns}, "matrix"),
               in = graph.addVariable(FLOAT, {kColumns}, "in"),
               out = graph.addVariable(FLOAT, {kRows}, "out"),
               partials = graph.addVariable(FLOAT, {kRows, kSplit}, "partials");
  for (unsigned c = 0; c < kColumns; ++c)
    graph.setTileMapping(in[c], c * tiles / kColumns);
  const ComputeSet products = graph.addComputeSet("products"), sums = graph.addComputeSet("sums");
  for (unsigned row = 0; row < kRows; ++row) {
    for (unsigned part = 0; part < kSplit; ++part) {
      const unsigned begin = kColumns * part / kSplit, end = kColumns * (part + 1) / kSplit;
      // A tile has rows of one part: it receives 143 words of the vector, as the planner prints.
      const auto tile =
          static_cast<unsigned>((part * kRows + row) * std::uint64_t{tiles} / (kRows * kSplit));
      const Tensor piece = matrix[row].slice(begin, end);
      graph.setTileMapping(piece, tile);
      graph.setTileMapping(partials[row][part], tile);
      const VertexRef v = graph.addVertex(
          products, "DotProduct",
          {{"a", piece}, {"b", in.slice(begin, end)}, {"out", partials[row][part]}});
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, estimate(end - begin));
    }
    const auto tile = static_cast<unsigned>(row * std::uint64_t{tiles} / kRows);
    graph.setTileMapping(out[row], tile);
    const VertexRef v = graph.addVertex(sums, "Sum", {{"in", partials[row]}, {"out", out[row]}});
    graph.setTileMapping(v, tile);
    graph.setPerfEstimate(v, estimate(kSplit));
  }
  p.sequence.add(Copy(graph.addHostToDeviceFIFO("matrix", FLOAT, matrix.numElements()), matrix));
  p.sequence.add(Copy(graph.addHostToDeviceFIFO("in", FLOAT, kColumns), in));
  p.sequence.add(Execute(products));
  p.sequence.add(Execute(sums));
  p.sequence.add(Copy(out, graph.addDeviceToHostFIFO("out", FLOAT, kRows)));
  std::vector<float> buffer(matrix.numElements());
  p.connect = [&](poplar::Engine &engine) {
    for (const char *handle : {"matrix", "in", "out"})
      engine.connectStream(handle, buffer.data());
  };
  const Cycles cycles = p.run(Constants::IpuModel);
  judge(rows, "V01 with idle threads", 3801.8, static_cast<double>(cycles.tiles) / tiles, 0.5);
  judge(rows, "V01 without idle threads", 3717.6, static_cast<double>(cycles.threads) / tiles, 0.5);
  report(rows, "V02 exchange", 8697.4, static_cast<double>(cycles.exchange), 25);
}

} // namespace validate
