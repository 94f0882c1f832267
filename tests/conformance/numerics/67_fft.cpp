// SPDX-License-Identifier: MIT
// Fourier transform of a signal and back (Stockham's order), a compute set for each stage.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <cmath>
#include <complex>
#include <iostream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

const double kPi = std::acos(-1.0);

/// Two buffers, {2, n} for each part of the numbers; every stage reads one and writes the other.
struct Signal {
  Tensor re, im;
};

/// Appends the stages; returns which of the buffers holds the result.
unsigned addTransform(Graph &graph, const Signal &x, unsigned from, bool forward, Sequence &prog) {
  const unsigned n = static_cast<unsigned>(x.re.dim(1));
  for (unsigned half = n / 2, width = 1; half >= 1; half /= 2, width *= 2) {
    ComputeSet cs = graph.addComputeSet("fft/width" + std::to_string(width));
    const unsigned to = 1 - from;
    const Tensor rs = x.re[from].reshape({2, half, width}),
                 is = x.im[from].reshape({2, half, width});
    const Tensor rd = x.re[to].reshape({half, 2, width}), id = x.im[to].reshape({half, 2, width});
    for (unsigned j = 0; j < half; ++j) {
      VertexRef v = graph.addVertex(cs, poputil::templateVertex("fft::Butterfly", FLOAT, forward));
      graph.connect(v["in"], std::vector<Tensor>{rs[0][j], is[0][j], rs[1][j], is[1][j]});
      graph.connect(v["out"], {rd[j][0], id[j][0], rd[j][1], id[j][1]});
      graph.setInitialValue(v["cosine"], std::cos(kPi * j / half));
      graph.setInitialValue(v["sine"], static_cast<float>(std::sin(kPi * j / half)));
      graph.setTileMapping(v, j % graph.getTarget().getNumTiles());
      graph.setPerfEstimate(v, 20 + 10 * width, 10 * width);
    }
    prog.add(Execute(cs));
    from = to;
  }
  return from;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const unsigned n = static_cast<unsigned>(std::stoul(argv[2]));
  Device device = IPUModel().createDevice();
  Graph graph(device.getTarget());
  graph.addCodelets(argv[1]);
  Signal x{graph.addVariable(FLOAT, {2, n}, "re"), graph.addVariable(FLOAT, {2, n}, "im")};
  for (const Tensor &t : {x.re[0], x.re[1], x.im[0], x.im[1]})
    poputil::mapTensorLinearly(graph, t, 1, 8);

  Sequence there, back;
  const unsigned middle = addTransform(graph, x, 0, true, there);
  const unsigned last = addTransform(graph, x, middle, false, back);
  graph.createHostWrite("re", x.re[0]);
  graph.createHostWrite("im", x.im[0]);
  graph.createHostRead("spectrum-re", x.re[middle]);
  graph.createHostRead("spectrum-im", x.im[middle]);
  graph.createHostRead("back-re", x.re[last]);

  Engine engine(graph, {there, back});
  engine.load(device);
  std::vector<float> re(n), im(n), sr(n), si(n), again(n);
  for (unsigned i = 0; i < n; ++i) {
    re[i] = std::sin(0.3f * i) + static_cast<float>(i % 3);
    im[i] = std::cos(0.1f * i);
  }
  engine.writeTensor<float>("re", re);
  engine.writeTensor("im", ArrayRef<float>(im));
  engine.run(0);
  engine.readTensor<float>("spectrum-re", sr);
  engine.readTensor("spectrum-im", si.data(), si.data() + n);
  engine.run(1);
  engine.readTensor("back-re", again.data(), again.data() + n);

  double error = 0, lost = 0;
  for (unsigned k = 0; k < n; ++k) {
    std::complex<double> sum;
    for (unsigned i = 0; i < n; ++i)
      sum += std::complex<double>(re[i], im[i]) * std::polar(1.0, -2 * kPi * i * k / n);
    error = std::max(error, std::abs(sum - std::complex<double>(sr[k], si[k])));
    lost = std::max(lost, std::abs(static_cast<double>(again[k]) / n - re[k]));
  }
  if (error > 1e-5 * n || lost > 1e-5) return 1;
  std::cout << n << " points there and back" << std::endl;
}
