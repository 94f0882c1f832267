// SPDX-License-Identifier: MIT
// Vertices of triangular systems and of the Cholesky factor: each works on one diagonal block.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

namespace poplin {

/// Solves a * x = b for each of the vectors, which hold b before and x after. `a` is a row-major
/// block of n rows and columns, of which the lower triangle is read; its diagonal counts as 1 with
/// `unitDiagonal`. Sums are kept in float.
template <class T>
class TriangularSolve : public MultiVertex {
 public:
  Input<Vector<T>> a;
  Vector<InOut<Vector<T>>> x;
  bool unitDiagonal;

  void compute(unsigned worker) {
    for (unsigned column = worker; column < x.size(); column += numWorkers()) {
      T *values = &x[column][0];
      const unsigned n = x[column].size();
      for (unsigned i = 0; i < n; ++i) {
        const T *row = &a[i * n];
        float sum = static_cast<float>(values[i]);
        for (unsigned j = 0; j < i; ++j)
          sum -= static_cast<float>(row[j]) * static_cast<float>(values[j]);
        values[i] = static_cast<T>(unitDiagonal ? sum : sum / static_cast<float>(row[i]));
      }
    }
  }
};
template class TriangularSolve<float>;
template class TriangularSolve<half>;

/// Makes the lower triangle of a row-major block of n rows and columns its Cholesky factor. The
/// elements above the diagonal are neither read nor written. A block that is not positive definite
/// gives NaNs.
template <class T>
class Cholesky : public Vertex {
 public:
  InOut<Vector<T>> a;
  unsigned n;

  void compute() {
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = 0; j <= i; ++j) {
        float sum = static_cast<float>(a[i * n + j]);
        for (unsigned k = 0; k < j; ++k)
          sum -= static_cast<float>(a[i * n + k]) * static_cast<float>(a[j * n + k]);
        a[i * n + j] =
            static_cast<T>(i == j ? std::sqrt(sum) : sum / static_cast<float>(a[j * n + j]));
      }
  }
};
template class Cholesky<float>;
template class Cholesky<half>;

} // namespace poplin
