// SPDX-License-Identifier: MIT
// Scenario 38: a D2Q9 lattice-Boltzmann flow, cells as structures of nine numbers, rows in blocks
// over the tiles of one or more IPUs. Arguments: width height steps IPUs.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

struct Cell {
  float speeds[9];
};

static const float weights[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

class Accelerate : public Vertex {
 public:
  InOut<Vector<float>> row;
  Input<Vector<bool>> solid;
  float density, accel;
  bool compute() {
    const float a = density * accel * weights[1], b = density * accel * weights[5];
    auto *cells = reinterpret_cast<Cell *>(&row[0]);
    for (unsigned x = 0; x < solid.size(); ++x) {
      auto *s = cells[x].speeds;
      if (solid[x] || s[3] <= a || s[6] <= b || s[7] <= b) continue;
      s[1] += a, s[5] += b, s[8] += b;
      s[3] -= a, s[6] -= b, s[7] -= b;
    }
    return true;
  }
};

class StreamCollide : public Vertex {
 public:
  Input<Vector<float>> cells; // the rows of the block, with one more on each side
  Input<Vector<bool>> solid;
  Output<Vector<float>> next;
  Output<float> speed; // of all fluid cells together
  unsigned width;
  float omega;

  auto compute() -> bool {
    const int w = width, cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1},
              cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1}, back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    const auto *from = reinterpret_cast<const Cell *>(&cells[0]);
    auto *to = reinterpret_cast<Cell *>(&next[0]);
    float total = 0;
    for (int i = 0; i < int(solid.size()); ++i) {
      float in[9], rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < 9; ++q) {
        in[q] = from[(i / w + 1 - cy[q]) * w + (i % w - cx[q] + w) % w].speeds[q];
        rho += in[q];
        ux += cx[q] * in[q];
        uy += cy[q] * in[q];
      }
      if (solid[i]) {
        for (int q = 0; q < 9; ++q)
          to[i].speeds[q] = in[back[q]];
        continue;
      }
      ux /= rho, uy /= rho;
      const float square = ux * ux + uy * uy;
      total += std::sqrt(square);
      for (int q = 0; q < 9; ++q) {
        const float along = cx[q] * ux + cy[q] * uy;
        const float equilibrium =
            weights[q] * rho * (1 + 3 * along + 4.5f * along * along - 1.5f * square);
        to[i].speeds[q] = in[q] + omega * (equilibrium - in[q]);
      }
    }
    *speed = total;
    return true;
  }
};

/// Keeps the mean velocity of every step.
class Keep : public Vertex {
 public:
  Input<float> total;
  InOut<unsigned> step;
  Output<Vector<float>> history;
  unsigned fluid;
  bool compute() {
    history[*step] = *total / fluid;
    *step = *step + 1;
    return true;
  }
};

#else
#include "D2Q9.hpp"

#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/Reduce.hpp>
#include <popops/Zero.hpp>
#include <popops/codelets.hpp>

#include <cstdlib>
#include <iostream>
#include <sstream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  const unsigned w = argc > 1 ? std::atoi(argv[1]) : 40, h = argc > 2 ? std::atoi(argv[2]) : 31;
  const unsigned steps = argc > 3 ? std::atoi(argv[3]) : 60;
  IPUModel model;
  model.numIPUs = argc > 4 ? std::atoi(argv[4]) : 1;
  model.tilesPerIPU = 8;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets({__FILE__}, "-O3");
  d2q9::Flow host(w, h);

  const unsigned tiles = graph.getTarget().getNumTiles();
  Tensor cells = graph.addVariable(FLOAT, {h, w, 9}, "cells");
  Tensor next = graph.addVariable(FLOAT, {h, w, 9}, "next");
  Tensor solid = graph.addVariable(BOOL, {h, w}, "solid");
  Tensor speeds = graph.addVariable(FLOAT, {tiles}, "speeds");
  Tensor total = graph.addVariable(FLOAT, {}, "total");
  Tensor step = graph.addVariable(UNSIGNED_INT, {}, "step");
  Tensor history = graph.addVariable(FLOAT, {steps}, "history");
  for (Tensor t : {total, step, history})
    graph.setTileMapping(t, 0);

  ComputeSet accelerate = graph.addComputeSet("accelerate"),
             collide = graph.addComputeSet("collide"), keep = graph.addComputeSet("keep");
  for (unsigned tile = 0; tile < tiles; ++tile) {
    const unsigned first = h * tile / tiles, last = h * (tile + 1) / tiles;
    for (Tensor t : {cells, next, solid})
      graph.setTileMapping(t.slice(first, last), tile);
    graph.setTileMapping(speeds[tile], tile);
    Tensor around = concat({cells.slice((first + h - 1) % h, (first + h - 1) % h + 1),
                            cells.slice(first, last), cells.slice(last % h, last % h + 1)});
    auto v = graph.addVertex(collide, "StreamCollide",
                             {{"cells", around.flatten()},
                              {"solid", solid.slice(first, last).flatten()},
                              {"next", next.slice(first, last).flatten()},
                              {"speed", speeds[tile]}});
    graph.setInitialValue(v["width"], w);
    graph.setInitialValue(v["omega"], host.omega);
    graph.setTileMapping(v, tile);
    if (first <= h - 2 && h - 2 < last) {
      v = graph.addVertex(accelerate, "Accelerate",
                          {{"row", cells[h - 2].flatten()}, {"solid", solid[h - 2]}});
      graph.setInitialValue(v["density"], host.density);
      graph.setInitialValue(v["accel"], host.accel);
      graph.setTileMapping(v, tile);
    }
  }
  auto v = graph.addVertex(keep, "Keep", {{"total", total}, {"step", step}, {"history", history}});
  graph.setInitialValue(v["fluid"], unsigned(std::count(host.solid.begin(), host.solid.end(), 0)));
  graph.setTileMapping(v, 0);

  Sequence prog, body;
  popops::zero(graph, step, prog, "start");
  body.add(Execute(accelerate));
  body.add(Execute(collide));
  popops::reduceWithOutput(graph, speeds, total, {0}, popops::Operation::ADD, body, "total");
  body.add(Execute(keep));
  body.add(Copy(next, cells));
  prog.add(Repeat(steps, body));
  Tensor cycles = cycleCount(graph, prog, 0, SyncType::INTERNAL, "steps");
  std::ostringstream dot;
  graph.outputComputeGraph(dot, {prog});
  if (dot.str().find("digraph") == std::string::npos) return 1;

  graph.createHostWrite("cells", cells);
  graph.createHostWrite("solid", solid);
  graph.createHostRead("cells", cells);
  graph.createHostRead("history", history);
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> f = host.asFloats(), velocities(steps);
  engine.writeTensor("cells", f.data(), f.data() + f.size());
  engine.writeTensor("solid", host.solid.data(), host.solid.data() + host.solid.size());
  engine.run(0);
  engine.readTensor("cells", f.data(), f.data() + f.size());
  engine.readTensor("history", velocities.data(), velocities.data() + steps);
  unsigned long long ticks = 0;
  engine.readTensor("cycles", &ticks, &ticks + 1);
  for (unsigned s = 0; s < steps; ++s)
    host.step();
  std::cout << ticks / steps << " cycles a step on " << model.numIPUs << " IPUs\n";
  return ticks == 0 ? 1 : d2q9::compare(host, f, velocities);
}
#endif
