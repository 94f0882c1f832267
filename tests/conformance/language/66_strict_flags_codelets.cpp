// SPDX-License-Identifier: MIT
// Codelets as projects with strict flags write them: helpers that only compute() uses, tables,
// builtins with braces in their arguments.
#include <ipu_builtins.h>
#include <ipu_vector_math>
#include <ipudef.h>
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <array>
#include <cmath>

static constexpr std::array<float, 4> kGains = {{0.5f, 1.0f, 1.5f, 2.0f}};

static float gain(unsigned i) {
  return kGains[i % kGains.size()];
}

namespace {

inline float2 limited(float2 x) {
  return __builtin_ipu_max(__builtin_ipu_min(x, float2{4.0f, 4.0f}), float2{-1.0f, -1.0f});
}

} // namespace

template <typename T, unsigned Step>
class Limit : public poplar::MultiVertex {
 public:
  poplar::Input<poplar::Vector<float, poplar::VectorLayout::SPAN, 8>> in;
  poplar::Output<poplar::Vector<T, poplar::VectorLayout::ONE_PTR, 8>> out;

  bool compute(unsigned workerId) {
    const float2 *pairs = reinterpret_cast<const float2 *>(&in[0]);
    for (unsigned i = workerId; i < in.size() / 2; i += numWorkers()) {
      const float2 y = limited(pairs[i] * gain(i * Step));
      out[2 * i] = static_cast<T>(y[0]);
      out[2 * i + 1] = static_cast<T>(y[1]);
    }
    return true;
  }
};

template class Limit<float, 1>;
template class Limit<half, 3>;
