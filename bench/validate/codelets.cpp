// SPDX-License-Identifier: MIT
// The vertices of the published measurements.
#include <ipudef.h>
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

class Zeros : public Vertex {
 public:
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = 0;
  }
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

/// As `Cells`, for a block with a rim, which is one field.
template <class T>
class Blur : public MultiVertex {
 public:
  Input<Vector<T>> in;
  Output<Vector<T>> out;
  void compute(unsigned) {}
};
template class Blur<half>;
template class Blur<float>;

/// What `rpt` can count to: a loop that is known to stay below has no branch.
constexpr unsigned kMostRepeats = 4095;

/// Two rows, rotated: cosine and sine come from the step before. Each worker has a stretch of
/// pairs.
class Rotation : public MultiVertex {
 public:
  Input<Vector<float, VectorLayout::SPAN, 8>> angle, x, y;
  Input<Vector<unsigned short>> first; ///< pair of each worker, and the end
  Output<Vector<float, VectorLayout::SPAN, 8>> outX, outY;
  void compute(unsigned worker) {
    const float2 c = {angle[0], angle[0]}, s = {angle[1], angle[1]}, minusS = -s;
    const unsigned begin = first[worker];
    const unsigned pairs = (first[worker + 1] - begin) & kMostRepeats;
    const float2 *px = reinterpret_cast<const float2 *>(&x[0]) + begin;
    const float2 *py = reinterpret_cast<const float2 *>(&y[0]) + begin;
    float2 *toX = reinterpret_cast<float2 *>(&outX[0]) + begin;
    float2 *toY = reinterpret_cast<float2 *>(&outY[0]) + begin;
    for (unsigned i = 0; i < pairs; ++i) {
      const float2 a = px[i], b = py[i];
      toX[i] = __builtin_elementwise_fma(minusS, b, c * a);
      toY[i] = __builtin_elementwise_fma(c, b, s * a);
    }
  }
};

/// x - scale v: a row of R or Q under a reflection.
class HouseholderRow : public MultiVertex {
 public:
  Input<Vector<float, VectorLayout::SPAN, 8>> v;
  Input<Vector<float>> scale;
  Input<Vector<unsigned short>> first;
  InOut<Vector<float, VectorLayout::SPAN, 8>> x;
  void compute(unsigned worker) {
    const float2 minusScale = {-scale[0], -scale[0]};
    const unsigned begin = first[worker];
    const unsigned pairs = (first[worker + 1] - begin) & kMostRepeats;
    const float2 *from = reinterpret_cast<const float2 *>(&v[0]) + begin;
    float2 *to = reinterpret_cast<float2 *>(&x[0]) + begin;
    for (unsigned i = 0; i < pairs; ++i)
      to[i] = __builtin_elementwise_fma(minusScale, from[i], to[i]);
  }
};
