// SPDX-License-Identifier: MIT
// Scenario 40: a D2Q9 lattice-Boltzmann flow in a periodic box, written in popops expressions
// alone, beside a plain host loop.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;
namespace pe = popops::expr;

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
static const float omega = 1.7f;

/// Every cell gets what its neighbour against direction (dx, dy) holds.
static Tensor shifted(const Tensor &t, int dx, int dy) {
  Tensor result = t;
  const int shifts[2] = {dy, dx};
  for (unsigned d = 0; d < 2; ++d) {
    const std::size_t n = t.dim(d), s = (shifts[d] + n) % n;
    if (s != 0) result = concat(result.slice(n - s, n, d), result.slice(0, n - s, d), d);
  }
  return result;
}

static std::vector<Tensor> addStep(Graph &graph, const std::vector<Tensor> &f, Sequence &step) {
  std::vector<Tensor> streamed;
  for (int q = 0; q < 9; ++q)
    streamed.push_back(shifted(f[q], cx[q], cy[q]));
  using namespace pe;
  const auto density = _1 + _2 + _3 + _4 + _5 + _6 + _7 + _8 + _9;
  const auto ux = (_2 + _6 + _9 - _4 - _7 - _8) / density;
  const auto uy = (_3 + _6 + _7 - _5 - _8 - _9) / density;
  const auto square = Const(1.5f) * (Square(ux) + Square(uy));
  std::vector<Any> next;
  for (int q = 0; q < 9; ++q) {
    const auto along = float(cx[q]) * ux + float(cy[q]) * uy;
    const auto equilibrium =
        weight[q] * density * (1.0f + 3.0f * along + 4.5f * Square(along) - square);
    const PlaceHolder self(q + 1);
    next.push_back(self + omega * (equilibrium - self));
  }
  return popops::map(graph, next, streamed, step, "collide");
}

static void hostStep(std::vector<std::vector<float>> &f, int w, int h) {
  std::vector<std::vector<float>> next = f;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float g[9], density = 0, ux = 0, uy = 0;
      for (int q = 0; q < 9; ++q) {
        g[q] = f[q][(y - cy[q] + h) % h * w + (x - cx[q] + w) % w];
        density += g[q];
        ux += cx[q] * g[q];
        uy += cy[q] * g[q];
      }
      ux /= density;
      uy /= density;
      for (int q = 0; q < 9; ++q) {
        const float along = cx[q] * ux + cy[q] * uy;
        const float equilibrium =
            weight[q] * density *
            (1 + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
        next[q][y * w + x] = g[q] + omega * (equilibrium - g[q]);
      }
    }
  f = next;
}

int main(int argc, char **argv) {
  const int w = argc > 1 ? std::atoi(argv[1]) : 64, h = argc > 2 ? std::atoi(argv[2]) : 48;
  const unsigned steps = argc > 3 ? std::atoi(argv[3]) : 100;
  IPUModel model;
  model.tilesPerIPU = 32;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);

  std::vector<std::vector<float>> f(9, std::vector<float>(w * h));
  for (int q = 0; q < 9; ++q)
    for (int i = 0; i < w * h; ++i)
      f[q][i] = weight[q] * (1 + 0.1f * std::sin(6.2831853f * (i % w) / w) *
                                     std::cos(6.2831853f * (i / w) / h)) +
                (cx[q] > 0 ? 0.01f : 0);

  std::vector<Tensor> cells;
  for (int q = 0; q < 9; ++q) {
    cells.push_back(graph.addVariable(FLOAT, {std::size_t(h), std::size_t(w)}, "f"));
    poputil::mapTensorLinearly(graph, cells.back(), w, w);
    graph.createHostWrite("in" + std::to_string(q), cells.back());
    graph.createHostRead("out" + std::to_string(q), cells.back());
  }
  Sequence step;
  const std::vector<Tensor> next = addStep(graph, cells, step);
  for (int q = 0; q < 9; ++q)
    step.add(Copy(next[q], cells[q]));

  Engine engine(graph, Repeat(steps, step));
  engine.load(device);
  double before = 0, after = 0, worst = 0;
  for (int q = 0; q < 9; ++q)
    engine.writeTensor("in" + std::to_string(q), f[q].data(), f[q].data() + w * h);
  engine.run(0);
  for (const auto &direction : f)
    for (float value : direction)
      before += value;
  for (unsigned i = 0; i < steps; ++i)
    hostStep(f, w, h);
  for (int q = 0; q < 9; ++q) {
    std::vector<float> result(w * h);
    engine.readTensor("out" + std::to_string(q), result.data(), result.data() + w * h);
    for (int i = 0; i < w * h; ++i) {
      after += result[i];
      worst = std::max(worst, double(std::fabs(result[i] - f[q][i]) / f[q][i]));
    }
  }
  const bool conserved = std::fabs(after - before) < 1e-4 * before;
  std::cout << (conserved ? "density conserved" : "density lost") << ", worst difference " << worst
            << (worst < 0.01 ? ", as the host\n" : ", unlike the host\n");
  return conserved && worst < 0.01 ? 0 : 1;
}
