// SPDX-License-Identifier: MIT
// Scenario 44: each codelet of scenario 41 alone, in a graph of one vertex on the CPU target.
#include <poplar/Engine.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

using Values = std::vector<float>;

/// A graph of one vertex: fields are named when they are added, and read back by name.
class OneVertex {
 public:
  explicit OneVertex(const std::string &type)
      : device(Device::createCPUDevice()), graph(device.getTarget()) {
    graph.addCodelets("41_lbm_stages_codelets.cpp");
    popops::addCodelets(graph);
    cs = graph.addComputeSet("test");
    vertex = graph.addVertex(cs, type);
    graph.setTileMapping(vertex, 0);
  }

  Tensor tensor(const std::string &name, const Values &values) {
    Tensor t = graph.addVariable(FLOAT, {values.size()}, name);
    graph.setTileMapping(t, 0);
    graph.setInitialValue(t, ArrayRef<float>(values));
    graph.createHostRead(name, t);
    return t;
  }

  void solid(const std::vector<bool> &values) {
    Tensor t = graph.addVariable(BOOL, {values.size()}, "solid");
    graph.setTileMapping(t, 0);
    for (unsigned i = 0; i < values.size(); ++i)
      graph.setInitialValue<bool>(t[i], values[i]);
    graph.connect(vertex["solid"], t);
  }

  /// Nine directions; direction q of cell i is q + 10 * i, or values(q, i).
  template <class F>
  void directions(const std::string &field, std::size_t n, F values) {
    std::vector<Tensor> rows;
    for (unsigned q = 0; q < 9; ++q) {
      Values row(n);
      for (unsigned i = 0; i < n; ++i)
        row[i] = values(q, i);
      rows.push_back(tensor(field + std::to_string(q), row));
    }
    graph.connect(vertex[field], rows);
  }

  void run(unsigned times = 1) {
    engine.reset(new Engine(graph, Repeat(times, Execute(cs))));
    engine->load(device);
    engine->run(0);
  }

  Values read(const std::string &name, std::size_t n) {
    Values values(n);
    engine->readTensor(name, values.data(), values.data() + n);
    return values;
  }

  Device device;
  Graph graph;
  ComputeSet cs;
  VertexRef vertex;
  std::unique_ptr<Engine> engine;
};

float numbered(unsigned q, unsigned i) {
  return static_cast<float>(q + 10 * i);
}

TEST(PropagateVertex, MovesARowRoundTheEnd) {
  for (const int shift : {0, 1, -1}) {
    OneVertex test("PropagateVertex");
    test.graph.connect(test.vertex["in"], test.tensor("in", {1, 2, 3, 4}));
    test.graph.connect(test.vertex["out"], test.tensor("out", {0, 0, 0, 0}));
    test.graph.setInitialValue(test.vertex["shift"], shift);
    test.run();
    const Values expected[3] = {{2, 3, 4, 1}, {1, 2, 3, 4}, {4, 1, 2, 3}};
    EXPECT_EQ(test.read("out", 4), expected[shift + 1]) << "shift " << shift;
  }
}

TEST(ReboundVertex, TurnsDirectionsOfSolidCellsAlone) {
  OneVertex test("ReboundVertex");
  test.directions("in", 3, numbered);
  test.directions("out", 3, [](unsigned, unsigned) { return -1.0f; });
  test.solid({true, false, true});
  test.run();
  const unsigned opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  for (unsigned q = 0; q < 9; ++q)
    EXPECT_EQ(test.read("out" + std::to_string(q), 3),
              (Values{numbered(opposite[q], 0), -1, numbered(opposite[q], 2)}));
}

TEST(AccelerateVertex, MovesDensityToTheRight) {
  OneVertex test("AccelerateVertex");
  test.directions("cells", 3, [](unsigned, unsigned i) { return i == 2 ? 0.5f : 8.0f; });
  test.solid({false, true, false}); // the second is solid, the third too thin
  test.graph.setInitialValue(test.vertex["density"], 36.0f);
  test.graph.setInitialValue(test.vertex["accel"], 0.5f);
  test.run();
  for (unsigned q = 0; q < 9; ++q) {
    const float change[9] = {0, 2, 0, -2, 0, 0.5f, -0.5f, -0.5f, 0.5f};
    EXPECT_EQ(test.read("cells" + std::to_string(q), 3), (Values{8 + change[q], 8, 0.5f}));
  }
}

