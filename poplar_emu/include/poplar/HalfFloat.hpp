// SPDX-License-Identifier: MIT
// half: IEEE binary16, for codelets and for host code alike, with the library functions around it.
#ifndef POPLAR_HALF_FLOAT_HPP
#define POPLAR_HALF_FLOAT_HPP

#include <iosfwd>
#include <limits>
#include <type_traits>

typedef _Float16 half;

constexpr half operator""_h(long double value) {
  return static_cast<half>(value);
}
constexpr half operator""_h(unsigned long long value) {
  return static_cast<half>(value);
}

// Defined in one place and brought into std and the global namespace, so that both name one
// function.
namespace poplar_emu {
namespace half_math {

#define POPLAR_EMU_HALF_UNARY(name)                                                                \
  inline half name(half x) {                                                                       \
    return static_cast<half>(__builtin_##name##f(static_cast<float>(x)));                          \
  }
POPLAR_EMU_HALF_UNARY(fabs)
POPLAR_EMU_HALF_UNARY(sqrt)
POPLAR_EMU_HALF_UNARY(cbrt)
POPLAR_EMU_HALF_UNARY(exp)
POPLAR_EMU_HALF_UNARY(exp2)
POPLAR_EMU_HALF_UNARY(expm1)
POPLAR_EMU_HALF_UNARY(log)
POPLAR_EMU_HALF_UNARY(log2)
POPLAR_EMU_HALF_UNARY(log10)
POPLAR_EMU_HALF_UNARY(log1p)
POPLAR_EMU_HALF_UNARY(sin)
POPLAR_EMU_HALF_UNARY(cos)
POPLAR_EMU_HALF_UNARY(tan)
POPLAR_EMU_HALF_UNARY(asin)
POPLAR_EMU_HALF_UNARY(acos)
POPLAR_EMU_HALF_UNARY(atan)
POPLAR_EMU_HALF_UNARY(sinh)
POPLAR_EMU_HALF_UNARY(cosh)
POPLAR_EMU_HALF_UNARY(tanh)
POPLAR_EMU_HALF_UNARY(asinh)
POPLAR_EMU_HALF_UNARY(acosh)
POPLAR_EMU_HALF_UNARY(atanh)
POPLAR_EMU_HALF_UNARY(erf)
POPLAR_EMU_HALF_UNARY(erfc)
POPLAR_EMU_HALF_UNARY(floor)
POPLAR_EMU_HALF_UNARY(ceil)
POPLAR_EMU_HALF_UNARY(trunc)
POPLAR_EMU_HALF_UNARY(round)
POPLAR_EMU_HALF_UNARY(nearbyint)
POPLAR_EMU_HALF_UNARY(rint)
#undef POPLAR_EMU_HALF_UNARY

inline half abs(half x) {
  return fabs(x);
}
inline bool isnan(half x) {
  return x != x;
}
inline bool isinf(half x) {
  return __builtin_isinf(static_cast<float>(x)) != 0;
}
inline bool isfinite(half x) {
  return __builtin_isfinite(static_cast<float>(x)) != 0;
}
inline bool signbit(half x) {
  return __builtin_signbit(static_cast<float>(x)) != 0;
}

// half with half gives half; with a wider type it gives the wider type.
#define POPLAR_EMU_HALF_BINARY(name)                                                               \
  inline half name(half x, half y) {                                                               \
    return static_cast<half>(__builtin_##name##f(static_cast<float>(x), static_cast<float>(y)));   \
  }                                                                                                \
  inline float name(half x, float y) {                                                             \
    return __builtin_##name##f(static_cast<float>(x), y);                                          \
  }                                                                                                \
  inline float name(float x, half y) {                                                             \
    return __builtin_##name##f(x, static_cast<float>(y));                                          \
  }                                                                                                \
  inline double name(half x, double y) {                                                           \
    return __builtin_##name(static_cast<double>(x), y);                                            \
  }                                                                                                \
  inline double name(double x, half y) {                                                           \
    return __builtin_##name(x, static_cast<double>(y));                                            \
  }                                                                                                \
  template <class T_, class = typename std::enable_if<std::is_integral<T_>::value>::type>          \
  inline half name(half x, T_ y) {                                                                 \
    return name(x, static_cast<half>(y));                                                          \
  }                                                                                                \
  template <class T_, class = typename std::enable_if<std::is_integral<T_>::value>::type>          \
  inline half name(T_ x, half y) {                                                                 \
    return name(static_cast<half>(x), y);                                                          \
  }
POPLAR_EMU_HALF_BINARY(pow)
POPLAR_EMU_HALF_BINARY(fmod)
POPLAR_EMU_HALF_BINARY(fmin)
POPLAR_EMU_HALF_BINARY(fmax)
POPLAR_EMU_HALF_BINARY(fdim)
POPLAR_EMU_HALF_BINARY(atan2)
POPLAR_EMU_HALF_BINARY(hypot)
POPLAR_EMU_HALF_BINARY(copysign)
POPLAR_EMU_HALF_BINARY(remainder)
#undef POPLAR_EMU_HALF_BINARY

inline half fma(half x, half y, half z) {
  // The product of two halves is exact in float, so one rounding of the double sum is the right
  // one.
  return static_cast<half>(static_cast<double>(x) * static_cast<double>(y) +
                           static_cast<double>(z));
}

// clang-format off
#define POPLAR_EMU_HALF_NAMES(X) \
  X(fabs) X(sqrt) X(cbrt) X(exp) X(exp2) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sin) X(cos) \
  X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) \
  X(erfc) X(floor) X(ceil) X(trunc) X(round) X(nearbyint) X(rint) X(abs) X(isnan) X(isinf) \
  X(isfinite) X(signbit) X(pow) X(fmod) X(fmin) X(fmax) X(fdim) X(atan2) X(hypot) X(copysign) \
  X(remainder) X(fma)
// clang-format on

} // namespace half_math
} // namespace poplar_emu

