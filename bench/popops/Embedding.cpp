// SPDX-License-Identifier: MIT
// Rows of a large table: 64k of 1M rows of 32 floats are read, and added to. Every run looks up
// other rows than the one before, as steps of training do.
#include "../Support.hpp"
#include "../Table.hpp"

#include <popops/DynamicSlice.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>

namespace bench {
namespace {

constexpr std::size_t kRows = std::size_t{1} << 20, kColumns = 32, kLookups = std::size_t{1} << 16;
constexpr std::size_t kBatches = 8;
constexpr float kScale = 0.25f;

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> table, slices;
  std::vector<unsigned> rows; ///< of all batches
  std::size_t batch = 0, nativeBatch = 0;

  void run() { engine->run(static_cast<unsigned>(batch++ % kBatches)); }
  const unsigned *nextRows() { return &rows[nativeBatch++ % kBatches * kLookups]; }
};

std::shared_ptr<State> makeState() {
  auto state = std::make_shared<State>();
  std::mt19937 random(7);
  state->rows.resize(kBatches * kLookups);
  for (unsigned &row : state->rows)
    row = static_cast<unsigned>(random() % kRows);
  state->table.resize(kRows * kColumns);
  for (std::size_t i = 0; i < state->table.size(); ++i)
    state->table[i] = static_cast<float>(i % 1000);
  state->slices.resize(kLookups * kColumns);
  for (std::size_t i = 0; i < state->slices.size(); ++i)
    state->slices[i] = static_cast<float>(i % 16);
  return state;
}

struct Tensors {
  poplar::Tensor table, offsets;
  popops::SlicePlan plan;
  poplar::Tensor batches;
};

Tensors addTensors(poplar::Graph &graph) {
  popops::addCodelets(graph);
  Tensors tensors;
  tensors.plan = popops::embedding::plan(graph, poplar::FLOAT, kRows, kColumns, {kLookups}, {});
  tensors.table = popops::createSliceableTensor(graph, poplar::FLOAT, {kRows, kColumns}, {0}, {1},
                                                tensors.plan, {}, "table");
  tensors.offsets = popops::createIndicesTensor(graph, {0}, kLookups, tensors.plan, {}, "offsets");
  graph.createHostWrite("table", tensors.table);
  graph.createHostRead("readTable", tensors.table);
  tensors.batches = graph.addVariable(poplar::UNSIGNED_INT, {kBatches, kLookups, 1}, "batches");
  for (std::size_t b = 0; b < kBatches; ++b)
    poputil::mapTensorLinearly(graph, tensors.batches[b]);
  graph.createHostWrite("offsets", tensors.batches);
  return tensors;
}

void load(State &state, poplar::Graph &graph, const Tensors &tensors,
          const poplar::program::Sequence &prog) {
  const poplar::Function step = graph.addFunction(prog);
  std::vector<poplar::program::Program> programs;
  for (std::size_t b = 0; b < kBatches; ++b)
    programs.push_back(poplar::program::Sequence{
        poplar::program::Copy(tensors.batches[b], tensors.offsets), poplar::program::Call(step)});
  state.engine = std::make_unique<poplar::Engine>(graph, programs);
  state.engine->load(state.device);
  writeTensor(*state.engine, "table", state.table);
  writeTensor(*state.engine, "offsets", state.rows);
}

Contest makeSlice() {
  const auto state = makeState();
  poplar::Graph graph(state->device.getTarget());
  const Tensors tensors = addTensors(graph);
  poplar::program::Sequence prog;
  const poplar::Tensor slices = popops::multiSlice(graph, tensors.table, tensors.offsets, {0}, {1},
                                                   prog, tensors.plan, {}, "lookup");
  graph.createHostRead("slices", slices);
  load(*state, graph, tensors, prog);
  return {[state](std::size_t) { state->run(); },
          [state](std::size_t) {
            const unsigned *rows = state->nextRows();
            nativeFor(kLookups, [&](std::size_t i) {
              std::memcpy(&state->slices[i * kColumns], &state->table[rows[i] * kColumns],
                          kColumns * sizeof(float));
            });
          },
          [state] {
            return readTensor<float>(*state->engine, "slices", state->slices.size()) ==
                           state->slices
                       ? ""
                       : "results differ";
          }};
}

/// Threads own halves, quarters ... of the table and look through all offsets: no two of them add
/// to one row.
void nativeAdd(State &state) {
  const unsigned *rows = state.nextRows();
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  nativeFor(threads, [&](std::size_t thread) {
    const std::size_t first = kRows * thread / threads, last = kRows * (thread + 1) / threads;
    for (std::size_t i = 0; i < kLookups; ++i) {
      const std::size_t row = rows[i];
      if (row < first || row >= last) continue;
      float *__restrict to = &state.table[row * kColumns];
      const float *__restrict from = &state.slices[i * kColumns];
      for (std::size_t c = 0; c < kColumns; ++c)
        to[c] = to[c] + kScale * from[c];
    }
  });
}

Contest makeUpdate() {
  const auto state = makeState();
  poplar::Graph graph(state->device.getTarget());
  const Tensors tensors = addTensors(graph);
  const poplar::Tensor slices = popops::createSliceTensor(
      graph, poplar::FLOAT, {kRows, kColumns}, {0}, {1}, kLookups, tensors.plan, {}, "slices");
  const poplar::Tensor scale = graph.addConstant(poplar::FLOAT, {}, kScale);
  graph.setTileMapping(scale, 0);
  graph.createHostWrite("slices", slices);
  poplar::program::Sequence prog;
  popops::multiUpdateAdd(graph, tensors.table, slices, tensors.offsets, scale, {0}, {1}, prog,
                         tensors.plan, {}, "update");
  load(*state, graph, tensors, prog);
  writeTensor(*state->engine, "slices", state->slices);
  return {
      [state](std::size_t) { state->engine->run(); }, [state](std::size_t) { nativeAdd(*state); },
      [state] {
        return readTensor<float>(*state->engine, "readTable", state->table.size()) == state->table
                   ? ""
                   : "results differ";
      }};
}

const bool added[] = {
    addContest("popops", "50 multiSlice of 64k rows from 1M x 32", 0.6, Better::Higher, makeSlice),
    addContest("popops", "51 multiUpdateAdd of 64k rows to 1M x 32", 0.6, Better::Higher,
               makeUpdate),
};

} // namespace
} // namespace bench
