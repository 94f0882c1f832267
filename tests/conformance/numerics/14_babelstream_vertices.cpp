// SPDX-License-Identifier: MIT
// Scenario 14: BabelStream's kernels as vertices, one a worker, with the benchmark's validation.
// Arguments: size, repetitions, "hw" for an IPU instead of the CPU target.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

template <typename T>
class Start : public Vertex {
 public:
  Output<Vector<T>> a, b, c;
  T valueA, valueB, valueC;
  bool compute() {
    for (unsigned i = 0; i < a.size(); i++) {
      a[i] = valueA;
      b[i] = valueB;
      c[i] = valueC;
    }
    return true;
  }
};

template <typename T>
class Mul : public Vertex {
 public:
  Input<Vector<T, VectorLayout::SPAN, 8>> c;
  Output<Vector<T, VectorLayout::SPAN, 8>> b;
  Input<T> scalar;
  bool compute() {
    for (unsigned i = 0; i < b.size(); i++)
      b[i] = scalar * c[i];
    return true;
  }
};

template <typename T>
class Add : public Vertex {
 public:
  Input<Vector<T, VectorLayout::SPAN, 8>> a, b;
  Output<Vector<T, VectorLayout::SPAN, 8>> c;
  bool compute() {
    for (unsigned i = 0; i < c.size(); i++)
      c[i] = a[i] + b[i];
    return true;
  }
};

template <typename T>
class Triad : public Vertex {
 public:
  Input<Vector<T, VectorLayout::SPAN, 8>> b, c;
  Output<Vector<T, VectorLayout::SPAN, 8>> a;
  Input<T> scalar;
  bool compute() {
    for (unsigned i = 0; i < a.size(); i++)
      a[i] = b[i] + scalar * c[i];
    return true;
  }
};

template <typename T>
class Dot : public Vertex {
 public:
  Input<Vector<T>> a, b;
  Output<T> sum;
  bool compute() {
    T total = 0; // in blocks: long sums of one kind of number lose digits
    for (unsigned begin = 0; begin < a.size(); begin += 256) {
      T block = 0;
      for (unsigned i = begin; i < a.size() && i < begin + 256; i++)
        block += a[i] * b[i];
      total += block;
    }
    *sum = total;
    return true;
  }
};

template <typename T>
class Total : public Vertex {
 public:
  Input<Vector<T>> partials;
  Output<T> sum;
  bool compute() {
    T total = 0;
    for (auto p : partials)
      total += p;
    *sum = total;
    return true;
  }
};

template class Start<float>;
template class Mul<float>;
template class Add<float>;
template class Triad<float>;
template class Dot<float>;
template class Total<float>;

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/codelets.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>

using namespace poplar;
using namespace poplar::program;

static const float startA = 0.1f, startB = 0.2f, startC = 0.0f, startScalar = 0.4f;

enum { INIT, COPY, MUL, ADD, TRIAD, DOT, PROGRAMS };

static Device chooseDevice(bool hardware) {
  if (!hardware) return Device::createCPUDevice();
  auto manager = DeviceManager::createDeviceManager();
  for (Device &device : manager.getDevices(TargetType::IPU, 1))
    if (device.attach()) return std::move(device);
  std::cerr << "no IPU could be attached\n";
  std::exit(1);
}

