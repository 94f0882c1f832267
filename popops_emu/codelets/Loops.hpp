// SPDX-License-Identifier: MIT
// Loops over elements, and the part of a vector that one worker does.
#pragma once

#include <poplar/Vertex.hpp>

namespace popops {
namespace device {

/// The elements [begin, end) of a worker.
struct Part {
  unsigned begin, end;
};

/// Equal parts in grains of 8 elements, so that no two workers write one 64-bit word.
inline Part partOf(unsigned elements, unsigned worker, unsigned workers) {
  const unsigned perWorker = ((elements + workers - 1) / workers + 7) & ~7u;
  const unsigned begin = worker * perWorker;
  if (begin >= elements) return {0, 0};
  return {begin, begin + perWorker < elements ? begin + perWorker : elements};
}

// Operands are the same element or none: the destination may be a source, never a shifted one.
template <class F, class Out, class A>
inline void forEach(Out *out, const A *a, unsigned n, F f) {
#pragma clang loop vectorize(assume_safety)
  for (unsigned i = 0; i < n; ++i)
    out[i] = f(a[i]);
}
template <class F, class Out, class A, class B>
inline void forEach(Out *out, const A *a, const B *b, unsigned n, F f) {
#pragma clang loop vectorize(assume_safety)
  for (unsigned i = 0; i < n; ++i)
    out[i] = f(a[i], b[i]);
}
template <class F, class Out, class A, class B, class C>
inline void forEach(Out *out, const A *a, const B *b, const C *c, unsigned n, F f) {
#pragma clang loop vectorize(assume_safety)
  for (unsigned i = 0; i < n; ++i)
    out[i] = f(a[i], b[i], c[i]);
}

} // namespace device
} // namespace popops
