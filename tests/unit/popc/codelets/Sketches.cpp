// SPDX-License-Identifier: MIT
// The representative shapes of public codelets, one of each.
// clang-format off
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <ipudef.h>

#define EXTERNAL_CODELET false
#define IS_EXTERNAL_CODELET(pred) static const bool isExternalCodelet = false

class Total : public poplar::Vertex { public:
  poplar::Input<poplar::Vector<float>> xs;  poplar::Output<float> sum;
  bool compute() { float s = 0.f; for (auto x : xs) s += x; *sum = s; return true; } };

template <class T> class Axpy : public poplar::Vertex { public:
  poplar::Input<poplar::Vector<T, poplar::VectorLayout::ONE_PTR, 8>> x;
  poplar::InOut<poplar::Vector<T, poplar::VectorLayout::ONE_PTR, 8>> y;
  const unsigned n;  const float a;  Axpy();
  void compute() { for (unsigned i = 0; i < n; ++i) y[i] += T(a) * x[i]; } };
template class Axpy<float>; template class Axpy<half>;

class Square : public poplar::MultiVertex { public:
  poplar::InOut<poplar::Vector<float>> v;
  bool compute(unsigned w) { for (unsigned i = w; i < v.size(); i += numWorkers()) v[i] *= v[i]; return true; } };

class RowMax : public poplar::Vertex { public:
  poplar::Vector<poplar::Input<poplar::Vector<int>>> rows;
  poplar::Vector<poplar::Output<int>> best;
  bool compute() { for (unsigned r = 0; r < rows.size(); ++r) { int m = rows[r][0];
      for (int x : rows[r]) m = m < x ? x : m; *best[r] = m; } return true; } };

class ListSum : public poplar::Vertex { public:
  poplar::Input<poplar::VectorList<float, poplar::VectorListLayout::DELTANELEMENTS>> parts;
  poplar::Output<float> out;
  void compute() { float s = 0; for (unsigned i = 0; i < parts.size(); ++i)
      for (unsigned j = 0; j < parts[i].size(); ++j) s += parts[i][j]; *out = s; } };

class Lookup : public poplar::Vertex { public:
  poplar::Vector<unsigned> table;  int calls;
  poplar::Input<unsigned> key;  poplar::Output<unsigned> val;
  bool compute() { ++calls; *val = table[key % table.size()]; return true; } };

class Below : public poplar::Vertex { public: poplar::Input<float> err; float tol; poplar::Output<bool> stop;
  bool compute() { *stop = *err < tol; return true; } };

namespace app { enum class Op { ADD, MUL };
template <Op O, class T> class Apply : public poplar::Vertex { public:
  poplar::Input<T> a, b; poplar::Output<T> r;
  void compute() { *r = O == Op::ADD ? T(*a + *b) : T(*a * *b); } };
template class Apply<Op::ADD, float>; template class Apply<Op::MUL, float>; }

template <class T> class Conv : public poplar::Vertex { public: poplar::Input<T> i; poplar::Output<float> o; void compute() { *o = *i; } };
template <> class Conv<bool> : public poplar::Vertex { public: poplar::Input<bool> i; poplar::Output<float> o; void compute() { *o = *i ? 1.f : 0.f; } };
template class Conv<int>;

#ifdef __IPU__
#define SUPER __attribute__((target("supervisor")))
#else
#define SUPER
#endif
class Sup : public poplar::SupervisorVertex { public: poplar::InOut<poplar::Vector<unsigned>> d; SUPER bool compute() { d[0] += 1; return true; } };
// The attribute is often not guarded.
class SupUnguarded : public poplar::SupervisorVertex { public: poplar::InOut<poplar::Vector<unsigned>> d;
  __attribute__((target("supervisor"))) bool compute() { d[0] += 2; return true; } };

template <class T> class Ext : public poplar::SupervisorVertexIf<EXTERNAL_CODELET> { public:
  IS_EXTERNAL_CODELET(true); poplar::Input<poplar::Vector<T, poplar::VectorLayout::ONE_PTR>> a;
  poplar::Output<poplar::Vector<T, poplar::VectorLayout::ONE_PTR>> b; const unsigned short n; Ext();
  void compute() { for (unsigned i = 0; i < n; ++i) b[i] = a[i]; } };
template class Ext<int>;

class [[poplar::constraint("elem(*a) != elem(*b)")]] Dot : public poplar::Vertex { public:
  poplar::Input<poplar::Vector<float, poplar::VectorLayout::SPAN, 16, true>> a;
  poplar::Input<poplar::Vector<float, poplar::VectorLayout::SPAN, 8>> b; poplar::Output<float> d;
  void compute() { float s = 0; for (unsigned i = 0; i < a.size(); ++i) s += a[i] * b[i]; *d = s; } };

template <bool InPlace> class Scale : public poplar::Vertex { public:
  using Buf = poplar::Vector<float, poplar::VectorLayout::ONE_PTR>;
  std::conditional_t<InPlace, poplar::InOut<Buf>, poplar::Output<Buf>> o; poplar::Input<Buf> i; unsigned n;
  void compute() { for (unsigned k = 0; k < n; ++k) o[k] = i[k] * 2; } };
template class Scale<true>; template class Scale<false>;

struct Ray { float o[3], d[3]; };
class Trace : public poplar::Vertex { public:
  poplar::InOut<poplar::Vector<unsigned char, poplar::VectorLayout::SPAN, alignof(Ray)>> raw;
  bool compute() { auto *r = reinterpret_cast<Ray *>(&raw[0]); for (unsigned i = 0; i < raw.size() / sizeof(Ray); ++i) r[i].o[0] += r[i].d[0]; return true; } };

class Fast : public poplar::MultiVertex { public:
  poplar::InOut<poplar::Vector<float, poplar::VectorLayout::SPAN, 8>> v;
  bool compute(unsigned w) {
#ifdef __IPU__
    auto *p = reinterpret_cast<float2 *>(&v[0]) + w;
    for (unsigned i = w; i < v.size() / 2; i += numWorkers(), p += numWorkers()) *p = *p * float2{2.f, 2.f};
#else
    for (unsigned i = w; i < v.size(); i += numWorkers()) v[i] *= 2.f;
#endif
    return true; } };
// The same without a guard.
class FastUnguarded : public poplar::MultiVertex { public:
  poplar::InOut<poplar::Vector<float, poplar::VectorLayout::SPAN, 8>> v;
  bool compute(unsigned w) {
    auto *p = reinterpret_cast<float2 *>(&v[0]) + w;
    for (unsigned i = w; i < v.size() / 2; i += numWorkers(), p += numWorkers()) *p = *p * float2{2.f, 2.f};
    return true; } };

class Hist : public poplar::MultiVertex { public: static unsigned part[6]; poplar::Input<poplar::Vector<unsigned>> x; poplar::Output<unsigned> n;
  bool compute(unsigned w) { unsigned c = 0; for (unsigned i = w; i < x.size(); i += numWorkers()) c += x[i] & 1; part[w] = c; if (w == 0) *n = c; return true; } };
unsigned Hist::part[6];

class Hidden : public poplar::Vertex { poplar::Input<int> a; poplar::Output<int> b; int twice(int q) { return 2 * q; } public: bool compute() { *b = twice(a); return true; } };
