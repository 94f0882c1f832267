// SPDX-License-Identifier: MIT
// Element-wise mathematics over float, half and their vectors; half is computed in float and
// rounded.
#ifndef POPLAR_EMU_DEVICE_VECTOR_MATH_HPP
#define POPLAR_EMU_DEVICE_VECTOR_MATH_HPP

#include <ipudef.h>

#include <string.h>

namespace poplar_emu {
namespace device {

/// The value itself, or element i of a vector.
template <int Count>
struct ElementAccess {
  template <class V_>
  static float get(const V_ &v, int i) {
    return static_cast<float>(v[i]);
  }
  template <class V_>
  static void set(V_ &v, int i, float value) {
    v[i] = static_cast<typename VectorTraits<V_>::Element>(value);
  }
};
template <>
struct ElementAccess<1> {
  template <class V_>
  static float get(const V_ &v, int) {
    return static_cast<float>(v);
  }
  template <class V_>
  static void set(V_ &v, int, float value) {
    v = static_cast<V_>(value);
  }
};

template <class V_>
float getElement(const V_ &v, int i) {
  return ElementAccess<VectorTraits<V_>::count>::get(v, i);
}
template <class V_>
void setElement(V_ &v, int i, float value) {
  ElementAccess<VectorTraits<V_>::count>::set(v, i, value);
}

// Function objects over float.
namespace op {
#define POPLAR_EMU_OP1(name)                                                                       \
  struct name {                                                                                    \
    float operator()(float x) const {                                                              \
      return __builtin_##name##f(x);                                                               \
    }                                                                                              \
  };
POPLAR_EMU_OP1(fabs)
POPLAR_EMU_OP1(sqrt)
POPLAR_EMU_OP1(cbrt)
POPLAR_EMU_OP1(exp)
POPLAR_EMU_OP1(exp2)
POPLAR_EMU_OP1(expm1)
POPLAR_EMU_OP1(log)
POPLAR_EMU_OP1(log2)
POPLAR_EMU_OP1(log10)
POPLAR_EMU_OP1(log1p)
POPLAR_EMU_OP1(sin)
POPLAR_EMU_OP1(cos)
POPLAR_EMU_OP1(tan)
POPLAR_EMU_OP1(asin)
POPLAR_EMU_OP1(acos)
POPLAR_EMU_OP1(atan)
POPLAR_EMU_OP1(sinh)
POPLAR_EMU_OP1(cosh)
POPLAR_EMU_OP1(tanh)
POPLAR_EMU_OP1(asinh)
POPLAR_EMU_OP1(acosh)
POPLAR_EMU_OP1(atanh)
POPLAR_EMU_OP1(erf)
POPLAR_EMU_OP1(erfc)
POPLAR_EMU_OP1(floor)
POPLAR_EMU_OP1(ceil)
POPLAR_EMU_OP1(round)
POPLAR_EMU_OP1(rint)
POPLAR_EMU_OP1(nearbyint)
POPLAR_EMU_OP1(trunc)
#undef POPLAR_EMU_OP1
struct rsqrt {
  float operator()(float x) const { return 1.0f / __builtin_sqrtf(x); }
};
struct sigmoid {
  float operator()(float x) const { return 1.0f / (1.0f + __builtin_expf(-x)); }
};

#define POPLAR_EMU_OP2(name)                                                                       \
  struct name {                                                                                    \
    float operator()(float x, float y) const {                                                     \
      return __builtin_##name##f(x, y);                                                            \
    }                                                                                              \
  };
POPLAR_EMU_OP2(fmin)
POPLAR_EMU_OP2(fmax)
POPLAR_EMU_OP2(fmod)
POPLAR_EMU_OP2(fdim)
POPLAR_EMU_OP2(pow)
POPLAR_EMU_OP2(atan2)
POPLAR_EMU_OP2(hypot)
POPLAR_EMU_OP2(copysign)
POPLAR_EMU_OP2(remainder)
#undef POPLAR_EMU_OP2
} // namespace op

template <class Op, class V_>
V_ map1(V_ x) {
  V_ result = x;
  for (int i = 0; i < VectorTraits<V_>::count; ++i)
    setElement(result, i, Op()(getElement(x, i)));
  return result;
}
template <class Op, class V_>
V_ map2(V_ x, V_ y) {
  V_ result = x;
  for (int i = 0; i < VectorTraits<V_>::count; ++i)
    setElement(result, i, Op()(getElement(x, i), getElement(y, i)));
  return result;
}
/// Each element a*b+c with a single rounding.
template <class V_>
V_ mapFma(V_ a, V_ b, V_ c) {
  V_ result = a;
  for (int i = 0; i < VectorTraits<V_>::count; ++i)
    setElement(result, i, __builtin_fmaf(getElement(a, i), getElement(b, i), getElement(c, i)));
  return result;
}

/// Sum of the elements, from the first on; half vectors add up in float.
template <class V_>
float sumElements(V_ x) {
  float sum = getElement(x, 0);
  for (int i = 1; i < VectorTraits<V_>::count; ++i)
    sum += getElement(x, i);
  return sum;
}

/// Bit pattern a & ~b.
template <class V_>
V_ andComplement(V_ a, V_ b) {
  unsigned char x[sizeof(V_)], y[sizeof(V_)];
  memcpy(x, &a, sizeof(V_));
  memcpy(y, &b, sizeof(V_));
  for (unsigned i = 0; i < sizeof(V_); ++i)
    x[i] = static_cast<unsigned char>(x[i] & ~y[i]);
  memcpy(&a, x, sizeof(V_));
  return a;
}

} // namespace device
} // namespace poplar_emu

#endif
