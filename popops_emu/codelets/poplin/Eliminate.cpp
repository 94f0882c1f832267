// SPDX-License-Identifier: MIT
// Vertices of the steps of QR and LU factorisations. Step k is counted by the program's loop.
#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

namespace poplin {

/// The reflection I - factor * v * v' that turns `column` into zeros below element k. Elements
/// before k of v are 0.
class Householder : public Vertex {
 public:
  Input<Vector<float>> column;
  Input<unsigned> k;
  Output<Vector<float>> v;
  Output<float> factor;

  void compute() {
    const unsigned n = column.size(), first = *k;
    float largest = 0;
    for (unsigned i = first; i < n; ++i)
      largest = std::fmax(largest, std::fabs(column[i]));
    float tail = 0;
    for (unsigned i = 0; i < n; ++i)
      v[i] = i < first || largest == 0 ? 0.0f : column[i] / largest;
    for (unsigned i = first + 1; i < n; ++i)
      tail += v[i] * v[i];
    if (tail == 0) {
      *factor = 0;
      return;
    }
    // Away from zero, so that nothing cancels.
    const float head = v[first];
    v[first] = head + std::copysign(std::sqrt(head * head + tail), head);
    *factor = 2.0f / (v[first] * v[first] + tail);
  }
};

/// Applies a reflection to vectors. With `triangular` vector i is column indices[i] of the matrix
/// that becomes R: columns before k are done, and that of k has zeros below the diagonal.
class Reflect : public MultiVertex {
 public:
  Input<Vector<float>> v;
  Input<float> factor;
  Input<unsigned> k;
  Vector<InOut<Vector<float>>> vectors;
  Vector<unsigned> indices;
  bool triangular;

  void compute(unsigned worker) {
    const unsigned first = *k;
    for (unsigned i = worker; i < vectors.size(); i += numWorkers()) {
      if (triangular && indices[i] < first) continue;
      const unsigned n = vectors[i].size();
      float *x = &vectors[i][0];
      const float *direction = &v[0];
      float sums[kSums] = {};
      unsigned j = first;
      for (; j + kSums <= n; j += kSums)
        for (unsigned s = 0; s < kSums; ++s)
          sums[s] += x[j + s] * direction[j + s];
      for (; j < n; ++j)
        sums[0] += x[j] * direction[j];
      float sum = 0;
      for (const float part : sums)
        sum += part;
      sum *= *factor;
      for (j = first; j < n; ++j)
        x[j] -= sum * direction[j];
      if (triangular && indices[i] == first && *factor != 0)
        for (j = first + 1; j < n; ++j)
          x[j] = 0;
    }
  }

 private:
  static constexpr unsigned kSums = 8;
};

/// Subtracts the multiple of the pivot row that makes column k zero from each row below it, and
/// keeps the multiples in l.
class EliminateRows : public MultiVertex {
 public:
  Input<Vector<float>> pivot;
  Input<unsigned> k;
  Vector<InOut<Vector<float>>> u, l;
  Vector<unsigned> indices;

  void compute(unsigned worker) {
    const unsigned column = *k;
    for (unsigned i = worker; i < u.size(); i += numWorkers()) {
      if (indices[i] <= column) continue;
      const float multiple = u[i][column] / pivot[column];
      l[i][column] = multiple;
      u[i][column] = 0;
      for (unsigned j = column + 1; j < u[i].size(); ++j)
        u[i][j] -= multiple * pivot[j];
    }
  }
};

} // namespace poplin
