// SPDX-License-Identifier: MIT
// What functions of layers may contain: branches, loops, lookups, gradients of their own.
#include "Network.hpp"

#include <popops/Cast.hpp>
#include <popops/DynamicSlice.hpp>
#include <poputil/TileMapping.hpp>

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;
using poplar::Tensor;
using poplar::program::Sequence;

constexpr float kRate = 1.0f / 1024;

Tensor constant(poplar::Graph &graph, float value) {
  const Tensor tensor = graph.addConstant(poplar::FLOAT, {}, value);
  graph.setTileMapping(tensor, 0);
  return tensor;
}

/// y = 2x if its first element is above `bound`, else x.
void addBranch(Model &model, const std::string &in, const std::string &out, float bound) {
  model.layer(out)
      .reads({in})
      .makes({out})
      .forward([=](const Forward &at) {
        poplar::Graph &graph = at.graph();
        const Tensor x = at.input(in), y = graph.clone(x);
        const Tensor isAbove =
            popops::gt(graph, x[0], constant(graph, bound), at.program(), "isAbove");
        Sequence twice, once{poplar::program::Copy(x, y)};
        twice.add(poplar::program::Copy(popops::add(graph, x, x, twice), y));
        at.program().add(poplar::program::If(isAbove, twice, once));
        at.keep("isAbove", isAbove);
        at.output(out, y);
      })
      .backward([=](const Backward &at) {
        poplar::Graph &graph = at.graph();
        const Tensor dy = at.gradient(out), dx = graph.clone(dy);
        Sequence twice, once{poplar::program::Copy(dy, dx)};
        twice.add(poplar::program::Copy(popops::add(graph, dy, dy, twice), dx));
        at.program().add(poplar::program::If(at.kept("isAbove"), twice, once));
        at.inputGradient(in, dx);
      });
}

/// y = x + 3 w, added up in a loop.
void addLoop(Model &model, const std::string &in, const std::string &out,
             const std::string &weight) {
  model.layer(out)
      .reads({in})
      .makes({out})
      .uses({weight})
      .forward([=](const Forward &at) {
        const Tensor y = at.graph().clone(at.input(in));
        at.program().add(poplar::program::Copy(at.input(in), y));
        Sequence body;
        popops::addInPlace(at.graph(), y, at.weight(weight), body);
        at.program().add(poplar::program::Repeat(3, body));
        at.output(out, y);
      })
      .backward([=](const Backward &at) {
        at.weightGradient(weight, at.gradient(out), 3.0f);
        at.inputGradient(in, at.gradient(out));
      });
}

/// y = x whose gradient is said to be half of what it is.
void addHalvedGradient(Model &model, const std::string &in, const std::string &out) {
  model.layer(out)
      .reads({in})
      .makes({out})
      .forward([=](const Forward &at) { at.output(out, at.input(in)); })
      .backward([=](const Backward &at) {
        at.inputGradient(in, popops::mul(at.graph(), at.gradient(out), constant(at.graph(), 0.5f),
                                         at.program()));
      });
}

/// y = table[index], with as many rows as words.
void addEmbedding(Model &model, const std::string &out) {
  constexpr std::size_t kRows = 5;
  model.weight("table", [](poplar::Graph &graph, const std::string &name) {
    const Tensor table =
        popops::createSliceableTensor(graph, poplar::FLOAT, {kRows, kWidth}, {0}, {1}, 0, name);
    return table;
  });
  model.layer(out)
      .reads({"x"})
      .makes({out})
      .uses({"table"})
      .forward([=](const Forward &at) {
        // Data is near 1: 0.7 to 1.3, hence rows 0 to 4.
        poplar::Graph &graph = at.graph();
        const Tensor first = at.input("x").slice(0, 1);
        Tensor row = popops::sub(graph, first, constant(graph, 0.7f), at.program());
        row = popops::mul(graph, row, constant(graph, 7.0f), at.program());
        const Tensor index = popops::cast(graph, row, poplar::UNSIGNED_INT, at.program());
        at.keep("index", index);
        at.output(out, popops::multiSlice(graph, at.weight("table"), index.expand({1}), {0}, {1},
                                          at.program(), {}, {})
                           .flatten());
      })
      .backward([=](const Backward &at) {
        poplar::Graph &graph = at.graph();
        const Tensor dy = at.gradient(out).reshape({1, 1, kWidth});
        popops::multiUpdateAdd(graph, at.accumulator("table"), dy, at.kept("index").expand({1}),
                               constant(graph, 1.0f), {0}, {1}, at.program(), {}, {});
      });
}

