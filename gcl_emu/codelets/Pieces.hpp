// SPDX-License-Identifier: MIT
// Where a piece lies among the elements of a tile, and how two elements are combined.
#pragma once

#include "gcl/CollectiveOperator.hpp"

#include <poplar/Vertex.hpp>

namespace gcl {
namespace device {

/// The part of a piece that a worker does: `count` elements from `begin` on, of which the first
/// `present` exist. The last pieces of a tensor may be cut short.
struct Share {
  unsigned begin, count, present;
};

/// Equal parts in grains of 8 elements, so that no two workers write one 64-bit word.
inline Share shareOf(unsigned size, unsigned piece, unsigned elements, unsigned worker,
                     unsigned workers) {
  const unsigned perWorker = ((size + workers - 1) / workers + 7) & ~7u;
  const unsigned begin = worker * perWorker;
  if (begin >= size) return {0, 0, 0};
  const unsigned count = size - begin < perWorker ? size - begin : perWorker;
  const unsigned long long from = static_cast<unsigned long long>(piece) * size + begin;
  if (from >= elements) return {begin, count, 0};
  const unsigned long long left = elements - from;
  return {begin, count, left < count ? static_cast<unsigned>(left) : count};
}

/// What sums and products are made in: halves in float, integers without undefined overflow.
template <class T>
struct Wide {
  using Type = T;
};
template <>
struct Wide<half> {
  using Type = float;
};
template <>
struct Wide<int> {
  using Type = unsigned;
};
template <>
struct Wide<long long> {
  using Type = unsigned long long;
};

template <CollectiveOperator op, class T>
inline T combined(T a, T b) {
  using W = typename Wide<T>::Type;
  const W x = static_cast<W>(a), y = static_cast<W>(b);
  if constexpr (op == CollectiveOperator::MUL)
    return static_cast<T>(x * y);
  else if constexpr (op == CollectiveOperator::MIN) // of a number and a NaN the number
    return a < b || b != b ? a : b;
  else if constexpr (op == CollectiveOperator::MAX)
    return a > b || b != b ? a : b;
  else if constexpr (op == CollectiveOperator::LOGICAL_AND)
    return a & b;
  else if constexpr (op == CollectiveOperator::LOGICAL_OR)
    return a | b;
  else
    return static_cast<T>(x + y);
}

/// What an element contributes.
template <CollectiveOperator op, class T>
inline T contribution(T a) {
  using W = typename Wide<T>::Type;
  if constexpr (op == CollectiveOperator::SQUARE_ADD)
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(a));
  else
    return a;
}

} // namespace device
} // namespace gcl

// Instances of a vertex for every operator and type that it exists for.
#define GCL_NUMBERS(Vertex, op)                                                                    \
  template class Vertex<CollectiveOperator::op, float>;                                            \
  template class Vertex<CollectiveOperator::op, half>;                                             \
  template class Vertex<CollectiveOperator::op, int>;                                              \
  template class Vertex<CollectiveOperator::op, unsigned>;                                         \
  template class Vertex<CollectiveOperator::op, long long>;                                        \
  template class Vertex<CollectiveOperator::op, unsigned long long>;
#define GCL_ALL_OPERATORS(Vertex)                                                                  \
  GCL_NUMBERS(Vertex, ADD)                                                                         \
  GCL_NUMBERS(Vertex, MUL)                                                                         \
  GCL_NUMBERS(Vertex, MIN)                                                                         \
  GCL_NUMBERS(Vertex, MAX)                                                                         \
  GCL_NUMBERS(Vertex, SQUARE_ADD)                                                                  \
  template class Vertex<CollectiveOperator::LOGICAL_AND, bool>;                                    \
  template class Vertex<CollectiveOperator::LOGICAL_OR, bool>;
#define GCL_CARRIERS(Vertex)                                                                       \
  template class Vertex<unsigned char>;                                                            \
  template class Vertex<unsigned short>;                                                           \
  template class Vertex<unsigned>;                                                                 \
  template class Vertex<unsigned long long>;
