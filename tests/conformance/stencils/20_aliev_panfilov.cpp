// SPDX-License-Identifier: MIT
// Scenarios 20 and 21: the Aliev-Panfilov cardiac model on a 3-D grid (or 2-D with depth 1), slabs
// of rows on tiles with halos, double-buffered; mean squared error against a plain host loop.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

static const float kDelta = 5e-5f, kEpsilon = 0.01f, kMy1 = 0.07f, kMy2 = 0.3f, kDt = 0.0005f,
                   kK = 8.0f, kA = 0.1f, kB = 0.1f;

struct Size {
  std::size_t h, w, d;
  std::size_t elements() const { return h * w * d; }
  std::size_t at(std::size_t y, std::size_t x, std::size_t z) const { return (y * w + x) * d + z; }
};

// One step of the whole grid, mirrored at its borders.
static void hostStep(const Size &s, std::vector<float> &e, std::vector<float> &r, float gamma) {
  std::vector<float> next(e.size());
  auto mirror = [](std::ptrdiff_t i, std::size_t n) -> std::size_t {
    return n == 1 ? 0 : i < 0 ? 1 : i >= (std::ptrdiff_t)n ? n - 2 : i;
  };
  for (std::size_t y = 0; y < s.h; ++y)
    for (std::size_t x = 0; x < s.w; ++x)
      for (std::size_t z = 0; z < s.d; ++z) {
        const float c = e[s.at(y, x, z)], rc = r[s.at(y, x, z)];
        float lap = -6 * c;
        lap += e[s.at(mirror((std::ptrdiff_t)y - 1, s.h), x, z)];
        lap += e[s.at(mirror(y + 1, s.h), x, z)];
        lap += e[s.at(y, mirror((std::ptrdiff_t)x - 1, s.w), z)];
        lap += e[s.at(y, mirror(x + 1, s.w), z)];
        lap += e[s.at(y, x, mirror((std::ptrdiff_t)z - 1, s.d))];
        lap += e[s.at(y, x, mirror(z + 1, s.d))];
        next[s.at(y, x, z)] = c + gamma * lap - kDt * (kK * c * (c - kA) * (c - 1) + c * rc);
        r[s.at(y, x, z)] =
            rc - kDt * (kEpsilon + kMy1 * rc / (kMy2 + c)) * (rc + kK * c * (c - kB - 1));
      }
  e = next;
}

int main(int argc, char **argv) {
  const Size s = {std::strtoul(argv[2], nullptr, 10), std::strtoul(argv[3], nullptr, 10),
                  std::strtoul(argv[4], nullptr, 10)};
  const unsigned iterations = 50;
  const float gamma = kDelta * kDt / (0.01f * 0.01f) * 200;

  auto manager = DeviceManager::createDeviceManager();
  auto hwDevices = manager.getDevices(TargetType::IPU, 1);
  auto it = std::find_if(hwDevices.begin(), hwDevices.end(), [](Device &d) { return d.attach(); });
  if (it == hwDevices.end()) return 1;
  Device device = std::move(*it);
  Graph graph(device);
  graph.addCodelets(argv[1]);
  const std::size_t tiles = graph.getTarget().getNumTiles(), used = std::min(tiles, s.h);

  Tensor e1 = graph.addVariable(FLOAT, {s.h, s.w, s.d}, "e_a"),
         e2 = graph.addVariable(FLOAT, {s.h, s.w, s.d}, "e_b");
  Tensor r = graph.addVariable(FLOAT, {s.h, s.w, s.d}, "r");
  auto begin = [&](std::size_t tile) { return s.h * tile / used; };
  for (std::size_t tile = 0; tile < used; ++tile)
    for (Tensor t : {e1, e2, r})
      graph.setTileMapping(t.slice(begin(tile), begin(tile + 1)), tile);

  auto addStep = [&](Tensor in, Tensor out) {
    ComputeSet cs = graph.addComputeSet("step");
    for (std::size_t tile = 0; tile < used; ++tile) {
      const std::size_t b = begin(tile), e = begin(tile + 1);
      // The row above and the row below, mirrored at the border of the grid.
      Tensor above = in[b == 0 ? (s.h == 1 ? 0 : 1) : b - 1];
      Tensor below = in[e == s.h ? (s.h == 1 ? 0 : s.h - 2) : e];
      Tensor padded = concat({above.expand({0}), in.slice(b, e), below.expand({0})});
      VertexRef v = graph.addVertex(cs, "AlievPanfilov",
                                    {{"in", padded.reshape({(e - b + 2) * s.w, s.d})},
                                     {"out", out.slice(b, e).reshape({(e - b) * s.w, s.d})},
                                     {"r", r.slice(b, e).reshape({(e - b) * s.w, s.d})},
                                     {"height", unsigned(e - b)},
                                     {"width", unsigned(s.w)},
                                     {"depth", unsigned(s.d)},
                                     {"gamma", gamma}});
      graph.setPerfEstimate(v, 100);
      graph.setTileMapping(v, tile);
    }
    return Execute(cs);
  };
  Sequence loop{addStep(e1, e2), addStep(e2, e1)};
  auto in = graph.addHostToDeviceFIFO("in", FLOAT, s.elements());
  auto inR = graph.addHostToDeviceFIFO("in_r", FLOAT, s.elements());
  auto out = graph.addDeviceToHostFIFO("out", FLOAT, s.elements());
  std::vector<Program> programs = {Sequence(Copy(in, e1), Copy(inR, r)),
                                   Repeat(iterations / 2, loop), Copy(e1, out)};
  auto exe = compileGraph(graph, programs);
  Engine engine(std::move(exe));

  std::vector<float> e(s.elements()), hr(s.elements()), result(s.elements());
  for (std::size_t y = 0; y < s.h; ++y)
    for (std::size_t x = 0; x < s.w; ++x)
      for (std::size_t z = 0; z < s.d; ++z) {
        e[s.at(y, x, z)] = x >= s.w / 2 ? 1.0f : 0.0f;
        hr[s.at(y, x, z)] = y >= s.h / 2 ? 1.0f : 0.0f;
      }
  engine.connectStream("in", e.data());
  engine.connectStream("in_r", hr.data());
  engine.connectStream("out", result.data());
  engine.load(device);
  for (unsigned p = 0; p < programs.size(); ++p)
    engine.run(p);

  for (unsigned i = 0; i < iterations; ++i)
    hostStep(s, e, hr, gamma);
  double mse = 0, norm = 0;
  for (std::size_t i = 0; i < e.size(); ++i) {
    mse += (e[i] - result[i]) * (e[i] - result[i]) / e.size();
    norm += e[i] * e[i] / e.size();
  }
  std::cout << "norm " << norm << ", MSE " << mse << "\n";
  if (!(mse < 1e-10) || !(norm > 0.01)) {
    std::cout << "FAILED\n";
    return 1;
  }
  std::cout << "MSE against the host is small\n";
  return 0;
}
