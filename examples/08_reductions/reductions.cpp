// SPDX-License-Identifier: MIT
// Lesson 8, reductions: sums of a matrix along its rows, its columns and both, seen as supersteps.
// Where the matrix lies decides what is exchanged: rows are (nearly) whole on a tile, columns are
// on all of them.
//
//   sums of rows      each tile finishes its own rows; only the cut ones travel
//   sums of columns   each tile makes a row of partial sums; two supersteps combine them
//   sum of all        one number a worker, then a tree
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace poplar;
using namespace poplar::program;

constexpr std::size_t kRows = 4000, kColumns = 500;

struct Question {
  const char *name;
  std::vector<std::size_t> dims;
};

int main() {
  auto devices = DeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;

  Graph graph(device->getTarget());
  popops::addCodelets(graph);
  Tensor matrix = graph.addVariable(FLOAT, {kRows, kColumns}, "matrix");
  poputil::mapTensorLinearly(graph, matrix);
  graph.createHostWrite("matrix", matrix);

  const std::vector<Question> questions = {
      {"sums of rows", {1}}, {"sums of columns", {0}}, {"sum of all", {0, 1}}};
  std::vector<Program> programs;
  for (const Question &question : questions) {
    Sequence prog;
    Tensor out =
        popops::reduce(graph, matrix, question.dims, popops::Operation::ADD, prog, question.name);
    graph.createHostRead(question.name, out);
    programs.push_back(prog);
  }
  Engine engine(graph, programs);
  engine.load(*device);
  std::vector<float> values(kRows * kColumns);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i % 7) - 2.5f;
  engine.writeTensor("matrix", values.data(), values.data() + values.size());

  poplar_emu::observe(engine, [](const poplar_emu::Superstep &step) {
    std::printf("  %4u tiles work, %8llu bytes cross tiles\n", step.activeTiles,
                static_cast<unsigned long long>(step.exchangedBytes));
  });
  for (unsigned q = 0; q < questions.size(); ++q) {
    std::printf("%s\n", questions[q].name);
    engine.run(q);
  }

  std::vector<float> rows(kRows), columns(kColumns);
  float all = 0;
  engine.readTensor("sums of rows", rows.data(), rows.data() + kRows);
  engine.readTensor("sums of columns", columns.data(), columns.data() + kColumns);
  engine.readTensor("sum of all", &all, &all + 1);
  double byRows = 0, byColumns = 0, expected = 0;
  for (float value : rows)
    byRows += value;
  for (float value : columns)
    byColumns += value;
  for (float value : values)
    expected += value;
  std::printf("rows %.1f, columns %.1f, all %.1f, host %.1f\n", byRows, byColumns, all, expected);
  return byRows == expected && byColumns == expected && std::fabs(all - expected) < 1 ? 0 : 1;
}
