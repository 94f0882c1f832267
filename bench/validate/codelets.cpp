// SPDX-License-Identifier: MIT
// The vertices of the published measurements.
#include <poplar/Vertex.hpp>

using namespace poplar;

/// A row of the matrix-vector tutorial; its cycles are what the tutorial estimates.
class DotProduct : public Vertex {
 public:
  Input<Vector<float>> a, b;
  Output<float> out;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < a.size(); ++i)
      sum += a[i] * b[i];
    *out = sum;
  }
};

class Sum : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<float> out;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < in.size(); ++i)
      sum += in[i];
    *out = sum;
  }
};

/// Needs its neighbours' data and takes as long as it is told: stencils whose kernels are published
/// as cycles a cell.
class Cells : public MultiVertex {
 public:
  Vector<Input<Vector<float>>> halo;
  Output<Vector<float>> cells;
  void compute(unsigned) {}
};

class Halo : public Vertex {
 public:
  Vector<Input<Vector<float>>> halo;
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = halo[0][i];
  }
};

/// The midpoint rule, with 1, 2 or 12 steps an iteration.
class Pi : public Vertex {
 public:
  unsigned n;
  Output<float> out;
  void compute() {
    const float step = 1.0f / static_cast<float>(n);
    float sum = 0;
    for (unsigned i = 1; i <= n; ++i) {
      const float x = (static_cast<float>(i) - 0.5f) * step;
      sum += 4.0f / (1.0f + x * x);
    }
    *out = sum * step;
  }
};

template <unsigned Unroll>
class UnrolledPi : public Vertex {
 public:
  unsigned n;
  Output<float> out;
  void compute() {
    const float step = 1.0f / static_cast<float>(n);
    float sum = 0;
    for (unsigned i = 1; i <= n; i += Unroll) {
#pragma clang loop unroll(full)
      for (unsigned j = 0; j < Unroll; ++j) {
        const float x = (static_cast<float>(i + j) - 0.5f) * step;
        sum += 4.0f / (1.0f + x * x);
      }
    }
    *out = sum * step;
  }
};
template class UnrolledPi<2>;
template class UnrolledPi<12>;

/// a = b + s * c: as plain C++, and with one bundle for two elements.
class Triad : public Vertex {
 public:
  Output<Vector<float>> a;
  Input<Vector<float>> b, c;
  float s;
  void compute() {
    for (unsigned i = 0; i < a.size(); ++i)
      a[i] = b[i] + s * c[i];
  }
};
