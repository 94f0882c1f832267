// SPDX-License-Identifier: MIT
// Scenario 45: the kernels of BabelStream as popops operations, with that benchmark's validation.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/Reduce.hpp>
#include <popops/ScaledAdd.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>

using namespace poplar;
using namespace poplar::program;

static const float startA = 0.1f, startB = 0.2f, startC = 0.0f, startScalar = 0.4f;

enum { INIT, COPY, MUL, ADD, TRIAD, DOT, PROGRAMS };

int main(int argc, char **argv) {
  const std::size_t size = argc > 1 ? std::atoi(argv[1]) : 1 << 16;
  const unsigned times = argc > 2 ? std::atoi(argv[2]) : 10;
  Device device = Device::createCPUDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);

  Tensor a = graph.addVariable(FLOAT, {size}, "a");
  poputil::mapTensorLinearly(graph, a);
  Tensor b = graph.clone(a, "b"), c = graph.clone(a, "c");
  Tensor scalar = graph.addConstant(FLOAT, {}, startScalar, "scalar");
  graph.setTileMapping(scalar, 0);
  Tensor sum = graph.addVariable(FLOAT, {}, "sum");
  graph.setTileMapping(sum, 0);

  std::vector<Program> programs(PROGRAMS);
  Sequence init, mul, add, triad, dot;
  popops::fill(graph, a, init, startA);
  popops::fill(graph, b, init, startB);
  popops::fill(graph, c, init, startC);
  programs[INIT] = init;
  programs[COPY] = Copy(a, c);
  popops::mulWithOutput(graph, c, scalar, b, mul, "b = scalar * c");
  programs[MUL] = mul;
  popops::addWithOutput(graph, a, b, c, add, "c = a + b");
  programs[ADD] = add;
  triad.add(Copy(b, a));
  popops::scaledAddTo(graph, a, c, scalar, triad, "a = b + scalar * c");
  programs[TRIAD] = triad;
  Tensor products = poputil::duplicate(graph, a, dot);
  popops::mulInPlace(graph, products, b, dot);
  popops::reduceWithOutput(graph, products, sum, {0}, popops::Operation::ADD, dot, "sum = a . b");
  programs[DOT] = dot;

  graph.createHostRead("a", a);
  graph.createHostRead("b", b);
  graph.createHostRead("c", c);
  graph.createHostRead("sum", sum);
  Engine engine(graph, programs);
  engine.load(device);
  engine.run(INIT);
  for (unsigned i = 0; i < times; ++i)
    for (int program = COPY; program < PROGRAMS; ++program)
      engine.run(program);

  float goldA = startA, goldB = startB, goldC = startC;
  for (unsigned i = 0; i < times; ++i) {
    goldC = goldA;
    goldB = startScalar * goldC;
    goldC = goldA + goldB;
    goldA = goldB + startScalar * goldC;
  }
  const char *const names[3] = {"a", "b", "c"};
  const float golds[3] = {goldA, goldB, goldC};
  bool good = true;
  for (int k = 0; k < 3; ++k) {
    std::vector<float> values(size);
    engine.readTensor(names[k], values.data(), values.data() + size);
    double error = 0;
    for (float value : values)
      error += std::fabs(value - golds[k]);
    if (error / size > 100 * std::numeric_limits<float>::epsilon()) {
      std::cout << "Validation failed on " << names[k] << '\n';
      good = false;
    }
  }
  float result = 0;
  engine.readTensor("sum", &result, &result + 1);
  const double goldSum = double(goldA) * goldB * size;
  if (std::fabs((result - goldSum) / goldSum) > 1e-5) {
    std::cout << "Validation failed on sum: " << result << ", not " << goldSum << '\n';
    good = false;
  }
  if (good) std::cout << "Validation passed\n";
  return good ? 0 : 1;
}
