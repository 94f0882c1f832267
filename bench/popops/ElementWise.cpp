// SPDX-License-Identifier: MIT
// Do popops run at the speed of plain loops? Sums and fused expressions of large tensors, in float
// and half; and how long building many operations takes.
#include "../Support.hpp"
#include "../Table.hpp"

#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <immintrin.h>

#include <chrono>
#include <memory>

namespace bench {
namespace {

using namespace popops::expr;
using poplar::Tensor;

constexpr std::size_t kElements = 16u << 20;

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
};

template <class T>
struct Vectors {
  std::vector<T> a, b, c, out;
};

/// 65536 different values in [0.5, 2.5).
float sample(std::size_t i, unsigned factor) {
  return 0.5f + static_cast<float>(i * factor % 65536) / 32768.0f;
}

template <class T, class F>
void parallelRanges(std::vector<T> &out, F &&body) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, out.size()),
      [&](const tbb::blocked_range<std::size_t> &range) { body(range.begin(), range.end()); },
      tbb::static_partitioner());
}

std::uint16_t toHalf(float x) {
  return static_cast<std::uint16_t>(_cvtss_sh(x, 0));
}
__m256 loadHalf(const std::uint16_t *p) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
}
/// To half and back, as each operation rounds.
__m256 rounded(__m256 x) {
  return _mm256_cvtph_ps(_mm256_cvtps_ph(x, 0));
}
void storeHalf(std::uint16_t *p, __m256 x) {
  _mm_storeu_si128(reinterpret_cast<__m128i *>(p), _mm256_cvtps_ph(x, 0));
}

/// Three inputs and what `build` makes of them, beside `native` on plain vectors.
template <class T, class Build, class Native>
Contest contest(const poplar::Type &type, Build build, Native native) {
  auto state = std::make_shared<State>();
  auto vectors = std::make_shared<Vectors<T>>();
  poplar::Graph graph(state->device.getTarget());
  popops::addCodelets(graph);
  poplar::program::Sequence prog;
  std::vector<Tensor> ts;
  for (const char *name : {"a", "b", "c"}) {
    ts.push_back(graph.addVariable(type, {kElements}, name));
    poputil::mapTensorLinearly(graph, ts.back());
    graph.createHostWrite(name, ts.back());
  }
  graph.createHostRead("out", build(graph, ts, prog));
  state->engine = std::make_unique<poplar::Engine>(graph, prog);
  state->engine->load(state->device);
  for (auto *v : {&vectors->a, &vectors->b, &vectors->c, &vectors->out})
    v->resize(kElements);
  for (std::size_t i = 0; i < kElements; ++i) {
    const float values[] = {sample(i, 3), sample(i, 7), sample(i, 11)};
    T *const places[] = {&vectors->a[i], &vectors->b[i], &vectors->c[i]};
    for (int k = 0; k < 3; ++k)
      if constexpr (std::is_same_v<T, float>)
        *places[k] = values[k];
      else
        *places[k] = toHalf(values[k]);
  }
  writeTensor(*state->engine, "a", vectors->a);
  writeTensor(*state->engine, "b", vectors->b);
  writeTensor(*state->engine, "c", vectors->c);
  return {[state](std::size_t) { state->engine->run(); },
          [vectors, native](std::size_t) {
            parallelRanges(vectors->out, [&](std::size_t begin, std::size_t end) {
              native(*vectors, begin, end);
            });
          },
          [state, vectors] {
            return readTensor<T>(*state->engine, "out", kElements) == vectors->out
                       ? ""
                       : "results differ";
          }};
}

Tensor sum(poplar::Graph &graph, const std::vector<Tensor> &ts, poplar::program::Sequence &prog) {
  return popops::add(graph, ts[0], ts[1], prog);
}

/// Five operations: a multiply, an add, a subtract, a multiply by a constant, a maximum.
Tensor five(poplar::Graph &graph, const std::vector<Tensor> &ts, poplar::program::Sequence &prog) {
  return popops::map(graph, Max((_1 * _2 + _3 - _1) * 0.75f, _2), ts, prog);
}

