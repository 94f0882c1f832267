// SPDX-License-Identifier: MIT
// Is a matrix product on tiles as fast as a BLAS with as many threads?
#include "../Support.hpp"
#include "../Table.hpp"

#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cblas.h>
#include <tbb/global_control.h>

#include <cmath>
#include <memory>

extern "C" void openblas_set_num_threads(int);

namespace bench {
namespace {

using poplar::Half;
using poplar::Tensor;

constexpr std::size_t kSize = 1024;

/// How the operands were made.
enum class Operands { Created, Linear };

struct State {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> a, b, c;
};

template <class T>
std::vector<T> converted(const std::vector<float> &values) {
  return std::vector<T>(values.begin(), values.end());
}

template <class T>
Contest make(Operands operands, double tolerance) {
  auto state = std::make_shared<State>();
  const poplar::Type type = poplar::equivalent_device_type<T>().value;
  poplar::Graph graph(state->device.getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  poplar::program::Sequence prog;
  Tensor a, b;
  if (operands == Operands::Created) {
    a = poplin::createMatMulInputLHS(graph, type, {kSize, kSize}, {kSize, kSize}, "a");
    b = poplin::createMatMulInputRHS(graph, type, {kSize, kSize}, {kSize, kSize}, "b");
  } else {
    a = graph.addVariable(type, {kSize, kSize}, "a");
    b = graph.addVariable(type, {kSize, kSize}, "b");
    poputil::mapTensorLinearly(graph, a);
    poputil::mapTensorLinearly(graph, b);
  }
  const Tensor c = poplin::matMul(graph, a, b, prog, type, "product");
  graph.createHostWrite("a", a);
  graph.createHostWrite("b", b);
  graph.createHostRead("c", c);
  state->engine = std::make_unique<poplar::Engine>(graph, prog);
  state->engine->load(state->device);
  for (std::size_t i = 0; i < kSize * kSize; ++i) {
    state->a.push_back(static_cast<float>(i * 37 % 101) / 128.0f - 0.375f);
    state->b.push_back(static_cast<float>(i * 53 % 97) / 128.0f - 0.375f);
  }
  state->c.resize(kSize * kSize);
  writeTensor(*state->engine, "a", converted<T>(state->a));
  writeTensor(*state->engine, "b", converted<T>(state->b));
  openblas_set_num_threads(static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) {
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1.0f,
                        state->a.data(), kSize, state->b.data(), kSize, 0.0f, state->c.data(),
                        kSize);
          },
          [state, tolerance] {
            const std::vector<T> ours = readTensor<T>(*state->engine, "c", kSize * kSize);
            for (std::size_t i = 0; i < ours.size(); ++i)
              if (std::abs(static_cast<float>(ours[i]) - state->c[i]) > tolerance)
                return "results differ";
            return "";
          }};
}

const bool added[] = {
    addContest("popops", "31 product 1024^3 in float against OpenBLAS", 0.8, Better::Higher,
               [] { return make<float>(Operands::Created, 1e-3); }),
    addContest("popops", "32 product 1024^3 in half, sums in float, against float OpenBLAS", 0.4,
               Better::Higher, [] { return make<Half>(Operands::Created, 0.05); }),
    addContest("popops", "33 product 1024^3 in float, operands linear in memory", 0.6,
               Better::Higher, [] { return make<float>(Operands::Linear, 1e-3); }),
};

} // namespace
} // namespace bench
