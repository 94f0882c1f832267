// SPDX-License-Identifier: MIT
// Sorts one run: short pieces first, then merges between the run and scratch of its size.
#pragma once

#include "Merge.hpp"

namespace popops {
namespace device {

template <class T>
inline void insertionSort(T *data, unsigned n) {
  for (unsigned i = 1; i < n; ++i) {
    const T x = data[i];
    unsigned j = i;
    for (; j > 0 && x < data[j - 1]; --j)
      data[j] = data[j - 1];
    data[j] = x;
  }
}

constexpr unsigned kPiece = 8;

template <class T>
inline void sortPieces(T *data, unsigned n) {
  for (unsigned i = 0; i < n; i += kPiece)
    insertionSort(data + i, n - i < kPiece ? n - i : kPiece);
}

inline void order(Words8 &a, Words8 &b) {
  const Words8 lo = lower(a, b);
  b = upper(a, b);
  a = lo;
}

/// 64 words become 8 sorted pieces: a sorting network on columns, then a transposition.
inline void sortSquare(unsigned *data) {
  Words8 v[8];
  for (unsigned r = 0; r < 8; ++r)
    v[r] = load8(data + 8 * r);
  static constexpr unsigned char network[19][2] = {
      {0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {1, 2}, {5, 6},
      {0, 4}, {1, 5}, {2, 6}, {3, 7}, {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
#pragma clang loop unroll(full)
  for (unsigned c = 0; c < 19; ++c)
    order(v[network[c][0]], v[network[c][1]]);
  for (unsigned c = 0; c < 8; ++c)
    for (unsigned r = 0; r < 8; ++r)
      data[8 * c + r] = v[r][c];
}

template <>
inline void sortPieces(unsigned *data, unsigned n) {
  unsigned i = 0;
  for (; i + 64 <= n; i += 64)
    sortSquare(data + i);
  for (; i < n; i += kPiece)
    insertionSort(data + i, n - i < kPiece ? n - i : kPiece);
}

template <class T>
inline void sortRun(T *data, T *scratch, unsigned n) {
  sortPieces(data, n);
  T *from = data, *to = scratch;
  for (unsigned width = kPiece; width < n; width *= 2) {
    for (unsigned i = 0; i < n; i += 2 * width) {
      const unsigned first = n - i < width ? n - i : width;
      const unsigned left = n - i - first, second = left < width ? left : width;
      merge(from + i, first, from + i + first, second, to + i);
    }
    T *const t = from;
    from = to;
    to = t;
  }
  if (from != data) __builtin_memcpy(data, from, n * sizeof(T));
}

} // namespace device
} // namespace popops
