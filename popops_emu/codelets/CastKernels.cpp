// SPDX-License-Identifier: MIT
// Chunk loops that convert or move elements, and the vertex of one conversion.
#include "Kernels.hpp"

using namespace poplar;

namespace popops {
namespace device {
namespace {

template <class From, class To>
void convertChunk(void *out, const void *a, const void *, const void *, unsigned n) {
  forEach(static_cast<To *>(out), static_cast<const From *>(a), n,
          [](From x) { return convert<To>(x); });
}

template <class T>
void copyChunk(void *out, const void *a, const void *, const void *, unsigned n) {
  __builtin_memmove(out, a, n * sizeof(T));
}

template <class From>
Kernel castFrom(program::Kind to) {
  using program::Kind;
  switch (to) {
  case Kind::Bool:
    return convertChunk<From, bool>;
  case Kind::Char:
    return convertChunk<From, char>;
  case Kind::SignedChar:
    return convertChunk<From, signed char>;
  case Kind::UnsignedChar:
    return convertChunk<From, unsigned char>;
  case Kind::Short:
    return convertChunk<From, short>;
  case Kind::UnsignedShort:
    return convertChunk<From, unsigned short>;
  case Kind::Int:
    return convertChunk<From, int>;
  case Kind::Unsigned:
    return convertChunk<From, unsigned>;
  case Kind::LongLong:
    return convertChunk<From, long long>;
  case Kind::UnsignedLongLong:
    return convertChunk<From, unsigned long long>;
  case Kind::Half:
    return convertChunk<From, half>;
  case Kind::Float:
    return convertChunk<From, float>;
  }
  return nullptr;
}

} // namespace

Kernel castKernel(program::Kind from, program::Kind to) {
  using program::Kind;
  switch (from) {
  case Kind::Bool:
    return castFrom<bool>(to);
  case Kind::Char:
    return castFrom<char>(to);
  case Kind::SignedChar:
    return castFrom<signed char>(to);
  case Kind::UnsignedChar:
    return castFrom<unsigned char>(to);
  case Kind::Short:
    return castFrom<short>(to);
  case Kind::UnsignedShort:
    return castFrom<unsigned short>(to);
  case Kind::Int:
    return castFrom<int>(to);
  case Kind::Unsigned:
    return castFrom<unsigned>(to);
  case Kind::LongLong:
    return castFrom<long long>(to);
  case Kind::UnsignedLongLong:
    return castFrom<unsigned long long>(to);
  case Kind::Half:
    return castFrom<half>(to);
  case Kind::Float:
    return castFrom<float>(to);
  }
  return nullptr;
}

Kernel copyKernel(program::Kind kind) {
  switch (program::sizeClass(kind)) {
  case 0:
    return copyChunk<char>;
  case 1:
    return copyChunk<short>;
  case 2:
    return copyChunk<int>;
  default:
    return copyChunk<long long>;
  }
}

} // namespace device

template <typename SrcType, typename DstType>
class Cast1D : public MultiVertex {
 public:
  Input<Vector<SrcType>> src;
  Output<Vector<DstType>> dst;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(dst.size(), worker, numWorkers());
    device::forEach(&dst[0] + part.begin, &src[0] + part.begin, part.end - part.begin,
                    [](SrcType x) { return device::convert<DstType>(x); });
  }
};

template class Cast1D<float, half>;
template class Cast1D<half, float>;
#ifndef POPOPS_FEW_VERTICES
template class Cast1D<float, int>;
template class Cast1D<int, float>;
template class Cast1D<unsigned, float>;
template class Cast1D<float, unsigned>;
template class Cast1D<half, int>;
template class Cast1D<int, half>;
#endif

} // namespace popops
