// SPDX-License-Identifier: MIT
// The product of one block of a with one block of b.
#include "Gemm.hpp"

#include <type_traits>

using namespace poplar;

namespace poplin {

/// c[m][n] (+)= a[m][k] * b, on all workers of the tile at once.
///
///  In          type of a and b
///  Partial     products are summed in it: in float, or rounded to half after every 16 products
///  Out         type of c
///  Accumulate  adds to c instead of writing it
///
/// a has rows of k elements. b lies in panels of 16 columns (the last may be narrower), each with k
/// rows. c has rows of n elements.
template <class In, class Partial, class Out, bool Accumulate>
class MatMulBlock : public SupervisorVertex {
  using CVector = Vector<Out, VectorLayout::ONE_PTR>;

 public:
  Input<Vector<In, VectorLayout::ONE_PTR>> a, b;
  typename std::conditional<Accumulate, InOut<CVector>, Output<CVector>>::type c;
  unsigned m, n, k;

  void compute() {
    if (n <= kFewColumns)
      multiplyColumns();
    else
      for (unsigned column = 0; column < n; column += device::kBlockColumns)
        for (unsigned row = 0; row < m; row += device::kBlockRows)
          multiplyBlock(row, column);
  }

 private:
  static constexpr unsigned kFewColumns = 3;
  static constexpr bool kHalfSums = std::is_same<Partial, half>::value;
  /// Products between two roundings of a sum.
  static constexpr unsigned kDepth = kHalfSums ? 16 : device::kBlockDepth;

  void multiplyBlock(unsigned row, unsigned column) {
    const unsigned rows = min(m - row, device::kBlockRows);
    const unsigned columns = min(n - column, device::kBlockColumns);
    alignas(64) float sums[device::kBlockRows * device::kBlockColumns];
    alignas(64) float left[device::kBlockRows * device::kPitch];
    alignas(64) float panels[2][device::kBlockDepth * device::kWide];

    for (unsigned r = 0; r < rows; ++r) {
      float *sum = sums + r * device::kBlockColumns;
      for (unsigned j = 0; j < device::kBlockColumns; ++j)
        sum[j] = 0;
      if (Accumulate) device::convert(sum, &c[(row + r) * n + column], columns);
    }
    for (unsigned begin = 0; begin < k; begin += kDepth) {
      const unsigned depth = min(k - begin, kDepth);
      for (unsigned r = 0; r < rows; ++r)
        device::convert(left + r * device::kPitch, &a[(row + r) * k + begin], depth);
      const float *b[2];
      b[0] = panel(column, begin, depth, panels[0]);
      b[1] =
          columns > device::kWide ? panel(column + device::kWide, begin, depth, panels[1]) : b[0];
      if (columns > device::kWide)
        device::multiplyBlock<2>(rows, left, b, depth, sums);
      else
        device::multiplyBlock<1>(rows, left, b, depth, sums);
      if (kHalfSums) round(sums, rows * device::kBlockColumns);
    }
    for (unsigned r = 0; r < rows; ++r)
      device::convert(&c[(row + r) * n + column], sums + r * device::kBlockColumns, columns);
  }

  /// Rows [begin, begin + depth) of the panel that starts at a column: in place, or as 16 floats a
  /// row in `space`.
  const float *panel(unsigned column, unsigned begin, unsigned depth, float *space) {
    const unsigned width = min(n - column, device::kWide);
    const In *rows = &b[column * k + begin * width];
    if (width == device::kWide) {
      if constexpr (std::is_same<In, float>::value) return rows;
      device::convert(space, rows, depth * device::kWide);
      return space;
    }
    for (unsigned i = 0; i < depth; ++i)
      for (unsigned j = 0; j < device::kWide; ++j)
        space[i * device::kWide + j] = j < width ? static_cast<float>(rows[i * width + j]) : 0.0f;
    return space;
  }

  /// A product with few columns is a dot product an element.
  void multiplyColumns() {
    alignas(64) float columns[kFewColumns][device::kBlockDepth];
    float sums[device::kBlockRows * kFewColumns];
    for (unsigned row = 0; row < m; row += device::kBlockRows) {
      const unsigned rows = min(m - row, device::kBlockRows);
      for (unsigned i = 0; i < rows * n; ++i)
        sums[i] = Accumulate ? static_cast<float>(c[row * n + i]) : 0.0f;
      for (unsigned begin = 0; begin < k; begin += kDepth) {
        const unsigned depth = min(k - begin, kDepth);
        for (unsigned j = 0; j < n; ++j)
          for (unsigned i = 0; i < depth; ++i)
            columns[j][i] = static_cast<float>(b[(begin + i) * n + j]);
        for (unsigned r = 0; r < rows; ++r)
          for (unsigned j = 0; j < n; ++j)
            sums[r * n + j] += device::dot(&a[(row + r) * k + begin], columns[j], depth);
        if (kHalfSums) round(sums, rows * n);
      }
      device::convert(&c[row * n], sums, rows * n);
    }
  }

  static void round(float *sums, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      sums[i] = static_cast<float>(static_cast<half>(sums[i]));
  }

  static unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
};

template class MatMulBlock<float, float, float, false>;
template class MatMulBlock<float, float, float, true>;
template class MatMulBlock<float, float, half, false>;
template class MatMulBlock<half, float, float, false>;
template class MatMulBlock<half, float, float, true>;
template class MatMulBlock<half, float, half, false>;
template class MatMulBlock<half, half, half, false>;
template class MatMulBlock<half, half, half, true>;

} // namespace poplin
