// SPDX-License-Identifier: MIT
// What each element-wise operation computes for one element.
#pragma once

#include "popops/ExprOp.hpp"

#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

namespace popops {
namespace device {

using expr::BinaryOpType;
using expr::UnaryOpType;

template <class T>
constexpr bool isReal = std::is_same_v<T, float> || std::is_same_v<T, half>;

template <class T>
using Unsigned = std::make_unsigned_t<std::conditional_t<std::is_same_v<T, bool>, char, T>>;

template <UnaryOpType op>
constexpr bool isPredicate = op == UnaryOpType::IS_FINITE || op == UnaryOpType::IS_INF ||
                             op == UnaryOpType::IS_NAN || op == UnaryOpType::LOGICAL_NOT;

template <BinaryOpType op>
constexpr bool isRelation =
    op == BinaryOpType::EQUAL || op == BinaryOpType::NOT_EQUAL ||
    op == BinaryOpType::GREATER_THAN || op == BinaryOpType::GREATER_THAN_EQUAL ||
    op == BinaryOpType::LESS_THAN || op == BinaryOpType::LESS_THAN_EQUAL ||
    op == BinaryOpType::LOGICAL_AND || op == BinaryOpType::LOGICAL_OR;

// Comparisons. Those of halves work on their bits: the processor has no others, and widened ones
// the compiler narrows again.

/// Bits without the sign; above 0x7c00, which is infinity, are the NaNs.
inline short magnitude(half x) {
  return static_cast<short>(__builtin_bit_cast(short, x) & 0x7fff);
}
/// A number in the order of the values that are not NaN; both zeros have 0.
inline short key(half x) {
  const short m = magnitude(x);
  return static_cast<short>(__builtin_bit_cast(short, x) < 0 ? -m : m);
}
template <class T>
inline T key(T x) {
  return x;
}

template <class T>
inline bool isNan(T x) {
  if constexpr (std::is_same_v<T, half>)
    return magnitude(x) > 0x7c00;
  else if constexpr (std::is_same_v<T, float>)
    return x != x;
  else
    return false;
}
template <class T>
inline bool isInfinite(T x) {
  if constexpr (std::is_same_v<T, half>)
    return magnitude(x) == 0x7c00;
  else
    return std::fabs(x) == __builtin_inff();
}
template <class T>
inline bool isFinite(T x) {
  if constexpr (std::is_same_v<T, half>)
    return magnitude(x) < 0x7c00;
  else
    return std::fabs(x) < __builtin_inff();
}

template <class T>
inline bool isLess(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return (key(a) < key(b)) & !isNan(a) & !isNan(b);
  else
    return a < b;
}
template <class T>
inline bool isLessOrEqual(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return (key(a) <= key(b)) & !isNan(a) & !isNan(b);
  else
    return a <= b;
}
template <class T>
inline bool isEqual(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return (key(a) == key(b)) & !isNan(a) & !isNan(b);
  else
    return a == b;
}

/// Functions of float; half comes here as float.
template <UnaryOpType op>
inline float realFunction(float x) {
  using U = UnaryOpType;
  if constexpr (op == U::ABSOLUTE)
    return std::fabs(x);
  else if constexpr (op == U::ASIN)
    return std::asin(x);
  else if constexpr (op == U::CBRT)
    return std::cbrt(x);
  else if constexpr (op == U::CEIL)
    return std::ceil(x);
  else if constexpr (op == U::COS)
    return std::cos(x);
  else if constexpr (op == U::ERF)
    return std::erf(x);
  else if constexpr (op == U::EXPONENT)
    return std::exp(x);
  else if constexpr (op == U::EXPONENT_MINUS_ONE)
    return std::expm1(x);
  else if constexpr (op == U::EXPONENT2)
    return std::exp2(x);
  else if constexpr (op == U::FLOOR)
    return std::floor(x);
  else if constexpr (op == U::GELU_ERF)
    return 0.5f * x * (1.0f + std::erf(x * 0.70710678f));
  else if constexpr (op == U::INVERSE)
    return 1.0f / x;
  else if constexpr (op == U::LOGARITHM)
    return std::log(x);
  else if constexpr (op == U::LOGARITHM_ONE_PLUS)
    return std::log1p(x);
  else if constexpr (op == U::NEGATE)
    return -x;
  else if constexpr (op == U::NEARBY_INT)
    return __builtin_rintf(x);
  else if constexpr (op == U::SIN)
    return std::sin(x);
  else if constexpr (op == U::TAN)
    return std::tan(x);
  else if constexpr (op == U::TANH)
    return std::tanh(x);
  else if constexpr (op == U::ROUND)
    return std::round(x);
  else if constexpr (op == U::SQRT)
    return __builtin_sqrtf(x);
  else if constexpr (op == U::SQUARE)
    return x * x;
  else if constexpr (op == U::SIGMOID)
    return 1.0f / (1.0f + std::exp(-x));
  else if constexpr (op == U::RSQRT)
    return 1.0f / __builtin_sqrtf(x);
  else
    return std::trunc(x);
}

/// Truncated root of a whole number.
inline int integerRoot(int x) {
  return x > 0 ? static_cast<int>(std::sqrt(static_cast<double>(x))) : 0;
}

template <UnaryOpType op, class T>
inline T integerFunction(T x) {
  using U = UnaryOpType;
  const auto bits = static_cast<Unsigned<T>>(x);
  if constexpr (op == U::ABSOLUTE)
    return static_cast<T>(x < 0 ? Unsigned<T>(0) - bits : bits);
  else if constexpr (op == U::BITWISE_NOT)
    return static_cast<T>(~bits);
  else if constexpr (op == U::COUNT_LEADING_ZEROS)
    return bits == 0 ? 32 : __builtin_clz(bits);
  else if constexpr (op == U::NEGATE)
    return static_cast<T>(Unsigned<T>(0) - bits);
  else if constexpr (op == U::POPCOUNT)
    return __builtin_popcount(bits);
  else if constexpr (op == U::RELU)
    return x > 0 ? x : T(0);
  else if constexpr (op == U::SIGNUM)
    return static_cast<T>((x > 0) - (x < 0));
  else if constexpr (op == U::SQUARE)
    return static_cast<T>(bits * bits);
  else
    return integerRoot(x);
}

template <UnaryOpType op, class T>
inline auto unary(T x) {
  using U = UnaryOpType;
  if constexpr (op == U::LOGICAL_NOT)
    return !x;
  else if constexpr (op == U::IS_FINITE)
    return isFinite(x);
  else if constexpr (op == U::IS_INF)
    return isInfinite(x);
  else if constexpr (op == U::IS_NAN)
    return isNan(x);
  else if constexpr (isReal<T> && op == U::RELU)
    return isLess(T(0), x) ? x : T(0);
  else if constexpr (isReal<T> && op == U::SIGNUM)
    return static_cast<T>(static_cast<float>(isLess(T(0), x) - isLess(x, T(0))));
  else if constexpr (isReal<T>)
    return static_cast<T>(realFunction<op>(static_cast<float>(x)));
  else
    return integerFunction<op, T>(x);
}

/// Base to the power of a whole number; products wrap, negative exponents give 0.
template <class T>
inline T integerPower(T base, T exponent) {
  if (exponent < 0) return 0;
  Unsigned<T> result = 1, factor = static_cast<Unsigned<T>>(base);
  for (auto rest = static_cast<Unsigned<T>>(exponent); rest != 0; rest >>= 1) {
    if (rest & 1) result *= factor;
    factor *= factor;
  }
  return static_cast<T>(result);
}

/// The larger (smaller) operand; of a number and a NaN the number.
template <class T>
inline T larger(T a, T b) {
  return a > b || b != b ? a : b;
}
template <class T>
inline T smaller(T a, T b) {
  return a < b || b != b ? a : b;
}
/// By masks; the compiler would choose between addresses and load one element at a time.
inline half choose(bool first, half a, half b) {
  const auto mask = static_cast<short>(-static_cast<short>(first));
  const short x = __builtin_bit_cast(short, a), y = __builtin_bit_cast(short, b);
  return __builtin_bit_cast(half, static_cast<short>((x & mask) | (y & ~mask)));
}
inline half larger(half a, half b) {
  const short x = isNan(a) ? short(-0x8000) : key(a), y = isNan(b) ? short(-0x8000) : key(b);
  return choose(x > y, a, b);
}
inline half smaller(half a, half b) {
  const short x = isNan(a) ? short(0x7fff) : key(a), y = isNan(b) ? short(0x7fff) : key(b);
  return choose(x < y, a, b);
}

template <BinaryOpType op>
inline float realFunction(float a, float b) {
  using B = BinaryOpType;
  if constexpr (op == B::ADD)
    return a + b;
  else if constexpr (op == B::ATAN2)
    return std::atan2(a, b);
  else if constexpr (op == B::DIVIDE)
    return a / b;
  else if constexpr (op == B::INV_STD_DEV_TO_VARIANCE)
    return 1.0f / (a * a) - b;
  else if constexpr (op == B::MULTIPLY)
    return a * b;
  else if constexpr (op == B::POWER)
    return std::pow(a, b);
  else if constexpr (op == B::REMAINDER)
    return std::fmod(a, b);
  else if constexpr (op == B::SUBTRACT)
    return a - b;
  else
    return 1.0f / __builtin_sqrtf(a + b);
}

/// Whole numbers wrap; what C++ leaves undefined (division by 0, the lowest number by -1, shifts by
/// the width or more) has a value here, since the device does not stop either.
template <BinaryOpType op, class T>
inline T integerFunction(T a, T b) {
  using B = BinaryOpType;
  using U = std::conditional_t<(sizeof(T) < 4), unsigned, Unsigned<T>>;
  const U x = static_cast<U>(a), y = static_cast<U>(b);
  constexpr unsigned width = sizeof(T) * 8;
  if constexpr (op == B::ADD)
    return static_cast<T>(x + y);
  else if constexpr (op == B::SUBTRACT)
    return static_cast<T>(x - y);
  else if constexpr (op == B::MULTIPLY)
    return static_cast<T>(x * y);
  else if constexpr (op == B::BITWISE_AND)
    return static_cast<T>(x & y);
  else if constexpr (op == B::BITWISE_OR)
    return static_cast<T>(x | y);
  else if constexpr (op == B::BITWISE_XOR)
    return static_cast<T>(x ^ y);
  else if constexpr (op == B::BITWISE_XNOR)
    return static_cast<T>(~(x ^ y));
  else if constexpr (op == B::MAXIMUM)
    return a > b ? a : b;
  else if constexpr (op == B::MINIMUM)
    return a < b ? a : b;
  else if constexpr (op == B::POWER)
    return integerPower(a, b);
  else if constexpr (op == B::SHIFT_LEFT)
    return y < width ? static_cast<T>(x << y) : T(0);
  else if constexpr (op == B::SHIFT_RIGHT)
    return y < width ? static_cast<T>(static_cast<Unsigned<T>>(a) >> y) : T(0);
  else if constexpr (op == B::SHIFT_RIGHT_SIGN_EXTEND)
    return a >> (y < width ? y : width - 1);
  else if constexpr (op == B::DIVIDE) {
    if (b == 0) return 0;
    if (std::is_signed_v<T> && y == U(-1)) return static_cast<T>(U(0) - x);
    return a / b;
  } else {
    static_assert(op == B::REMAINDER);
    if (b == 0 || (std::is_signed_v<T> && y == U(-1))) return 0;
    return a % b;
  }
}

template <BinaryOpType op, class T>
inline auto binary(T a, T b) {
  using B = BinaryOpType;
  if constexpr (op == B::EQUAL)
    return isEqual(a, b);
  else if constexpr (op == B::NOT_EQUAL)
    return !isEqual(a, b);
  else if constexpr (op == B::GREATER_THAN)
    return isLess(b, a);
  else if constexpr (op == B::GREATER_THAN_EQUAL)
    return isLessOrEqual(b, a);
  else if constexpr (op == B::LESS_THAN)
    return isLess(a, b);
  else if constexpr (op == B::LESS_THAN_EQUAL)
    return isLessOrEqual(a, b);
  else if constexpr (op == B::LOGICAL_AND)
    return a && b;
  else if constexpr (op == B::LOGICAL_OR)
    return a || b;
  else if constexpr (isReal<T> && op == B::MAXIMUM)
    return larger(a, b);
  else if constexpr (isReal<T> && op == B::MINIMUM)
    return smaller(a, b);
  else if constexpr (isReal<T>)
    return static_cast<T>(realFunction<op>(static_cast<float>(a), static_cast<float>(b)));
  else
    return integerFunction<op, T>(a, b);
}

/// First the lower bound, then the upper one: with lower > upper the result is upper.
template <class T>
inline T clamp(T value, T lower, T upper) {
  if constexpr (isReal<T>)
    return smaller(larger(value, lower), upper);
  else {
    const T raised = value > lower ? value : lower;
    return raised < upper ? raised : upper;
  }
}

/// Truncated; beyond the range the nearest whole number of the type, and for NaN the lowest, where
/// C++ leaves it undefined.
template <class To>
inline To truncated(float x) {
  using Limits = std::numeric_limits<To>;
  constexpr float low = static_cast<float>(Limits::min());
  constexpr float beyond = 2.0f * static_cast<float>(1ull << (Limits::digits - 1));
  if (!(x >= low)) return Limits::min();
  return x >= beyond ? Limits::max() : static_cast<To>(x);
}

template <class To, class From>
inline To convert(From x) {
  if constexpr (std::is_same_v<To, bool>)
    return !isEqual(x, From(0));
  else if constexpr (isReal<From> && !isReal<To>)
    return truncated<To>(static_cast<float>(x));
  else if constexpr (isReal<To>)
    return static_cast<To>(static_cast<float>(x));
  else
    return static_cast<To>(x);
}

} // namespace device
} // namespace popops
