// SPDX-License-Identifier: MIT
// Scenario 43: a D2Q9 lattice-Boltzmann flow as one would first write it, popops after popops on
// whole tensors; only the push of a row is a vertex.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

/// What moves from the directions to the left to those to the right in the cells of a row.
class PushRow : public Vertex {
 public:
  Input<Vector<float>> west, northWest, southWest, fluid;
  Output<Vector<float>> straight, diagonal;
  float a, b;
  bool compute() {
    for (unsigned i = 0; i < west.size(); ++i) {
      const bool push = fluid[i] != 0 && west[i] > a && northWest[i] > b && southWest[i] > b;
      straight[i] = push ? a : 0;
      diagonal[i] = push ? b : 0;
    }
    return true;
  }
};

#else
#include "D2Q9.hpp"

#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/Zero.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <string>

using namespace poplar;
using namespace poplar::program;
using d2q9::cx;
using d2q9::cy;

static Tensor moved(const Tensor &t, int dx, int dy) {
  const int shifts[2] = {dy, dx};
  Tensor result = t;
  for (unsigned d = 0; d < 2; ++d)
    if (shifts[d] != 0) {
      const std::size_t n = t.dim(d), cut = shifts[d] > 0 ? n - 1 : 1;
      result = concat(result.slice(cut, n, d), result.slice(0, cut, d), d);
    }
  return result;
}

/// The flow along one axis: directions with a factor of 1 less those with -1, by density.
static Tensor velocity(Graph &graph, const std::vector<Tensor> &f, const int *factors,
                       const Tensor &density, Sequence &prog) {
  Tensor result = graph.clone(density, "velocity");
  popops::zero(graph, result, prog);
  for (unsigned q = 0; q < 9; ++q) {
    if (factors[q] > 0) popops::addInPlace(graph, result, f[q], prog);
    if (factors[q] < 0) popops::subInPlace(graph, result, f[q], prog);
  }
  popops::divInPlace(graph, result, density, prog);
  return result;
}

