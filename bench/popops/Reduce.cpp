// SPDX-License-Identifier: MIT
// Do reductions run at the speed of plain loops? A sum of all elements, and sums of columns.
#include "../Support.hpp"
#include "../Table.hpp"

#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace bench {
namespace {

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> in, out;
};

std::shared_ptr<State> makeState(const std::vector<std::size_t> &shape,
                                 const std::vector<std::size_t> &dims) {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  popops::addCodelets(graph);
  const poplar::Tensor in = graph.addVariable(poplar::FLOAT, shape, "in");
  poputil::mapTensorLinearly(graph, in);
  graph.createHostWrite("in", in);
  poplar::program::Sequence prog;
  const poplar::Tensor out = popops::reduce(graph, in, dims, popops::Operation::ADD, prog);
  graph.createHostRead("out", out);
  state->engine = std::make_unique<poplar::Engine>(graph, prog);
  state->engine->load(state->device);
  for (std::size_t i = 0; i < in.numElements(); ++i)
    state->in.push_back(static_cast<float>(i * 7 % 1021) / 1024.0f);
  state->out.resize(out.numElements());
  writeTensor(*state->engine, "in", state->in);
  return state;
}

std::string compare(State &state) {
  const auto got = readTensor<float>(*state.engine, "out", state.out.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (std::fabs(got[i] - state.out[i]) > 1e-4f * std::fabs(state.out[i])) return "results differ";
  return "";
}

/// Several accumulators, in vectors.
float plainSum(const float *x, std::size_t n) {
  constexpr std::size_t kLanes = 64;
  float lanes[kLanes] = {};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t j = 0; j < kLanes; ++j)
      lanes[j] += x[i + j];
  float sum = 0;
  for (; i < n; ++i)
    sum += x[i];
  for (const float lane : lanes)
    sum += lane;
  return sum;
}

Contest sumOfAll() {
  auto state = makeState({64u << 20}, {0});
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            state->out[0] = tbb::parallel_reduce(
                tbb::blocked_range<std::size_t>(0, state->in.size()), 0.0f,
                [&](const tbb::blocked_range<std::size_t> &range, float sum) {
                  return sum + plainSum(state->in.data() + range.begin(), range.size());
                },
                std::plus<>(), tbb::static_partitioner());
          },
          [state] { return compare(*state); }};
}

Contest sumsOfColumns() {
  constexpr std::size_t n = 8192;
  auto state = makeState({n, n}, {0});
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            constexpr std::size_t kBlocks = 8; // of rows; one result each
            std::vector<std::vector<float>> sums(kBlocks, std::vector<float>(n));
            nativeFor(kBlocks, [&](std::size_t block) {
              float *sum = sums[block].data();
              for (std::size_t y = block * n / kBlocks; y < (block + 1) * n / kBlocks; ++y) {
                const float *row = state->in.data() + y * n;
                for (std::size_t x = 0; x < n; ++x)
                  sum[x] += row[x];
              }
            });
            std::fill(state->out.begin(), state->out.end(), 0.0f);
            for (const auto &sum : sums)
              for (std::size_t x = 0; x < n; ++x)
                state->out[x] += sum[x];
          },
          [state] { return compare(*state); }};
}

const bool added[] = {
    addContest("popops", "46 sum of 64M floats", 0.95, Better::Higher, sumOfAll),
    addContest("popops", "47 column sums of 8192 x 8192 floats", 0.7, Better::Higher,
               sumsOfColumns),
};

} // namespace
} // namespace bench
