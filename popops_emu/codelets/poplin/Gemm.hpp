// SPDX-License-Identifier: MIT
// Products of small blocks: accumulators in registers, operands in the first-level cache.
#pragma once

#include "Wide.hpp"

namespace poplin {
namespace device {

// Rows of accumulators that fit the registers beside two vectors of b.
#ifdef __AVX512F__
constexpr unsigned kRows = 12;
#else
constexpr unsigned kRows = 3;
#endif
/// Rows and depth of a block of a: 13 KiB, beside 16 KiB of b.
constexpr unsigned kBlockRows = 24, kBlockDepth = 128;
/// Rows of a start in different sets of the cache.
constexpr unsigned kPitch = kBlockDepth + kWide;
/// Columns of a block: two panels of b.
constexpr unsigned kBlockColumns = 2 * kWide;

/// acc[r][0..16*Panels) += sum over k of a[r][k] * b_panel[k][0..16).
///
/// a has rows of kPitch floats, acc of kBlockColumns; panel p starts at b[p].
template <unsigned Rows, unsigned Panels>
inline void multiplyRows(const float *a, const float *const (&b)[2], unsigned depth, float *acc) {
  Wide sums[Rows][Panels];
#pragma clang loop unroll(full)
  for (unsigned r = 0; r < Rows; ++r)
    for (unsigned p = 0; p < Panels; ++p)
      sums[r][p] = load(acc + r * kBlockColumns + p * kWide);
  const float *left = b[0], *right = b[1];
#pragma clang loop unroll(disable)
  for (unsigned k = 0; k < depth; ++k, left += kWide, right += kWide) {
    const Wide first = load(left), second = Panels == 2 ? load(right) : first;
#pragma clang loop unroll(full)
    for (unsigned r = 0; r < Rows; ++r) {
      const Wide factor = a[r * kPitch + k];
      sums[r][0] = multiplyAdd(factor, first, sums[r][0]);
      if (Panels == 2) sums[r][Panels - 1] = multiplyAdd(factor, second, sums[r][Panels - 1]);
    }
  }
#pragma clang loop unroll(full)
  for (unsigned r = 0; r < Rows; ++r)
    for (unsigned p = 0; p < Panels; ++p)
      store(acc + r * kBlockColumns + p * kWide, sums[r][p]);
}

/// As multiplyRows, for up to kRows rows.
template <unsigned Panels, unsigned Rows = kRows>
inline void multiplyUpTo(unsigned rows, const float *a, const float *const (&b)[2], unsigned depth,
                         float *acc) {
  if constexpr (Rows > 0) {
    if (rows == Rows)
      multiplyRows<Rows, Panels>(a, b, depth, acc);
    else
      multiplyUpTo<Panels, Rows - 1>(rows, a, b, depth, acc);
  }
}

template <unsigned Panels>
inline void multiplyBlock(unsigned rows, const float *a, const float *const (&b)[2], unsigned depth,
                          float *acc) {
  for (unsigned r = 0; r < rows; r += kRows)
    multiplyUpTo<Panels>(rows - r < kRows ? rows - r : kRows, a + r * kPitch, b, depth,
                         acc + r * kBlockColumns);
}

/// Sum of a[i] * b[i]; products of halves are exact and summed in float.
template <class T>
inline float dot(const T *a, const float *b, unsigned n) {
  Wide sums[4] = {};
  unsigned i = 0;
  for (; i + 4 * kWide <= n; i += 4 * kWide)
#pragma clang loop unroll(full)
    for (unsigned s = 0; s < 4; ++s)
      sums[s] = multiplyAdd(load(a + i + s * kWide), load(b + i + s * kWide), sums[s]);
  for (; i + kWide <= n; i += kWide)
    sums[0] = multiplyAdd(load(a + i), load(b + i), sums[0]);
  const Wide total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float sum = 0;
  for (unsigned lane = 0; lane < kWide; ++lane)
    sum += total[lane];
  for (; i < n; ++i)
    sum = __builtin_fmaf(static_cast<float>(a[i]), b[i], sum);
  return sum;
}

} // namespace device
} // namespace poplin
