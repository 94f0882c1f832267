// SPDX-License-Identifier: MIT
// Scenarios 15 to 18: the first programs of a beginner, chosen by PROGRAM: 15 adds two constants,
// 16 sums a vector, 17 adds one ten times, 18 sums suffixes and prints a tensor with <<.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class Add : public Vertex {
 public:
  Input<int> x, y;
  Output<int> sum;
  bool compute() {
    *sum = *x + *y;
    return true;
  }
};

class Sum : public Vertex {
 public:
  Input<Vector<int>> in;
  Output<int> out;
  auto compute() -> bool {
    int total = 0;
    for (unsigned i = 0; i < in.size(); i++)
      total += in[i];
    *out = total;
    return true;
  }
};

class PlusOne : public Vertex {
 public:
  Input<int> in;
  Output<int> out;
  bool compute() {
    *out = *in + 1;
    return true;
  }
};

class SuffixSum : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<float> out;
  bool compute() {
    *out = 0;
    for (const auto &v : in)
      *out += v;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poputil/TileMapping.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

Program build(Graph &graph) {
  ComputeSet cs = graph.addComputeSet("cs");
  Sequence prog;
#if PROGRAM == 15
  Tensor x = graph.addConstant<int>(INT, {1}, 1), y = graph.addConstant<int>(INT, {1}, 2);
  Tensor sum = graph.addVariable(INT, {1}, "sum");
  for (Tensor t : {x, y, sum})
    graph.setTileMapping(t, 0);
  VertexRef v = graph.addVertex(cs, "Add", {{"x", x[0]}, {"y", y[0]}, {"sum", sum[0]}});
  graph.setTileMapping(v, 0);
  prog.add(Execute(cs));
  prog.add(PrintTensor("sum", sum));
#elif PROGRAM == 16
  Tensor in = graph.addConstant<int>(INT, {5}, {1, 2, 3, 4, 5});
  Tensor out = graph.addVariable(INT, {1}, "out");
  graph.setTileMapping(in, 1);
  graph.setTileMapping(out, 0);
  VertexRef v = graph.addVertex(cs, "Sum");
  graph.connect(v["in"], in);
  graph.connect(v["out"], out[0]);
  graph.setTileMapping(v, 0);
  graph.setPerfEstimate(v, 20);
  prog.add(Execute(cs));
  prog.add(PrintTensor("out", out));
#elif PROGRAM == 17
  Tensor v1 = graph.addVariable(INT, {5}, "v1"), v2 = graph.addVariable(INT, {5}, "v2");
  Tensor start = graph.addConstant<int>(INT, {5}, {1, 2, 3, 4, 5});
  graph.setTileMapping(start, 0);
  for (unsigned i = 0; i < 5; ++i) {
    graph.setTileMapping(v1[i], i);
    graph.setTileMapping(v2[i], i);
    VertexRef v = graph.addVertex(cs, "PlusOne", {{"in", v1[i]}, {"out", v2[i]}});
    graph.setTileMapping(v, i);
  }
  Sequence step(Execute(cs), Sequence(PrintTensor("v2", v2), Copy(v2, v1)));
  prog = Sequence(Copy(start, v1), Repeat(10, step));
#else
  Tensor v1 = graph.addVariable(FLOAT, {4}, "v1"), v2 = graph.addVariable(FLOAT, {4}, "v2");
  graph.setInitialValue<float>(v1, {1.0f, 1.5f, 2.0f, 2.5f});
  for (unsigned i = 0; i < 4; ++i) {
    graph.setTileMapping(v1[i], i);
    graph.setTileMapping(v2[i], i);
    VertexRef v = graph.addVertex(cs, "SuffixSum");
    graph.connect(v["in"], v1.slice(i, 4));
    graph.connect(v["out"], v2[i]);
    graph.setTileMapping(v, i);
  }
  std::cout << "tensor " << v2 << std::endl;
  prog.add(Execute(cs));
  prog.add(PrintTensor("v2", v2));
#endif
  return prog;
}

int main() {
  auto manager = DeviceManager::createDeviceManager();
  auto devices = manager.getDevices(TargetType::IPU, 1);
  auto found = devices.begin();
  while (found != devices.end() && !found->attach())
    ++found;
  if (found == devices.end()) return 1;
  Graph graph(*found);
  graph.addCodelets(__FILE__);
  Engine engine(graph, build(graph), OptionFlags{{"debug.instrument", "true"}});
  engine.load(*found);
  engine.run(0);
  return 0;
}
#endif
