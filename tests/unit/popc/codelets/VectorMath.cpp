// SPDX-License-Identifier: MIT
// namespace ipu and vector types, without guards.
#include <ipu_intrinsics>
#include <ipu_memory_intrinsics>
#include <ipu_vector_math>
#include <poplar/Vertex.hpp>

using namespace poplar;
typedef float float2 __attribute__((ext_vector_type(2)));

template <class V>
struct Lanes {
  static constexpr unsigned n = sizeof(V) / sizeof(float);
  typedef float T;
};
template <>
struct Lanes<float> {
  static constexpr unsigned n = 1;
  typedef float T;
};
template <>
struct Lanes<half> {
  static constexpr unsigned n = 1;
  typedef half T;
};
template <>
struct Lanes<half2> {
  static constexpr unsigned n = 2;
  typedef half T;
};
template <>
struct Lanes<half4> {
  static constexpr unsigned n = 4;
  typedef half T;
};

// out[k] = k-th function of x (and y).
template <class V>
class Unary : public Vertex {
 public:
  typedef typename Lanes<V>::T T;
  Input<Vector<T, VectorLayout::ONE_PTR, 16>> x, y;
  Output<Vector<T, VectorLayout::ONE_PTR, 16>> out;
  Output<T> sum;
  void compute() {
    const V a = *reinterpret_cast<const V *>(&x[0]);
    const V b = *reinterpret_cast<const V *>(&y[0]);
    V *o = reinterpret_cast<V *>(&out[0]);
    *o++ = ipu::fabs(a);
    *o++ = ipu::sqrt(ipu::fabs(a));
    *o++ = ipu::rsqrt(b);
    *o++ = ipu::exp(a);
    *o++ = ipu::exp2(a);
    *o++ = ipu::expm1(a);
    *o++ = ipu::log(b);
    *o++ = ipu::sin(a);
    *o++ = ipu::cos(a);
    *o++ = ipu::tan(a);
    *o++ = ipu::tanh(a);
    *o++ = ipu::asin(ipu::fmin(a, b));
    *o++ = ipu::atan2(a, b);
    *o++ = ipu::sigmoid(a);
    *o++ = ipu::erf(a);
    *o++ = ipu::pow(b, a);
    *o++ = ipu::fmod(a, b);
    *o++ = ipu::fmin(a, b);
    *o++ = ipu::fmax(a, b);
    *o++ = ipu::fma(a, b, a);
    *o++ = ipu::floor(a);
    *o++ = ipu::ceil(a);
    *o++ = ipu::round(a);
    *o++ = ipu::nearbyint(a);
    *o++ = ipu::trunc(a);
    *o++ = ipu::copysign(b, a);
    *o++ = ipu::andc(a, b);
    *sum = ipu::sum(a);
  }
};
template class Unary<float>;
template class Unary<float2>;
template class Unary<float4>;
template class Unary<half>;
template class Unary<half2>;
template class Unary<half4>;

class PostIncrement : public Vertex {
 public:
  Input<Vector<float, VectorLayout::SPAN, 8>> in;
  Output<Vector<float, VectorLayout::SPAN, 8>> out;
  void compute() {
    const float2 *p = reinterpret_cast<const float2 *>(&in[0]);
    float2 *q = reinterpret_cast<float2 *>(&out[0]);
    for (unsigned i = 0; i < in.size() / 4; ++i) {
      const float2 v = ipu::load_postinc(&p, 2);
      ipu::store_postinc(&q, v + 1.0f, 2);
    }
  }
};

// Comparisons, shuffles, conversions, casts.
class VectorTypes : public Vertex {
 public:
  Output<Vector<float, VectorLayout::SPAN, 16>> out;
  void compute() {
    const float2 a = {1.f, 5.f}, b{3.f, 2.f};
    const long2 less = a < b;
    const int2 alsoLess = a < b;
    out[0] = static_cast<float>(less[0] + alsoLess[1]);
    const float4 wide = __builtin_shufflevector(a, b, 3, 0, 1, 2);
    out[1] = wide[0] * 10 + wide[1];
    const half2 h = __builtin_convertvector(a, half2);
    const half4 hh = {1, 2, 3, 4};
    const short4 mask = hh > (half4){2, 2, 2, 2};
    out[2] = static_cast<float>(h[1]) + static_cast<float>(mask[3]);
    const uint2 bits = (uint2)a;
    out[3] = bits[0] == 0x3f800000u ? 1.f : 0.f;
    const half4 m = half4_fma(hh, hh, hh);
    out[4] = static_cast<float>(m[3]);
    out[5] = float2_log10(float2{100.f, 1.f})[0];
    out[6] = static_cast<float>(half2_fmax(h, (half2){2, 2})[0]);
    // Builtins are no macros on the device: braces in their arguments must do here too.
    out[7] = __builtin_ipu_max(float2{1.f, 5.f}, float2{3.f, 2.f})[0] +
             __builtin_ipu_min(1.f, 2.f) + __builtin_ipu_ln(1.f) +
             __builtin_ipu_cmpgt(float2{1.f, 2.f}, float2{2.f, 2.f})[0] +
             __builtin_ipu_abs(float2{-0.f, 1.f})[0];
  }
};