Contest addFloats() {
  return contest<float>(poplar::FLOAT, sum,
                        [](Vectors<float> &v, std::size_t begin, std::size_t end) {
                          const float *__restrict a = v.a.data(), *__restrict b = v.b.data();
                          float *__restrict out = v.out.data();
                          for (std::size_t i = begin; i < end; ++i)
                            out[i] = a[i] + b[i];
                        });
}

Contest fiveFloats() {
  return contest<float>(poplar::FLOAT, five,
                        [](Vectors<float> &v, std::size_t begin, std::size_t end) {
                          const float *__restrict a = v.a.data(), *__restrict b = v.b.data(),
                                                  *__restrict c = v.c.data();
                          float *__restrict out = v.out.data();
                          for (std::size_t i = begin; i < end; ++i) {
                            const float x = (a[i] * b[i] + c[i] - a[i]) * 0.75f;
                            out[i] = x > b[i] ? x : b[i];
                          }
                        });
}

Contest addHalves() {
  return contest<std::uint16_t>(
      poplar::HALF, sum, [](Vectors<std::uint16_t> &v, std::size_t begin, std::size_t end) {
        std::size_t i = begin;
        for (; i + 8 <= end; i += 8)
          storeHalf(&v.out[i], _mm256_add_ps(loadHalf(&v.a[i]), loadHalf(&v.b[i])));
        for (; i < end; ++i)
          v.out[i] = toHalf(_cvtsh_ss(v.a[i]) + _cvtsh_ss(v.b[i]));
      });
}

Contest fiveHalves() {
  return contest<std::uint16_t>(
      poplar::HALF, five, [](Vectors<std::uint16_t> &v, std::size_t begin, std::size_t end) {
        const __m256 factor = _mm256_set1_ps(0.75f);
        // Ranges of the static partitioner begin at multiples of 8 here.
        for (std::size_t i = begin; i < end; i += 8) {
          const __m256 a = loadHalf(&v.a[i]), b = loadHalf(&v.b[i]), c = loadHalf(&v.c[i]);
          const __m256 s = rounded(_mm256_add_ps(rounded(_mm256_mul_ps(a, b)), c));
          const __m256 x = rounded(_mm256_mul_ps(rounded(_mm256_sub_ps(s, a)), factor));
          storeHalf(&v.out[i], _mm256_max_ps(x, b));
        }
      });
}

Contest fillFloats() {
  return contest<float>(
      poplar::FLOAT,
      [](poplar::Graph &graph, const std::vector<Tensor> &ts, poplar::program::Sequence &prog) {
        popops::fill(graph, ts[0], prog, 2.5f);
        return ts[0];
      },
      [](Vectors<float> &v, std::size_t begin, std::size_t end) {
        std::fill(v.out.begin() + static_cast<std::ptrdiff_t>(begin),
                  v.out.begin() + static_cast<std::ptrdiff_t>(end), 2.5f);
      });
}

double chainOfAdds() {
  poplar::Device device = attachIpu();
  const auto start = std::chrono::steady_clock::now();
  poplar::Graph graph(device.getTarget());
  popops::addCodelets(graph);
  Tensor t = graph.addVariable(poplar::FLOAT, {1u << 20}, "t");
  poputil::mapTensorLinearly(graph, t);
  const Tensor u = graph.clone(t, "u");
  poplar::program::Sequence prog;
  for (int i = 0; i < 200; ++i)
    t = popops::add(graph, t, u, prog, "sum");
  poplar::Engine engine(graph, prog);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

const bool added[] = {
    addContest("popops", "40 add of two 16M floats", 0.9, Better::Higher, addFloats),
    addContest("popops", "41 fused expression of 5 operations, 16M floats", 0.6, Better::Higher,
               fiveFloats),
    addContest("popops", "42 add of two 16M halves", 0.5, Better::Higher, addHalves),
    addContest("popops", "43 fused expression of 5 operations, 16M halves", 0.5, Better::Higher,
               fiveHalves),
    addContest("popops", "44 fill of 16M floats", 0.7, Better::Higher, fillFloats),
    addFigure("popops", "45 build and compile 200 chained adds of 1M floats, s", 4, chainOfAdds),
};

} // namespace
} // namespace bench
