// SPDX-License-Identifier: MIT
// What vertices of random numbers have in common: where the bits come from, and who does what.
#pragma once

#include "Stream.hpp"

#include <poplar/TileConstants.hpp>

namespace poprand {
namespace device {

/// A seed of no words stands for the state of the worker.
inline Stream streamOf(const unsigned *seed, unsigned words, unsigned modifier) {
  return words == 2 ? Stream(seed[0], seed[1], modifier) : Stream();
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

/// out[i] = f(bits of element first + i, i) for the part of a worker.
template <class T, class F>
inline void generate(const Stream &stream, unsigned long long first, T *out, Part part, F f) {
#pragma clang loop vectorize(assume_safety)
  for (unsigned i = part.begin; i < part.end; ++i)
    out[i] = static_cast<T>(f(stream.bits(first + i), i));
}

inline float clamp(float x, float low, float high) {
  return x < low ? low : x > high ? high : x;
}

} // namespace device
} // namespace poprand
