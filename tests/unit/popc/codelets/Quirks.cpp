// SPDX-License-Identifier: MIT
// Uses of fields that public codelets rely on.
#include <Alignment.hpp>
#include <StackSizeDefs.hpp>
#include <algorithm>
#include <arch/gc_tile_defines.h>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <poplar/AvailableVTypes.h>
#include <poplar/TileConstants.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

static float sumOf(const poplar::Vector<float> &v) {
  return std::accumulate(v.begin(), v.end(), 0.f);
}
static void scaleAll(poplar::Vector<float> &v, float k) {
  for (auto &x : v)
    x *= k;
}
static float totalOf(Vector<Input<Vector<float>>> rows) {
  float s = 0;
  for (auto &row : rows)
    for (auto &x : row)
      s += x;
  return s;
}
static float first(float *p) {
  return *p;
}

// Old code takes non-const pointers to inputs; fields go to helpers; (*f)[i] and f->size().
class Access : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  Vector<Input<Vector<float>>> rows;
  Input<unsigned> index;
  bool compute() {
    float *p = &in[0];
    const float *q = &in[0];
    auto *r = reinterpret_cast<unsigned *>(&in[0]);
    out[0] = first(&in[0]) + *p + *q + (r != nullptr ? 1.f : 0.f);
    out[1] = sumOf(in);
    out[2] = (*in)[1] + static_cast<float>(in->size()) + *in->begin();
    out[3] = totalOf(rows);
    out[4] = in[index];
    scaleAll(out, 2.f);
    auto copy = in;
    const auto chosen = index ? in : copy;
    out[5] = chosen[0] + static_cast<float>(sizeof(in[0]));
    std::memcpy(&out[6], &in[1], sizeof(float));
    auto row = rows[1];
    const auto &same = rows[1];
    out[7] = row[0] + same[0] + static_cast<float>(rows.size());
    std::swap(out[0], out[1]);
    std::fill(out.begin() + 8, out.end(), 5.f);
    rptsize_t n = 0;
    for (rptsize_t i = 0; i < in.size(); ++i)
      ++n;
    return n == in.size();
  }
};
DEF_STACK_USAGE(RECURSIVE_FUNCTION_SIZE, first);

// Elements of vectors of scalar edges behave as the elements.
template <class T>
class Elements : public Vertex {
 public:
  Vector<Input<T>> a;
  Vector<Output<T>> f;
  Input<T> y;
  InOut<T> total;
  bool compute() {
    f[0] = a[0] + a[1];
    f[1] = f[0] + T(1);
    f[2] = a[0] < y ? a[1] : y;
    f[3] = f[0] * 2 - -a[0];
    *f[4] = *a[2];
    f[5] = a[2];
    f[6] = f[5];
    T local = a[0];
    local += a[1];
    total += local;
    *total *= 2;
    return f[0] >= a[0] && !(f[1] == y);
  }
};
template class Elements<float>;
template class Elements<half>;
template class Elements<int>;

// Rows can be assigned; partial writes leave the rest alone.
class Rows : public Vertex {
 public:
  Vector<Input<Vector<float>>> in;
  Vector<Output<Vector<float>>> out;
  void compute() {
    for (unsigned i = 0; i < in.size(); ++i)
      out[i] = in[i];
  }
};

// GNU extensions: designated initialisers and arrays of variable length.
struct Point {
  int x, y;
};
class Gnu : public Vertex {
 public:
  Input<int> n;
  Output<int> out;
  bool compute() {
    Point p = {.x = 1, .y = *n};
    int scratch[*n];
    for (int i = 0; i < n; ++i)
      scratch[i] = i;
    *out = p.y + scratch[*n - 1] + int(CTXT_WORKERS) + (CSR_W_WSR__CTXTID_M1__MASK & 0) +
           int(TMEM_BASE_ADDR & 0) + TEXCH_SYNCZONE_LOCAL * 0;
    return *out > 1000;
  }
};

// Ordinary std and C mathematics on half.
class HalfMath : public Vertex {
 public:
  Input<Vector<half>> x;
  Output<Vector<half>> y;
  void compute() {
    y[0] = std::sqrt(x[0]);
    y[1] = exp(x[0]);
    y[2] = std::max(x[0], x[1]);
    y[3] = std::fabs(-x[1]) + std::abs(x[0]);
    y[4] = std::numeric_limits<half>::max();
    y[5] = 1.5_h + half(1);
    y[6] = fmax(x[0], 3.0f);
    y[7] = std::pow(x[0], 2);
  }
};

// Every half operation rounds.
class HalfRounding : public Vertex {
 public:
  Input<Vector<half>> a, b, c;
  Output<Vector<half>> r;
  Input<Vector<float>> p, q, s;
  Output<Vector<float>> t;
  void compute() {
    for (unsigned i = 0; i < r.size(); ++i)
      r[i] = a[i] * b[i] + c[i];
    for (unsigned i = 0; i < t.size(); ++i)
      t[i] = p[i] * q[i] + s[i];
  }
};