int main(int argc, char **argv) {
  const unsigned w = argc > 1 ? std::atoi(argv[1]) : 30, h = argc > 2 ? std::atoi(argv[2]) : 24;
  const unsigned steps = argc > 3 ? std::atoi(argv[3]) : 50;
  IPUModel model;
  model.tilesPerIPU = 16;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);
  d2q9::Flow host(w, h);

  Tensor cells = graph.addVariable(FLOAT, {9, h, w}, "cells");
  Tensor fluid = graph.addVariable(FLOAT, {h, w}, "fluid"), solid = graph.clone(fluid, "solid");
  for (unsigned q = 0; q < 9; ++q)
    poputil::mapTensorLinearly(graph, cells[q], w, w);
  poputil::mapTensorLinearly(graph, fluid, w, w);
  poputil::mapTensorLinearly(graph, solid, w, w);
  Tensor straight = graph.addVariable(FLOAT, {w}, "straight"),
         diagonal = graph.addVariable(FLOAT, {w}, "diagonal");
  Tensor history = graph.addVariable(FLOAT, {steps, 1}, "history");
  Tensor step = graph.addVariable(UNSIGNED_INT, {1}, "step");
  for (Tensor t : {straight, diagonal, history, step})
    graph.setTileMapping(t, 0);

  Sequence body;
  // Push the row below the top wall.
  const unsigned row = h - 2;
  ComputeSet push = graph.addComputeSet("push");
  VertexRef v = graph.addVertex(push, "PushRow",
                                {{"west", cells[3][row]},
                                 {"northWest", cells[6][row]},
                                 {"southWest", cells[7][row]},
                                 {"fluid", fluid[row]},
                                 {"straight", straight},
                                 {"diagonal", diagonal}});
  graph.setInitialValue(v["a"], host.density * host.accel / 9);
  graph.setInitialValue(v["b"], host.density * host.accel / 36);
  graph.setTileMapping(v, 0);
  body.add(Execute(push));
  for (unsigned q = 1; q < 9; ++q) {
    const Tensor &amount = q < 5 ? straight : diagonal;
    if (cx[q] > 0) popops::addInPlace(graph, cells[q][row], amount, body, "push");
    if (cx[q] < 0) popops::subInPlace(graph, cells[q][row], amount, body, "pull");
  }

  // Propagate.
  std::vector<Tensor> f;
  for (unsigned q = 0; q < 9; ++q) {
    f.push_back(graph.clone(fluid, "f" + std::to_string(q)));
    body.add(Copy(moved(cells[q], cx[q], cy[q]), f[q]));
  }

  // Collide: the fluid takes its part of the relaxed values, solid cells what comes back.
  std::vector<Tensor> stacked;
  for (const Tensor &t : f)
    stacked.push_back(t.expand({0}));
  Tensor density = popops::reduce(graph, concat(stacked), {0}, popops::Operation::ADD, body);
  Tensor ux = velocity(graph, f, cx, density, body), uy = velocity(graph, f, cy, density, body);
  Tensor square = popops::add(graph, popops::square(graph, ux, body),
                              popops::square(graph, uy, body), body, "square");
  for (unsigned q = 0; q < 9; ++q) {
    Tensor along = popops::add(graph, popops::mul(graph, ux, 3.0f * cx[q], body),
                               popops::mul(graph, uy, 3.0f * cy[q], body), body);
    Tensor sum = popops::mul(graph, popops::square(graph, along, body), 0.5f, body);
    popops::addInPlace(graph, sum, along, body);
    popops::subInPlace(graph, sum, popops::mul(graph, square, 1.5f, body), body);
    popops::addInPlace(graph, sum, 1.0f, body);
    popops::mulInPlace(graph, sum, density, body);
    popops::mulInPlace(graph, sum, float(d2q9::weight[q]), body, "equilibrium");
    popops::subInPlace(graph, sum, f[q], body);
    popops::mulInPlace(graph, sum, float(host.omega), body);
    popops::addInPlace(graph, sum, f[q], body);
    popops::mulInPlace(graph, sum, fluid, body);
    Tensor back = popops::mul(graph, f[d2q9::opposite[q]], solid, body, "rebound");
    popops::addWithOutput(graph, sum, back, cells[q], body);
  }

  // Mean velocity, kept for every step.
  Tensor speed = popops::sqrt(graph, square, body);
  popops::mulInPlace(graph, speed, fluid, body);
  Tensor mean = graph.addVariable(FLOAT, {}, "mean");
  graph.setTileMapping(mean, 0);
  popops::reduceWithOutput(graph, speed.flatten(), mean, {0}, popops::Operation::ADD, body, "mean");
  popops::dynamicUpdate(graph, history, mean.reshape({1, 1}), step, {0}, {1}, body);
  popops::addInPlace(graph, step, 1u, body);

  Sequence prog;
  popops::zero(graph, step, prog, "start");
  prog.add(Repeat(steps, body));
  graph.createHostRead("cycles", cycleCount(graph, prog, 0, SyncType::INTERNAL, "steps"));
  graph.createHostWrite("cells", cells);
  graph.createHostRead("cells", cells);
  graph.createHostWrite("fluid", fluid);
  graph.createHostWrite("solid", solid);
  graph.createHostRead("history", history);

  std::vector<float> values = host.asFloats(), planes(values.size()), velocities(steps), solids,
                     fluids;
  for (std::size_t i = 0; i < values.size(); ++i)
    planes[i % 9 * w * h + i / 9] = values[i];
  for (const unsigned char s : host.solid) {
    solids.push_back(s ? 1.0f : 0.0f);
    fluids.push_back(s ? 0.0f : 1.0f);
  }
  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("cells", planes.data(), planes.data() + planes.size());
  engine.writeTensor("fluid", fluids.data(), fluids.data() + fluids.size());
  engine.writeTensor("solid", solids.data(), solids.data() + solids.size());
  engine.run(0);
  engine.readTensor("cells", planes.data(), planes.data() + planes.size());
  engine.readTensor("history", velocities.data(), velocities.data() + steps);
  unsigned cycles[2];
  engine.readTensor("cycles", cycles, cycles + 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = planes[i % 9 * w * h + i / 9];
  const auto count = std::count(host.solid.begin(), host.solid.end(), 0);
  for (float &velocity : velocities)
    velocity /= count;
  for (unsigned s = 0; s < steps; ++s)
    host.step();
  std::cout << cycles[0] / steps << " cycles a step\n";
  return cycles[0] == 0 ? 1 : d2q9::compare(host, values, velocities);
}
#endif
