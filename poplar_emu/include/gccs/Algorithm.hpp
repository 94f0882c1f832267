// SPDX-License-Identifier: MIT
// Small integer arithmetic: rounded division, alignment, partitions.
#ifndef GCCS_ALGORITHM_HPP
#define GCCS_ALGORITHM_HPP

#include <type_traits>
#include <utility>

namespace gccs {

/// x / y rounded up. Arguments are not negative, y is not 0.
template <class X, class Y>
constexpr typename std::common_type<X, Y>::type ceildiv(X x, Y y) {
  typedef typename std::common_type<X, Y>::type C;
  return (static_cast<C>(x) + static_cast<C>(y) - static_cast<C>(1)) / static_cast<C>(y);
}

/// As ceildiv, but 0 / 0 is 0.
template <class T>
constexpr T ceildiv0(T quotient, T divisor) {
  return quotient == 0 && divisor == 0 ? T(0) : static_cast<T>(ceildiv(quotient, divisor));
}

/// x / y rounded down.
template <class X, class Y>
constexpr typename std::common_type<X, Y>::type floordiv(X x, Y y) {
  typedef typename std::common_type<X, Y>::type C;
  return static_cast<C>(x) / static_cast<C>(y);
}

/// The smallest multiple of y that is not below x.
template <class X, class Y>
constexpr typename std::common_type<X, Y>::type alignNext(X x, Y y) {
  return ceildiv(x, y) * y;
}

/// The largest multiple of y that is not above x.
template <class X, class Y>
constexpr typename std::common_type<X, Y>::type alignPrev(X x, Y y) {
  return floordiv(x, y) * y;
}

/// 1 + 2 + ... + n.
template <class T>
constexpr T nthTriangular(T n) {
  return static_cast<T>(n * (n + 1) / 2);
}

/// Splits n into d nearly equal parts: the number of parts of size ceil(n / d), and of floor(n /
/// d). An even division has no floor parts; d = 0 gives (0, 0).
template <class T>
constexpr std::pair<T, T> balancedPartition(T n, T d) {
  return d == 0       ? std::pair<T, T>(T(0), T(0))
         : n % d == 0 ? std::pair<T, T>(d, T(0))
                      : std::pair<T, T>(static_cast<T>(n % d), static_cast<T>(d - n % d));
}

/// ceil(log2(n)); 0 for n <= 1.
constexpr unsigned ceilLog2(unsigned n) {
  return n <= 1 ? 0 : 1 + ceilLog2(n / 2 + n % 2);
}

} // namespace gccs

#endif