TEST(AccelerateVertex, AddsUpOverARepeat) {
  OneVertex test("AccelerateVertex");
  test.directions("cells", 1, [](unsigned, unsigned) { return 8.0f; });
  test.solid({false});
  test.graph.setInitialValue(test.vertex["density"], 36.0f);
  test.graph.setInitialValue(test.vertex["accel"], 0.5f);
  test.run(3);
  EXPECT_EQ(test.read("cells1", 1), Values{14});
  EXPECT_EQ(test.read("cells3", 1), Values{2});
}

TEST(CollideVertex, LeavesEquilibriumAsItIs) {
  const float w[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                      1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
  OneVertex test("CollideVertex");
  test.directions("in", 2, [&](unsigned q, unsigned) { return 0.3f * w[q]; });
  test.directions("out", 2, [](unsigned, unsigned) { return -1.0f; });
  test.solid({false, true});
  test.graph.setInitialValue(test.vertex["omega"], 1.7f);
  test.run();
  for (unsigned q = 0; q < 9; ++q) {
    const Values out = test.read("out" + std::to_string(q), 2);
    EXPECT_NEAR(out[0], 0.3f * w[q], 1e-7f);
    EXPECT_EQ(out[1], -1) << "a solid cell was written";
  }
}

TEST(CollideVertex, ConservesDensityAndMomentum) {
  OneVertex test("CollideVertex");
  const auto start = [](unsigned q, unsigned) { return 0.1f + 0.01f * static_cast<float>(q); };
  test.directions("in", 1, start);
  test.directions("out", 1, [](unsigned, unsigned) { return 0.0f; });
  test.solid({false});
  test.graph.setInitialValue(test.vertex["omega"], 0.8f);
  test.run();
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  float before[3] = {0, 0, 0}, after[3] = {0, 0, 0}, change = 0;
  for (unsigned q = 0; q < 9; ++q) {
    const float in = start(q, 0), out = test.read("out" + std::to_string(q), 1)[0];
    change += std::fabs(out - in);
    const float factors[3] = {1, float(cx[q]), float(cy[q])};
    for (unsigned m = 0; m < 3; ++m) {
      before[m] += factors[m] * in;
      after[m] += factors[m] * out;
    }
  }
  EXPECT_GT(change, 0.05f);
  for (unsigned m = 0; m < 3; ++m)
    EXPECT_NEAR(after[m], before[m], 1e-6f) << "moment " << m;
}

TEST(SpeedVertex, AddsSpeedsOfFluidCells) {
  OneVertex test("SpeedVertex");
  // Cell 0: density 2, flow (0.6, 0.8) in all, so speed 0.5. Cell 1 is solid. Cell 2 is at rest.
  test.directions("cells", 3, [](unsigned q, unsigned i) {
    if (i != 0) return 1.0f;
    return q == 0 ? 0.6f : q == 1 ? 0.6f : q == 2 ? 0.8f : 0.0f;
  });
  Tensor total = test.tensor("total", {-1});
  test.graph.connect(test.vertex["total"], total[0]);
  test.solid({false, true, false});
  test.run();
  EXPECT_NEAR(test.read("total", 1)[0], 0.5f, 1e-6f);
}

TEST(SpeedVertex, FollowedByAPopop) {
  OneVertex test("SpeedVertex");
  test.directions("cells", 1, [](unsigned q, unsigned) { return q == 1 ? 1.0f : 0.0f; });
  Tensor total = test.tensor("total", {0});
  test.graph.connect(test.vertex["total"], total[0]);
  test.solid({false});
  Sequence prog{Execute(test.cs)};
  popops::addInPlace(test.graph, total, total, prog);
  Engine engine(test.graph, prog);
  engine.load(test.device);
  engine.run(0);
  float twice = 0;
  engine.readTensor("total", &twice, &twice + 1);
  EXPECT_FLOAT_EQ(twice, 2);
}

} // namespace
