// SPDX-License-Identifier: MIT
// Names of template instances: enumerators, nested classes, bool, negative integers, packs.
#include <Vertex.hpp>

namespace app {
enum class Op { ADD, SUB = 7 };
enum Plain { PLAIN_A, PLAIN_B };
struct Outer {
  struct Tag {};
  template <class T>
  class Inner : public poplar::Vertex {
    poplar::Input<T> x;

   public:
    void compute() {}
  };
  class Simple : public poplar::Vertex {
   public:
    void compute() {}
  };
};
template <Op O, class T, bool B, int N>
class Apply : public poplar::Vertex {
 public:
  void compute() {}
};
template class Apply<Op::ADD, float, true, -3>;
template class Apply<Op::SUB, unsigned, false, 12>;

template <class... Ts>
class Pack : public poplar::Vertex {
 public:
  void compute() {}
};
template class Pack<float, half, unsigned char>;
template class Pack<Pack<int, short>, Outer::Tag>;

template <Plain P, class T, unsigned N = 4>
class Defaulted : public poplar::Vertex {
 public:
  void compute() {}
};
template class Defaulted<PLAIN_B, uint64_t>;

template <template <class...> class C, char X>
class TT : public poplar::Vertex {
 public:
  void compute() {}
};
template class TT<Pack, 'a'>;
} // namespace app

template class app::Outer::Inner<half>;

template <class T>
class Pointed;
template <class T>
class Pointed<T *> : public poplar::Vertex {
 public:
  void compute() {}
};
template class Pointed<const float *>;

namespace {
class Anonymous : public poplar::Vertex {
 public:
  void compute() {}
};
} // namespace

// Not registered: only used, never explicitly instantiated; and a base without compute().
template <class T>
class Implicit : public poplar::Vertex {
 public:
  static constexpr int k = 3;
  void compute() {}
};
constexpr int use = Implicit<float>::k;
class NoCompute : public poplar::Vertex {};
class Helper {
  int x = 3;
};
