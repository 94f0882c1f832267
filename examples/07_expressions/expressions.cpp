// SPDX-License-Identifier: MIT
// Lesson 7, expressions: a million damped oscillators, once with a function for each operation and
// once as two fused expressions. Both give the same bits; the number of supersteps differs.
//
//   x' = x + dt * v
//   v' = (v - dt * k * x) * damping        k differs from oscillator to oscillator
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cstdio>

using namespace poplar;
using namespace poplar::program;

constexpr std::size_t kOscillators = 1000000;
constexpr float kStep = 0.01f, kDamping = 0.999f;

struct State {
  Tensor x, v, k;
};

// Six functions, six supersteps; every intermediate result is a tensor in tile memory.
Sequence oneByOne(Graph &graph, const State &s) {
  Sequence prog;
  Tensor force = popops::mul(graph, s.k, s.x, prog, "k * x");
  popops::mulInPlace(graph, force, kStep, prog, "* dt");
  Tensor moved = popops::mul(graph, s.v, kStep, prog, "dt * v");
  popops::addInPlace(graph, s.x, moved, prog, "x +=");
  popops::subInPlace(graph, s.v, force, prog, "v -=");
  popops::mulInPlace(graph, s.v, kDamping, prog, "damp");
  return prog;
}

// Expression i is written to tensor i, and all are evaluated before any is written.
Sequence fused(Graph &graph, const State &s) {
  using namespace popops::expr;
  const std::vector<Any> next = {_1 + kStep * _2, (_2 - _3 * _1 * kStep) * kDamping};
  Sequence prog;
  popops::mapInPlace(graph, next, {s.x, s.v, s.k}, prog, "oscillate");
  return prog;
}

struct Outcome {
  std::vector<float> x;
  unsigned supersteps;
  double seconds;
};

Outcome simulate(const Device &device, Sequence (*build)(Graph &, const State &)) {
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  State s;
  for (Tensor *t : {&s.x, &s.v, &s.k}) {
    *t = graph.addVariable(FLOAT, {kOscillators});
    poputil::mapTensorLinearly(graph, *t);
  }
  graph.createHostWrite("x", s.x);
  graph.createHostWrite("v", s.v);
  graph.createHostWrite("k", s.k);
  graph.createHostRead("x after", s.x);
  Engine engine(graph, Repeat(10, build(graph, s)));
  engine.load(device);

  std::vector<float> x(kOscillators, 1.0f), v(kOscillators, 0.0f), k(kOscillators);
  for (std::size_t i = 0; i < kOscillators; ++i)
    k[i] = 1.0f + static_cast<float>(i) / kOscillators;
  engine.writeTensor("x", x.data(), x.data() + x.size());
  engine.writeTensor("v", v.data(), v.data() + v.size());
  engine.writeTensor("k", k.data(), k.data() + k.size());
  Outcome outcome = {x, 0, 0};
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
    ++outcome.supersteps;
    outcome.seconds += step.seconds;
  });
  engine.run();
  engine.readTensor("x after", outcome.x.data(), outcome.x.data() + outcome.x.size());
  return outcome;
}

int main() {
  auto devices = DeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;
  const Outcome apart = simulate(*device, oneByOne), together = simulate(*device, fused);
  std::printf("one by one: %3u supersteps, %.2f ms\n", apart.supersteps, apart.seconds * 1e3);
  std::printf("fused:      %3u supersteps, %.2f ms\n", together.supersteps, together.seconds * 1e3);
  std::printf("x[0] = %.6f after 10 steps, results are %s\n", together.x[0],
              together.x == apart.x ? "equal" : "different");
  return together.x == apart.x && together.supersteps < apart.supersteps ? 0 : 1;
}
