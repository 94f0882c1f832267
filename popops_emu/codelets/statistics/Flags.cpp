// SPDX-License-Identifier: MIT
// Vertices that look for an element of some kind, and join what was found.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {
namespace device {

inline unsigned exponentOf(float x) {
  return __builtin_bit_cast(unsigned, x) & 0x7fffffffu;
}
inline unsigned exponentOf(half x) {
  return __builtin_bit_cast(unsigned short, x) & 0x7fffu;
}
inline unsigned infinityOf(float) {
  return 0x7f800000u;
}
inline unsigned infinityOf(half) {
  return 0x7c00u;
}

} // namespace device

/// found[w] is not zero if an element of worker w's part is false.
class HasFalse : public MultiVertex {
 public:
  Input<Vector<bool>> in;
  Output<Vector<unsigned>> found;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    const auto *bytes = reinterpret_cast<const unsigned char *>(&in[0]);
    unsigned any = 0;
    for (unsigned i = part.begin; i < part.end; ++i)
      any |= bytes[i] == 0;
    found[worker] = any;
  }
};

/// The same for NaN, and if OrInf for infinities.
template <typename T, bool OrInf>
class HasNaNOrInf : public MultiVertex {
 public:
  Input<Vector<T>> in;
  Output<Vector<unsigned>> found;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    const unsigned last = device::infinityOf(T()) - (OrInf ? 1u : 0u);
    const T *elements = &in[0];
    unsigned any = 0;
    for (unsigned i = part.begin; i < part.end; ++i)
      any |= device::exponentOf(elements[i]) > last;
    found[worker] = any;
  }
};
template class HasNaNOrInf<float, false>;
template class HasNaNOrInf<float, true>;
template class HasNaNOrInf<half, false>;
template class HasNaNOrInf<half, true>;

class JoinFlags : public Vertex {
 public:
  Input<Vector<unsigned>> in;
  Output<unsigned> out;

  void compute() {
    unsigned any = 0;
    for (unsigned i = 0; i < in.size(); ++i)
      any |= in[i];
    *out = any;
  }
};

/// Whether any flag is set, or with Invert whether none is.
template <bool Invert>
class AnyFlag : public Vertex {
 public:
  Input<Vector<unsigned>> in;
  Output<bool> out;

  void compute() {
    unsigned any = 0;
    for (unsigned i = 0; i < in.size(); ++i)
      any |= in[i];
    *out = (any != 0) != Invert;
  }
};
template class AnyFlag<false>;
template class AnyFlag<true>;

} // namespace popops
