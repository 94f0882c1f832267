// SPDX-License-Identifier: MIT
// Vertices of the differential test: every field kind, exact arithmetic for every element type.
#include <poplar/Vertex.hpp>

using namespace poplar;

// All results are small numbers, so that float, half and 8-bit types hold them exactly.
template <class T>
T small(unsigned value) {
  return static_cast<T>(value % 251u);
}

template <class T>
class Mix : public Vertex {
 public:
  Input<Vector<T>> a, b;
  Output<Vector<T>> out;
  unsigned k;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = small<T>(unsigned(a[i]) * 3u + unsigned(b[i % b.size()]) + k);
  }
};

template <class T>
class ScalarMix : public Vertex {
 public:
  Input<T> a;
  Output<T> out;

  bool compute() {
    *out = small<T>(unsigned(*a) * 5u + 1u);
    return true;
  }
};

template <class T>
class InPlace : public Vertex {
 public:
  InOut<Vector<T, VectorLayout::ONE_PTR, 8>> x;
  Input<T> scale;
  const unsigned n;
  InPlace();

  void compute() {
    for (unsigned i = 0; i < n; ++i)
      x[i] = small<T>(unsigned(x[i]) * unsigned(scale) + i);
  }
};

template <class T>
class RowSums : public Vertex {
 public:
  Vector<Input<Vector<T>>> in;
  Output<Vector<T, VectorLayout::ONE_PTR>> sums;

  void compute() {
    for (unsigned r = 0; r < in.size(); ++r) {
      unsigned sum = 0;
      for (unsigned i = 0; i < in[r].size(); ++i)
        sum += unsigned(in[r][i]) * (i + 1);
      sums[r] = small<T>(sum);
    }
  }
};

template <class T>
class RowUpdate : public Vertex {
 public:
  Vector<InOut<Vector<T>>> rows;

  void compute() {
    unsigned r = 0;
    for (auto &row : rows) {
      for (auto &x : row)
        x = small<T>(unsigned(x) + r);
      ++r;
    }
  }
};

template <class T>
class ListSum : public Vertex {
 public:
  Input<VectorList<T, VectorListLayout::DELTANELEMENTS>> in;
  Output<T> out;

  void compute() {
    unsigned sum = 7;
    for (unsigned r = 0; r < in.size(); ++r)
      for (unsigned i = 0; i < in[r].size(); ++i)
        sum = sum * 3u + unsigned(in[r][i]);
    *out = small<T>(sum);
  }
};

template <class T>
class Scalars : public Vertex {
 public:
  Vector<Input<T>> in;
  Vector<Output<T>> out;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      *out[i] = small<T>(unsigned(*in[out.size() - 1 - i]) + 1u);
  }
};

template <class T>
class Multi : public MultiVertex {
 public:
  InOut<Vector<T>> v;

  void compute(unsigned worker) {
    for (unsigned i = worker; i < v.size(); i += numWorkers())
      v[i] = small<T>(unsigned(v[i]) + worker);
  }
};

template <class T>
class Counter : public Vertex {
 public:
  unsigned count;
  Output<T> out;

  void compute() { *out = small<T>(++count); }
};

template <class T>
class EvenOnly : public Vertex {
 public:
  Output<Vector<T>> out;
  Vector<unsigned> table;

  void compute() {
    for (unsigned i = 0; i < out.size(); i += 2)
      out[i] = small<T>(table[i % table.size()]);
  }
};

class CountDown : public Vertex {
 public:
  InOut<int> value;
  Output<bool> more;

  void compute() {
    if (*value > 0) *value = *value - 1;
    *more = *value > 0;
  }
};

#define INSTANTIATE(T)                                                                             \
  template class Mix<T>;                                                                           \
  template class ScalarMix<T>;                                                                     \
  template class InPlace<T>;                                                                       \
  template class RowSums<T>;                                                                       \
  template class RowUpdate<T>;                                                                     \
  template class ListSum<T>;                                                                       \
  template class Scalars<T>;                                                                       \
  template class Multi<T>;                                                                         \
  template class Counter<T>;                                                                       \
  template class EvenOnly<T>;

INSTANTIATE(int)
INSTANTIATE(float)
INSTANTIATE(half)
INSTANTIATE(unsigned short)
INSTANTIATE(unsigned char)
