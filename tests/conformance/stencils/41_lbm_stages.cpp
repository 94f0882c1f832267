// SPDX-License-Identifier: MIT
// Scenario 41: a D2Q9 lattice-Boltzmann flow with a compute set for each stage (accelerate,
// propagate, rebound, collide, mean speed), directions apart, one vertex a row.
#include "D2Q9.hpp"

#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cstring>
#include <sstream>
#include <string>

using namespace poplar;
using namespace poplar::program;

static std::vector<Tensor> rowOf(const Tensor &cells, unsigned y) {
  std::vector<Tensor> rows;
  for (unsigned q = 0; q < 9; ++q)
    rows.push_back(cells[q][y]);
  return rows;
}

int main(int argc, char **argv) {
  const unsigned w = argc > 1 ? std::atoi(argv[1]) : 30, h = argc > 2 ? std::atoi(argv[2]) : 24;
  const unsigned steps = argc > 3 ? std::atoi(argv[3]) : 50;
  const bool hardware = argc > 4 && std::strcmp(argv[4], "--device=ipu") == 0;
  Device device;
  if (hardware) {
    auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
    for (auto &d : devices)
      if (d.attach()) {
        device = std::move(d);
        break;
      }
  } else {
    device = IPUModel().createDevice();
  }
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets({"41_lbm_stages_codelets.cpp"}, "-O3");
  d2q9::Flow host(w, h);

  Tensor cells = graph.addVariable(FLOAT, {9, h, w}, "cells");
  Tensor moved = graph.addVariable(FLOAT, {9, h, w}, "moved");
  Tensor solid = graph.addVariable(BOOL, {h, w}, "solid");
  Tensor speeds = graph.addVariable(FLOAT, {h}, "speeds");
  Tensor total = graph.addVariable(FLOAT, {}, "total");
  graph.setTileMapping(total, 0);
  for (unsigned y = 0; y < h; ++y) {
    for (Tensor t : {cells, moved})
      graph.setTileMapping(t.slice(y, y + 1, 1), y);
    graph.setTileMapping(solid[y], y);
    graph.setTileMapping(speeds[y], y);
  }

  ComputeSet accelerate = graph.addComputeSet("accelerate"),
             propagate = graph.addComputeSet("propagate"), rebound = graph.addComputeSet("rebound"),
             collide = graph.addComputeSet("collide"), speed = graph.addComputeSet("speed");
  VertexRef v = graph.addVertex(accelerate, "AccelerateVertex", {{"solid", solid[h - 2]}});
  graph.connect(v["cells"], rowOf(cells, h - 2));
  graph.setInitialValue(v["density"], host.density);
  graph.setInitialValue(v["accel"], host.accel);
  graph.setTileMapping(v, h - 2);
  for (unsigned y = 0; y < h; ++y) {
    for (unsigned q = 0; q < 9; ++q) {
      v = graph.addVertex(propagate, "PropagateVertex");
      graph.connect(v["in"], cells[q][(y + h - d2q9::cy[q]) % h]);
      graph.connect(v["out"], moved[q][y]);
      graph.setInitialValue(v["shift"], d2q9::cx[q]);
      graph.setTileMapping(v, y);
    }
    for (const bool solids : {true, false}) {
      v = graph.addVertex(solids ? rebound : collide, solids ? "ReboundVertex" : "CollideVertex",
                          {{"solid", solid[y]}});
      graph.connect(v["in"], rowOf(moved, y));
      graph.connect(v["out"], rowOf(cells, y));
      if (!solids) graph.setInitialValue(v["omega"], host.omega);
      graph.setTileMapping(v, y);
    }
    v = graph.addVertex(speed, "SpeedVertex", {{"solid", solid[y]}, {"total", speeds[y]}});
    graph.connect(v["cells"], rowOf(cells, y));
    graph.setTileMapping(v, y);
  }

  auto in = graph.addHostToDeviceFIFO("in", FLOAT, cells.numElements());
  auto mask = graph.addHostToDeviceFIFO("mask", BOOL, solid.numElements());
  auto out = graph.addDeviceToHostFIFO("out", FLOAT, cells.numElements());
  auto mean = graph.addDeviceToHostFIFO("mean", FLOAT, 1);
  Sequence step{Execute(accelerate), Execute(propagate), Execute(rebound), Execute(collide),
                Execute(speed)};
  popops::reduceWithOutput(graph, speeds, total, {0}, popops::Operation::ADD, step, "total");
  step.add(Copy(total, mean));
  Sequence prog{Repeat(steps, step)};
  graph.createHostRead("cycles", cycleCount(graph, prog, 0, SyncType::INTERNAL, "steps"));
  std::ostringstream dot;
  graph.outputComputeGraph(dot, {prog});
  if (dot.str().empty()) return 1;
  Engine engine(graph, {Sequence{Copy(in, cells), Copy(mask, solid)}, prog, Copy(cells, out)},
                OptionFlags{{"target.extendedMemory", "false"}});

  // The host keeps the nine numbers of a cell together.
  std::vector<float> f = host.asFloats(), planes(f.size()), velocities;
  for (std::size_t i = 0; i < f.size(); ++i)
    planes[i % 9 * w * h + i / 9] = f[i];
  const auto fluid = std::count(host.solid.begin(), host.solid.end(), 0);
  engine.connectStream("in", planes.data(), planes.data() + planes.size());
  engine.connectStream("mask", host.solid.data(), host.solid.data() + host.solid.size());
  engine.connectStream("out", planes.data(), planes.data() + planes.size());
  engine.connectStreamToCallback(
      "mean", [&](void *p) { velocities.push_back(*static_cast<float *>(p) / fluid); });
  engine.load(device);
  for (unsigned program = 0; program < 3; ++program)
    engine.run(program);
  unsigned cycles[2];
  engine.readTensor("cycles", cycles, cycles + 2);
  for (std::size_t i = 0; i < f.size(); ++i)
    f[i] = planes[i % 9 * w * h + i / 9];
  for (unsigned s = 0; s < steps; ++s)
    host.step();
  std::cout << cycles[0] / steps << " cycles a step\n";
  if (cycles[0] == 0 || velocities.size() != steps) return 1;
  return d2q9::compare(host, f, velocities);
}
