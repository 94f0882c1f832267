// SPDX-License-Identifier: MIT
// The vector types of the device, in the global namespace.
#ifndef IPUDEF_H
#define IPUDEF_H

#include <poplar/HalfFloat.hpp>

#if defined(__clang__)
#define POPLAR_EMU_VECTOR(T_, name, n) typedef T_ name __attribute__((ext_vector_type(n)))
#else
#define POPLAR_EMU_VECTOR(T_, name, n) typedef T_ name __attribute__((vector_size(n * sizeof(T_))))
#endif

#define POPLAR_EMU_VECTORS(T_, prefix)                                                             \
  POPLAR_EMU_VECTOR(T_, prefix##2, 2);                                                             \
  POPLAR_EMU_VECTOR(T_, prefix##4, 4)

POPLAR_EMU_VECTORS(float, float);
POPLAR_EMU_VECTORS(_Float16, half);
POPLAR_EMU_VECTORS(signed char, char);
POPLAR_EMU_VECTORS(unsigned char, uchar);
POPLAR_EMU_VECTORS(short, short);
POPLAR_EMU_VECTORS(unsigned short, ushort);
POPLAR_EMU_VECTORS(int, int);
POPLAR_EMU_VECTORS(unsigned int, uint);
// long has 32 bits on the device, and float2 comparisons must fit long2.
POPLAR_EMU_VECTORS(int, long);
POPLAR_EMU_VECTORS(unsigned int, ulong);
POPLAR_EMU_VECTORS(long long, longlong);
POPLAR_EMU_VECTORS(unsigned long long, ulonglong);

#undef POPLAR_EMU_VECTORS
#undef POPLAR_EMU_VECTOR

namespace poplar_emu {
namespace device {

/// Number of elements and element type of scalars and vectors.
template <class T_>
struct VectorTraits {
  typedef T_ Element;
  static constexpr int count = 1;
};
#define POPLAR_EMU_TRAITS(V_, E, n)                                                                \
  template <>                                                                                      \
  struct VectorTraits<V_> {                                                                        \
    typedef E Element;                                                                             \
    static constexpr int count = n;                                                                \
  };
POPLAR_EMU_TRAITS(float2, float, 2)
POPLAR_EMU_TRAITS(float4, float, 4)
POPLAR_EMU_TRAITS(half2, _Float16, 2)
POPLAR_EMU_TRAITS(half4, _Float16, 4)
#undef POPLAR_EMU_TRAITS

} // namespace device
} // namespace poplar_emu

#endif
