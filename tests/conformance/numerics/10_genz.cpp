// SPDX-License-Identifier: MIT
// Scenarios 10 to 13: Genz test integrals by Monte Carlo on all workers of all tiles.
// GENZ selects the integrand: 0 product peak, 1 Gaussian peak, 2 continuous, 3 corner peak.
#ifdef __POPC__
#include <ipu_builtins.h>
#include <poplar/Vertex.hpp>

#include <cmath>

class Integrate : public poplar::MultiVertex {
 public:
  poplar::Input<poplar::Vector<float>> c;
  poplar::Input<poplar::Vector<float>> w;
  poplar::Output<poplar::Vector<float>> sums; // one a worker
  unsigned samples;
  unsigned kind;

  bool compute(unsigned workerId) {
    const unsigned dims = c.size();
    float sum = 0;
    for (unsigned s = workerId; s < samples; s += numWorkers()) {
      float product = 1, total = 0;
      for (unsigned d = 0; d < dims; ++d) {
        const float x = __builtin_ipu_urand_f32() + 0.5f;
        const float u = x - w[d];
        if (kind == 0) product *= 1.0f / (1.0f / (c[d] * c[d]) + u * u);
        if (kind == 1) total += c[d] * c[d] * u * u;
        if (kind == 2) total += c[d] * std::fabs(u);
        if (kind == 3) total += c[d] * x;
      }
      if (kind == 0) sum += product;
      if (kind == 1 || kind == 2) sum += std::exp(-total);
      if (kind == 3) sum += std::pow(1.0f + total, -float(dims + 1));
    }
    sums[workerId] = sum;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numeric>

using namespace poplar;
using namespace poplar::program;

#ifndef GENZ
#define GENZ 0
#endif

// Closed forms, as products over the dimensions or by inclusion and exclusion over the corners.
static double exact(const std::vector<float> &c, const std::vector<float> &w) {
  double value = 1;
  for (std::size_t d = 0; d < c.size(); ++d) {
    const double a = c[d], b = w[d];
    if (GENZ == 0) value *= a * (std::atan(a * (1 - b)) + std::atan(a * b));
    if (GENZ == 1)
      value *= std::sqrt(std::acos(-1.0)) / (2 * a) * (std::erf(a * (1 - b)) + std::erf(a * b));
    if (GENZ == 2) value *= (2 - std::exp(-a * b) - std::exp(-a * (1 - b))) / a;
  }
  if (GENZ == 3) {
    double factor = 1, sum = 0;
    for (std::size_t d = 0; d < c.size(); ++d)
      factor *= c[d] * (d + 1);
    for (unsigned corner = 0; corner < 1u << c.size(); ++corner) {
      double at = 1;
      int sign = 1;
      for (std::size_t d = 0; d < c.size(); ++d)
        if (corner >> d & 1) at += c[d], sign = -sign;
      sum += sign / at;
    }
    value = sum / factor;
  }
  return value;
}

int main() {
  auto manager = DeviceManager::createDeviceManager();
  auto devices = manager.getDevices(TargetType::IPU, 1);
  Device device;
  for (auto &d : devices)
    if (d.attach()) {
      device = std::move(d);
      break;
    }
  Graph graph(device.getTarget());
  graph.addCodelets({__FILE__}, "-O3 -I .");
  const auto tiles = graph.getTarget().getNumTiles();
  const auto workers = graph.getTarget().getNumWorkerContexts();
  const unsigned samplesPerTile = 6000, iterations = 5;

  std::vector<float> c = {1.5f, 2.0f, 0.7f}, w = {0.3f, 0.5f, 0.8f};
  Tensor ct = graph.addConstant<float>(FLOAT, {c.size()}, ArrayRef<float>(c));
  Tensor wt = graph.addConstant<float>(FLOAT, {w.size()}, ArrayRef<float>(w));
  graph.setTileMapping(ct, 0);
  graph.setTileMapping(wt, 0);
  Tensor sums = graph.addVariable(FLOAT, {tiles, workers}, "sums");
  poputil::mapTensorLinearly(graph, sums, workers, workers);
  ComputeSet cs = graph.addComputeSet("integrate");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    auto v = graph.addVertex(cs, "Integrate", {{"c", ct}, {"w", wt}, {"sums", sums[tile]}});
    graph.setInitialValue(v["samples"], samplesPerTile);
    graph.setInitialValue(v["kind"], GENZ);
    graph.setTileMapping(v, tile);
    graph.setPerfEstimate(v, 1);
  }
  auto out = graph.addDeviceToHostFIFO("sums", FLOAT, sums.numElements());
  Sequence prog;
  prog.add(Repeat(iterations, Sequence{Execute(cs), Copy(sums, out)}));
  prog.add(PrintTensor("first", sums[0]));

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> host(sums.numElements() * iterations);
  engine.connectStream("sums", host.data(), host.data() + host.size());
  engine.run(0);

  const double n = double(samplesPerTile) * tiles * iterations;
  const double value = std::accumulate(host.begin(), host.end(), 0.0) / n;
  std::cout << "integral " << value << ", exact " << exact(c, w) << "\n";
  if (std::fabs(value / exact(c, w) - 1) > 2e-3) {
    std::cout << "FAILED\n";
    return 1;
  }
  std::cout << "close to the closed form\n";
  return 0;
}
#endif
