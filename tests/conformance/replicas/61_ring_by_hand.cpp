// SPDX-License-Identifier: MIT
// Scenarios 41 and 42 with Poplar's own means: a ring all-reduce of CrossReplicaCopy and vertices,
// in a loop that ends when all replicas are done. "Control flow in a replicated graph must not
// diverge between replicas."
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <map>
#include <sstream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

const char *const kCodelets = R"(
#include <poplar/Vertex.hpp>
using namespace poplar;

template <unsigned op>
class Combine : public Vertex {
 public:
  Input<Vector<int>> arrived;
  InOut<Vector<int>> sum;
  void compute() {
    for (unsigned i = 0; i < sum.size(); ++i) {
      const int a = sum[i], b = arrived[i];
      sum[i] = op == 0 ? a + b : op == 1 ? a * b : op == 2 ? (a > b ? a : b) : (a < b ? a : b);
    }
  }
};
template class Combine<0>;
template class Combine<1>;
template class Combine<2>;
template class Combine<3>;

class CountDown : public Vertex {
 public:
  InOut<unsigned> left;
  Output<bool> more;
  void compute() {
    *left = *left - 1;
    *more = *left != 0;
  }
};
)";

/// What operation `op` makes of all replicas' inputs, which are `value(r, j)`.
std::vector<int> allReduce(unsigned R, unsigned N, unsigned op, const std::vector<int> &inputs) {
  IPUModel model;
  model.numIPUs = R;
  model.tilesPerIPU = 3;
  Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(R));
  std::stringstream source(kCodelets);
  graph.addCodelets(source);

  const auto variable = [&](const Type &type, std::size_t n, const char *name) {
    Tensor t = graph.addVariable(type, {n}, name);
    for (std::size_t i = 0; i < n; ++i)
      graph.setTileMapping(t[i], static_cast<unsigned>(3 * i / n));
    return t;
  };
  Tensor sum = variable(INT, N, "sum"), passing = variable(INT, N, "passing");
  Tensor arrived = variable(INT, N, "arrived");
  Tensor left = variable(UNSIGNED_INT, 1, "left"), more = variable(BOOL, 1, "more");
  Tensor steps = graph.addConstant(UNSIGNED_INT, {1}, R - 1);
  graph.setTileMapping(steps, 0);
  graph.createHostWrite("in", sum);
  graph.createHostRead("out", sum);

  ComputeSet combine = graph.addComputeSet("combine"), count = graph.addComputeSet("count");
  for (unsigned tile = 0; tile < 3; ++tile) {
    const std::size_t begin = (tile * N + 2) / 3, end = ((tile + 1) * N + 2) / 3;
    if (begin == end) continue;
    VertexRef v = graph.addVertex(combine, "Combine<" + std::to_string(op) + ">");
    graph.connect(v["arrived"], arrived.slice(begin, end));
    graph.connect(v["sum"], sum.slice(begin, end));
    graph.setTileMapping(v, tile);
  }
  VertexRef counter = graph.addVertex(count, "CountDown");
  graph.connect(counter["left"], left[0]);
  graph.connect(counter["more"], more[0]);
  graph.setTileMapping(counter, 0);

  std::map<unsigned, unsigned> clockwise;
  for (unsigned r = 0; r < R; ++r)
    clockwise[r] = (r + 1) % R;
  Sequence step{CrossReplicaCopy(passing, arrived, clockwise), Copy(arrived, passing),
                Execute(combine), Execute(count), AssumeEqualAcrossReplicas(more)};
  Sequence prog{Copy(sum, passing), Copy(steps, left), step,
                RepeatWhileTrue(Sequence(), more[0], step)};
  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("in", inputs.data(), inputs.data() + inputs.size());
  engine.run();
  std::vector<int> out(R * N);
  engine.readTensor("out", out.data(), out.data() + out.size());
  return out;
}

} // namespace

int main() {
  bool failed = false;
  const auto expect = [&](const std::vector<int> &out, unsigned N, int (*wanted)(int)) {
    for (std::size_t i = 0; i < out.size(); ++i)
      failed = failed || out[i] != wanted(static_cast<int>(i % N));
  };
  // x = j on both replicas: 2 j.
  std::vector<int> same, odd;
  for (unsigned r = 0; r < 2; ++r)
    for (unsigned j = 0; j < 10; ++j) {
      same.push_back(static_cast<int>(j));
      odd.push_back(static_cast<int>(2 * j + (j % 2 == r)));
    }
  expect(allReduce(2, 10, 0, same), 10, [](int j) { return 2 * j; });
  expect(allReduce(2, 10, 0, odd), 10, [](int j) { return 4 * j + 1; });
  expect(allReduce(2, 10, 1, odd), 10, [](int j) { return 2 * j * (2 * j + 1); });
  expect(allReduce(2, 10, 2, odd), 10, [](int j) { return 2 * j + 1; });
  expect(allReduce(2, 10, 3, odd), 10, [](int j) { return 2 * j; });
  // Five replicas: the sum of j + 100 r.
  std::vector<int> five;
  for (unsigned r = 0; r < 5; ++r)
    for (unsigned j = 0; j < 7; ++j)
      five.push_back(static_cast<int>(j + 100 * r));
  expect(allReduce(5, 7, 0, five), 7, [](int j) { return 5 * j + 1000; });
  std::cout << (failed ? "wrong\n" : "rings as expected\n");
  return failed ? 1 : 0;
}
