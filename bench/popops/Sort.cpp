// SPDX-License-Identifier: MIT
// Do sorts and selections on all tiles keep up with those of the host? A million floats.
#include "../Support.hpp"
#include "../Table.hpp"

#include <popops/Sort.hpp>
#include <popops/TopK.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <memory>
#include <random>

namespace bench {
namespace {

using poplar::Tensor;

constexpr std::size_t kElements = 1u << 20, kFirst = 64;

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> in, out;
};

/// Runs what `build` makes of a tensor of random floats; the native body fills `out` from `in`.
template <class Build, class Native>
Contest contest(Build build, Native native) {
  auto state = std::make_shared<State>();
  poplar::Graph graph(state->device.getTarget());
  popops::addCodelets(graph);
  poplar::program::Sequence prog;
  const Tensor t = graph.addVariable(poplar::FLOAT, {kElements}, "t");
  poputil::mapTensorLinearly(graph, t);
  graph.createHostWrite("t", t);
  const Tensor out = build(graph, t, prog);
  graph.createHostRead("out", out);
  state->engine = std::make_unique<poplar::Engine>(graph, prog);
  state->engine->load(state->device);
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (std::size_t i = 0; i < kElements; ++i)
    state->in.push_back(normal(random));
  writeTensor(*state->engine, "t", state->in);
  const std::size_t results = out.numElements();
  return {[state](std::size_t) { state->engine->run(); },
          [state, native](std::size_t) { native(state->in, state->out); },
          [state, results] {
            return readTensor<float>(*state->engine, "out", results) == state->out
                       ? ""
                       : "results differ";
          }};
}

Contest sortFloats() {
  return contest([](poplar::Graph &graph, const Tensor &t,
                    poplar::program::Sequence &prog) { return popops::sort(graph, t, 0, prog); },
                 [](const std::vector<float> &in, std::vector<float> &out) {
                   out = in;
                   tbb::parallel_sort(out.begin(), out.end());
                 });
}

Contest topFloats() {
  return contest(
      [](poplar::Graph &graph, const Tensor &t, poplar::program::Sequence &prog) {
        return popops::topK(graph, prog, t, {kFirst, true, popops::SortOrder::DESCENDING});
      },
      [](const std::vector<float> &in, std::vector<float> &out) {
        // Moves what it finds to the front of its range, so that it needs a copy of the input.
        std::vector<float> all = in;
        std::partial_sort(all.begin(), all.begin() + kFirst, all.end(), std::greater<>());
        out.assign(all.begin(), all.begin() + kFirst);
      });
}

const bool added[] = {
    addContest("popops", "52 sort of 1M floats against tbb::parallel_sort", 0.4, Better::Higher,
               sortFloats),
    addContest("popops", "53 topK 64 of 1M floats against std::partial_sort", 0.5, Better::Higher,
               topFloats),
};

} // namespace
} // namespace bench
