// SPDX-License-Identifier: MIT
// Codelets of scenario 19.
#include <ipudef.h>
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

static constexpr auto ONE_PTR = VectorLayout::ONE_PTR;

template <class T>
class Triad : public Vertex {
 public:
  Output<Vector<T, ONE_PTR, 8>> a;
  Input<Vector<T, ONE_PTR, 8>> b;
  Input<Vector<T, ONE_PTR, 8>> c;
  const unsigned n;
  const T scale;
  Triad();
  bool compute() {
    for (unsigned i = 0; i < n; ++i)
      a[i] = b[i] + scale * c[i];
    return true;
  }
};
template class Triad<float>;
template class Triad<half>;

class TriadSpan : public Vertex {
 public:
  Output<Vector<float>> a;
  Input<Vector<float>> b, c;
  unsigned n;
  float scale;
  bool compute() {
    for (auto &x : a)
      x = 0;
    for (unsigned i = 0; i < a.size(); ++i)
      a[i] += b[i] + scale * c[i];
    return true;
  }
};

class TriadVector : public MultiVertex {
 public:
  Output<Vector<float, VectorLayout::SPAN, 8>> a;
  Input<Vector<float, VectorLayout::SPAN, 8>> b, c;
  unsigned n;
  float scale;
  bool compute(unsigned worker) {
    float2 *pa = reinterpret_cast<float2 *>(&a[0]);
    const float2 *pb = reinterpret_cast<const float2 *>(&b[0]);
    const float2 *pc = reinterpret_cast<const float2 *>(&c[0]);
    for (unsigned i = worker; i < a.size() / 2; i += numWorkers())
      pa[i] = pb[i] + float2{scale, scale} * pc[i];
    return true;
  }
};