Model model() {
  Model result;
  result.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
  result.weight("w0", poplar::FLOAT, {kWidth}).weight("w1", poplar::FLOAT, {kWidth});
  addEmbedding(result, "e");
  addLoop(result, "e", "l", "w0");
  addBranch(result, "l", "b", 3.0f);
  addHalvedGradient(result, "b", "h");
  addSquare(result, "last", "h", "y", "w1");
  addLoss(result, "y");
  result.output("loss");
  return result;
}

Weights start() {
  Weights weights = sampleWeights(2);
  for (unsigned row = 0; row < 5; ++row)
    for (unsigned column = 0; column < kWidth; ++column)
      weights["table"].push_back(0.8f + 0.05f * static_cast<float>(row) +
                                 0.01f * static_cast<float>(column));
  return weights;
}

TEST(Layers, BranchesLoopsAndLookupsEqualOneIpu) {
  Options options;
  options.stepsPerRun = 2;
  options.update = sgd(kRate);
  for (const auto &[kind, microBatches] :
       std::vector<std::pair<ScheduleKind, unsigned>>{{ScheduleKind::Popart, 9},
                                                      {ScheduleKind::Grouped, 8},
                                                      {ScheduleKind::Interleaved, 8},
                                                      {ScheduleKind::Sequential, 3}})
    for (const Recompute recompute : {Recompute::None, Recompute::Stages}) {
      options.microBatches = microBatches;
      options.schedule = ScheduleKind::Sequential;
      options.recompute = Recompute::None;
      const std::size_t outputs = static_cast<std::size_t>(microBatches) * 2 * kWidth;
      const Result expected = run(model(), options, start(), outputs);
      EXPECT_NE(expected.weights, start());
      options.schedule = kind;
      options.recompute = recompute;
      Model placed = model();
      // Stages 0 to 3 on IPUs 0 to 3; the branch shares a stage with the halved gradient.
      const unsigned stages[] = {0, 1, 2, 2, 3, 3};
      for (std::size_t i = 0; i < placed.layers.size(); ++i)
        placed.layers[i].onVirtualGraph(stages[i]).inPipelineStage(stages[i]);
      const Result got = run(placed, options, start(), outputs);
      EXPECT_EQ(got.output, expected.output);
      EXPECT_EQ(got.weights, expected.weights);
    }
}

/// Both ways of the branch and several rows of the table are taken by the data.
TEST(Layers, TheTestTakesBothWays) {
  Model both = model();
  both.outputs.clear();
  both.output("e").output("b").output("l");
  Options options;
  options.mode = Mode::Inference;
  options.schedule = ScheduleKind::Sequential;
  options.microBatches = 9;
  poplar::Device device = makeDevice(1);
  poplar::Graph graph(device.getTarget());
  poplar::Engine engine(graph, build(graph, both, options).program);
  engine.load(device);
  Floats x = sampleData(9, 0), target = sampleData(9, 1);
  engine.connectStream("x", x.data(), x.data() + x.size());
  engine.connectStream("target", target.data(), target.data() + target.size());
  std::map<std::string, Floats> out;
  for (const char *name : {"e", "b", "l"}) {
    out[name].resize(9 * kWidth);
    engine.connectStream(name, out[name].data(), out[name].data() + out[name].size());
  }
  Weights weights = start();
  for (auto &[name, values] : weights)
    engine.writeTensor(name, values.data(), values.data() + values.size());
  engine.run();
  unsigned doubled = 0;
  for (std::size_t m = 0; m < 9; ++m) {
    const bool isAbove = out["l"][m * kWidth] > 3.0f;
    doubled += isAbove;
    EXPECT_EQ(out["b"][m * kWidth], out["l"][m * kWidth] * (isAbove ? 2.0f : 1.0f));
  }
  EXPECT_GT(doubled, 0u);
  EXPECT_LT(doubled, 9u);
  EXPECT_NE(out["e"][0], out["e"][kWidth]);
}

} // namespace
