// SPDX-License-Identifier: MIT
// Non-linearities of one element and their derivatives.
#pragma once

#include "popnn/NonLinearityDef.hpp"

#include <poplar/Vertex.hpp>

#include <cmath>

namespace popnn {
namespace device {

constexpr float kSqrtTwoOverPi = 0.7978845608f, kCube = 0.044715f;
constexpr float kSqrtHalf = 0.7071067811865475f, kInvSqrtTwoPi = 0.3989422804f;

inline float sigmoid(float x) {
  return 1.0f / (1.0f + std::exp(-x));
}

template <NonLinearityType type>
inline float nonLinearity(float x) {
  using N = NonLinearityType;
  if constexpr (type == N::SIGMOID)
    return sigmoid(x);
  else if constexpr (type == N::HARD_SIGMOID)
    return std::fmin(std::fmax(0.2f * x + 0.5f, 0.0f), 1.0f);
  else if constexpr (type == N::RELU)
    return x > 0 ? x : 0.0f;
  else if constexpr (type == N::TANH)
    return std::tanh(x);
  else if constexpr (type == N::GELU)
    return 0.5f * x * (1.0f + std::tanh(kSqrtTwoOverPi * (x + kCube * x * x * x)));
  else if constexpr (type == N::GELU_ERF)
    return 0.5f * x * (1.0f + std::erf(x * kSqrtHalf));
  else
    return x * sigmoid(x); // SWISH
}

/// The derivative, from the output (SIGMOID, TANH), either (RELU) or the input (all others).
template <NonLinearityType type>
inline float derivative(float act) {
  using N = NonLinearityType;
  if constexpr (type == N::SIGMOID) {
    return act * (1.0f - act);
  } else if constexpr (type == N::HARD_SIGMOID) {
    return std::fabs(act) <= 2.5f ? 0.2f : 0.0f;
  } else if constexpr (type == N::RELU) {
    return act > 0 ? 1.0f : 0.0f;
  } else if constexpr (type == N::TANH) {
    return 1.0f - act * act;
  } else if constexpr (type == N::GELU) {
    const float t = std::tanh(kSqrtTwoOverPi * (act + kCube * act * act * act));
    const float inner = kSqrtTwoOverPi * (1.0f + 3.0f * kCube * act * act);
    // Far out the tangent is flat, however large the rest has grown.
    const float flank = t * t == 1.0f ? 0.0f : 0.5f * act * (1.0f - t * t) * inner;
    return 0.5f * (1.0f + t) + flank;
  } else if constexpr (type == N::GELU_ERF) {
    return 0.5f * (1.0f + std::erf(act * kSqrtHalf)) +
           act * kInvSqrtTwoPi * std::exp(-0.5f * act * act);
  } else {
    const float s = sigmoid(act); // SWISH
    return s * (1.0f + act * (1.0f - s));
  }
}

struct Part {
  unsigned begin, end;
};

/// Equal parts in grains of 16 elements: no two workers write one 64-bit word.
inline Part partOf(unsigned elements, unsigned worker, unsigned workers) {
  const unsigned perWorker = ((elements + workers - 1) / workers + 15) & ~15u;
  const unsigned begin = worker * perWorker < elements ? worker * perWorker : elements;
  return {begin, elements - begin < perWorker ? elements : begin + perWorker};
}

} // namespace device
} // namespace popnn
