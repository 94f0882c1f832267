// SPDX-License-Identifier: MIT
// Merging two sorted runs: 8 words at a time in registers, other elements one by one.
#pragma once

namespace popops {
namespace device {

typedef unsigned Words8 __attribute__((ext_vector_type(8)));
typedef unsigned UnalignedWords8 __attribute__((ext_vector_type(8), aligned(4)));

inline Words8 load8(const unsigned *p) {
  return *reinterpret_cast<const UnalignedWords8 *>(p);
}
inline void store8(unsigned *p, Words8 v) {
  *reinterpret_cast<UnalignedWords8 *>(p) = v;
}
inline Words8 lower(Words8 a, Words8 b) {
  return a < b ? a : b;
}
inline Words8 upper(Words8 a, Words8 b) {
  return a < b ? b : a;
}

/// Sorts a bitonic sequence of 8.
inline Words8 sortBitonic(Words8 v) {
  Words8 w = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  Words8 lo = lower(v, w), hi = upper(v, w);
  v = __builtin_shufflevector(lo, hi, 0, 1, 2, 3, 12, 13, 14, 15);
  w = __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
  lo = lower(v, w), hi = upper(v, w);
  v = __builtin_shufflevector(lo, hi, 0, 1, 10, 11, 4, 5, 14, 15);
  w = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
  lo = lower(v, w), hi = upper(v, w);
  return __builtin_shufflevector(lo, hi, 0, 9, 2, 11, 4, 13, 6, 15);
}

/// a, then b, each sorted, become the lower and the upper half of both.
inline void mergeRegisters(Words8 &a, Words8 &b) {
  const Words8 back = __builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0);
  const Words8 lo = lower(a, back), hi = upper(a, back);
  a = sortBitonic(lo);
  b = sortBitonic(hi);
}

/// Writes the merged na + nb elements; no branch depends on the data but at the ends.
template <class T>
inline void mergeOneByOne(const T *a, unsigned na, const T *b, unsigned nb, T *out) {
  while (na != 0 && nb != 0) {
    // So many steps use up neither run.
    const unsigned steps = na < nb ? na : nb;
    const T *const a0 = a, *const b0 = b;
    for (unsigned s = 0; s < steps; ++s) {
      const T x = *a, y = *b;
      const bool second = y < x;
      *out++ = second ? y : x;
      b += second;
      a += !second;
    }
    na -= static_cast<unsigned>(a - a0);
    nb -= static_cast<unsigned>(b - b0);
  }
  __builtin_memcpy(out, a, na * sizeof(T));
  __builtin_memcpy(out + na, b, nb * sizeof(T));
}

template <class T>
inline void merge(const T *a, unsigned na, const T *b, unsigned nb, T *out) {
  mergeOneByOne(a, na, b, nb, out);
}

template <>
inline void merge(const unsigned *a, unsigned na, const unsigned *b, unsigned nb, unsigned *out) {
  if (na < 8 || nb < 8) return mergeOneByOne(a, na, b, nb, out);
  const unsigned *const aEnd = a + na, *const bEnd = b + nb;
  Words8 low = load8(a), high = load8(b);
  a += 8;
  b += 8;
  mergeRegisters(low, high);
  store8(out, low);
  out += 8;
  // The run whose next element is smaller gives the next 8; the upper half stays in a register.
  while (aEnd - a >= 8 && bEnd - b >= 8) {
    const bool second = *b < *a;
    low = load8(second ? b : a);
    b += second ? 8 : 0;
    a += second ? 0 : 8;
    mergeRegisters(low, high);
    store8(out, low);
    out += 8;
  }
  // One run has less than 8 left: with the register it makes a short third one.
  unsigned kept[8], rest[16];
  store8(kept, high);
  const bool shortIsA = aEnd - a < 8;
  const unsigned *const shorter = shortIsA ? a : b, *const longer = shortIsA ? b : a;
  const unsigned shortLeft = static_cast<unsigned>(shortIsA ? aEnd - a : bEnd - b);
  const unsigned longLeft = static_cast<unsigned>(shortIsA ? bEnd - b : aEnd - a);
  mergeOneByOne(kept, 8, shorter, shortLeft, rest);
  mergeOneByOne(rest, 8 + shortLeft, longer, longLeft, out);
}

/// How many of the first `taken` merged elements come from a (which wins ties).
template <class T>
inline unsigned takenFromFirst(const T *a, unsigned na, const T *b, unsigned nb, unsigned taken) {
  unsigned low = taken > nb ? taken - nb : 0, high = taken < na ? taken : na;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (b[taken - middle - 1] < a[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

} // namespace device
} // namespace popops