int main(int argc, char **argv) {
  const std::size_t size = argc > 1 ? std::atoi(argv[1]) : 1 << 16;
  const unsigned times = argc > 2 ? std::atoi(argv[2]) : 10;
  Device device = chooseDevice(argc > 3 && std::strcmp(argv[3], "hw") == 0);
  Graph graph(device.getTarget());
  poplin::addCodelets(graph);
  graph.addCodelets({__FILE__}, "-O3");

  const unsigned tiles = graph.getTarget().getNumTiles();
  const unsigned parts = tiles * graph.getTarget().getNumWorkerContexts();
  Tensor a = graph.addVariable(FLOAT, {size}, "a"), b = graph.addVariable(FLOAT, {size}, "b"),
         c = graph.addVariable(FLOAT, {size}, "c");
  Tensor partials = graph.addVariable(FLOAT, {parts}, "partials");
  Tensor sum = graph.addVariable(FLOAT, {}, "sum");
  graph.setTileMapping(sum, 0);
  Tensor scalar = graph.addConstant(FLOAT, {}, startScalar, "scalar");
  graph.setTileMapping(scalar, 0);

  ComputeSet init = graph.addComputeSet("init"), mul = graph.addComputeSet("mul"),
             add = graph.addComputeSet("add"), triad = graph.addComputeSet("triad"),
             dot = graph.addComputeSet("dot"), total = graph.addComputeSet("total");
  for (unsigned p = 0; p < parts; ++p) {
    const unsigned tile = p * tiles / parts;
    const std::size_t begin = size * p / parts / 2 * 2,
                      end = p + 1 == parts ? size : size * (p + 1) / parts / 2 * 2;
    Tensor pa = a.slice(begin, end), pb = b.slice(begin, end), pc = c.slice(begin, end);
    for (Tensor t : {pa, pb, pc, partials[p].reshape({1})})
      graph.setTileMapping(t, tile);
    VertexRef v = graph.addVertex(init, "Start<float>", {{"a", pa}, {"b", pb}, {"c", pc}});
    graph.setInitialValue(v["valueA"], startA);
    graph.setInitialValue(v["valueB"], startB);
    graph.setInitialValue(v["valueC"], startC);
    graph.setTileMapping(v, tile);
    v = graph.addVertex(mul, "Mul<float>", {{"b", pb}, {"c", pc}, {"scalar", scalar}});
    graph.setTileMapping(v, tile);
    v = graph.addVertex(add, "Add<float>", {{"a", pa}, {"b", pb}, {"c", pc}});
    graph.setTileMapping(v, tile);
    v = graph.addVertex(triad, "Triad<float>",
                        {{"a", pa}, {"b", pb}, {"c", pc}, {"scalar", scalar}});
    graph.setTileMapping(v, tile);
    v = graph.addVertex(dot, "Dot<float>", {{"a", pa}, {"b", pb}, {"sum", partials[p]}});
    graph.setTileMapping(v, tile);
  }
  VertexRef v = graph.addVertex(total, "Total<float>", {{"partials", partials}, {"sum", sum}});
  graph.setTileMapping(v, 0);

  std::vector<Program> programs(PROGRAMS);
  programs[INIT] = Execute(init);
  programs[COPY] = Copy(a, c);
  programs[MUL] = Execute(mul);
  programs[ADD] = Execute(add);
  programs[TRIAD] = Execute(triad);
  programs[DOT] = Sequence(Execute(dot), Execute(total));
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

  float gold[3] = {startA, startB, startC};
  for (unsigned i = 0; i < times; ++i) {
    gold[2] = gold[0];
    gold[1] = startScalar * gold[2];
    gold[2] = gold[0] + gold[1];
    gold[0] = gold[1] + startScalar * gold[2];
  }
  bool good = true;
  for (int k = 0; k < 3; ++k) {
    std::vector<float> values(size);
    engine.readTensor(std::string(1, char('a' + k)), values.data(), values.data() + size);
    double error = 0;
    for (float value : values)
      error += std::fabs(value - gold[k]);
    if (error / size > 100 * std::numeric_limits<float>::epsilon()) {
      std::cout << "Validation failed on " << char('a' + k) << '\n';
      good = false;
    }
  }
  float result = 0;
  engine.readTensor("sum", &result, &result + 1);
  const double goldSum = double(gold[0]) * gold[1] * size;
  if (std::fabs((result - goldSum) / goldSum) > 1e-4) {
    std::cout << "Validation failed on sum: " << result << ", not " << goldSum << '\n';
    good = false;
  }
  if (good) std::cout << "Validation passed\n";
  return good ? 0 : 1;
}
#endif