#define POPLAR_EMU_HALF_USING(name) using ::poplar_emu::half_math::name;
POPLAR_EMU_HALF_NAMES(POPLAR_EMU_HALF_USING)
namespace std {
POPLAR_EMU_HALF_NAMES(POPLAR_EMU_HALF_USING)

// Standard libraries with std::float16_t bring the following themselves.
#if !defined(__STDCPP_FLOAT16_T__)

template <>
struct is_floating_point<half> : true_type {};

template <>
struct numeric_limits<half> {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr float_denorm_style has_denorm = denorm_present;
  static constexpr bool has_denorm_loss = false;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int radix = 2;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr half min() noexcept { return static_cast<half>(6.103515625e-5f); }
  static constexpr half lowest() noexcept { return static_cast<half>(-65504.0f); }
  static constexpr half max() noexcept { return static_cast<half>(65504.0f); }
  static constexpr half epsilon() noexcept { return static_cast<half>(9.765625e-4f); }
  static constexpr half round_error() noexcept { return static_cast<half>(0.5f); }
  static constexpr half infinity() noexcept { return static_cast<half>(__builtin_inff()); }
  static constexpr half quiet_NaN() noexcept { return static_cast<half>(__builtin_nanf("")); }
  static constexpr half signaling_NaN() noexcept { return static_cast<half>(__builtin_nanf("")); }
  static constexpr half denorm_min() noexcept { return static_cast<half>(5.9604644775390625e-8f); }
};

template <class Character, class Traits>
basic_ostream<Character, Traits> &operator<<(basic_ostream<Character, Traits> &out, half value) {
  return out << static_cast<float>(value);
}

template <class Character, class Traits>
basic_istream<Character, Traits> &operator>>(basic_istream<Character, Traits> &in, half &value) {
  float wide = 0.0f;
  if (in >> wide) value = static_cast<half>(wide);
  return in;
}

#endif
} // namespace std

#undef POPLAR_EMU_HALF_USING
#undef POPLAR_EMU_HALF_NAMES

#endif
