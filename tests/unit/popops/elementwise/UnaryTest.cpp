// SPDX-License-Identifier: MIT
// Every unary operation, for every type that has it, shape and layout, against plain loops.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ExprOpUtils.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using U = popops::expr::UnaryOpType;

double real(U op, double x) {
  switch (op) {
  case U::ABSOLUTE:
    return std::fabs(x);
  case U::ASIN:
    return std::asin(x);
  case U::CBRT:
    return std::cbrt(x);
  case U::CEIL:
    return std::ceil(x);
  case U::COS:
    return std::cos(x);
  case U::ERF:
    return std::erf(x);
  case U::EXPONENT:
    return std::exp(x);
  case U::EXPONENT_MINUS_ONE:
    return std::expm1(x);
  case U::EXPONENT2:
    return std::exp2(x);
  case U::FLOOR:
    return std::floor(x);
  case U::GELU_ERF:
    return std::isinf(x) ? (x < 0 ? NAN : x) : 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
  case U::INVERSE:
    return 1 / x;
  case U::LOGARITHM:
    return std::log(x);
  case U::LOGARITHM_ONE_PLUS:
    return std::log1p(x);
  case U::NEGATE:
    return -x;
  case U::NEARBY_INT:
    return std::nearbyint(x);
  case U::RELU:
    return x > 0 ? x : 0;
  case U::SIGNUM:
    return (x > 0) - (x < 0);
  case U::SIN:
    return std::sin(x);
  case U::TAN:
    return std::tan(x);
  case U::TANH:
    return std::tanh(x);
  case U::ROUND:
    return std::round(x);
  case U::SQRT:
    return std::sqrt(x);
  case U::SQUARE:
    return x * x;
  case U::SIGMOID:
    return 1 / (1 + std::exp(-x));
  case U::RSQRT:
    return 1 / std::sqrt(x);
  default:
    return std::trunc(x);
  }
}

template <class T>
T whole(U op, T x) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(x);
  switch (op) {
  case U::ABSOLUTE:
    return static_cast<T>(x < 0 ? 0 - bits : bits);
  case U::BITWISE_NOT:
    return static_cast<T>(~bits);
  case U::COUNT_LEADING_ZEROS: {
    int n = 0;
    while (n < 32 && !(bits >> (31 - n) & 1))
      ++n;
    return static_cast<T>(n);
  }
  case U::NEGATE:
    return static_cast<T>(0 - bits);
  case U::POPCOUNT: {
    int n = 0;
    for (auto rest = bits; rest; rest = static_cast<decltype(rest)>(rest & (rest - 1)))
      ++n;
    return static_cast<T>(n);
  }
  case U::SIGNUM:
    return static_cast<T>((x > 0) - (x < 0));
  case U::SQUARE:
    return static_cast<T>(bits * bits);
  default: // SQRT
    return static_cast<T>(x > 0 ? std::floor(std::sqrt(static_cast<double>(x))) : 0);
  }
}

const std::vector<U> kReal = {U::ABSOLUTE,  U::ASIN,
                              U::CBRT,      U::CEIL,
                              U::COS,       U::ERF,
                              U::EXPONENT,  U::EXPONENT_MINUS_ONE,
                              U::EXPONENT2, U::FLOOR,
                              U::GELU_ERF,  U::INVERSE,
                              U::LOGARITHM, U::LOGARITHM_ONE_PLUS,
                              U::NEGATE,    U::NEARBY_INT,
                              U::RELU,      U::SIGNUM,
                              U::SIN,       U::TAN,
                              U::TANH,      U::ROUND,
                              U::SQRT,      U::SQUARE,
                              U::SIGMOID,   U::RSQRT,
                              U::TRUNC};

template <class T>
std::vector<U> operations() {
  if (isReal<T>) return kReal;
  if (std::is_same_v<T, bool>) return {};
  std::vector<U> ops = {U::BITWISE_NOT};
  const bool isInt = std::is_same_v<T, int>;
  if (isInt || std::is_same_v<T, long long>) ops.insert(ops.end(), {U::ABSOLUTE, U::NEGATE});
  if (sizeof(T) == 4) ops.insert(ops.end(), {U::COUNT_LEADING_ZEROS, U::POPCOUNT, U::SQUARE});
  if (isInt) ops.insert(ops.end(), {U::SIGNUM, U::SQRT});
  return ops;
}

bool isExact(U op) {
  for (const U basic : {U::ABSOLUTE, U::CEIL, U::FLOOR, U::NEGATE, U::NEARBY_INT, U::RELU,
                        U::SIGNUM, U::ROUND, U::SQRT, U::SQUARE, U::TRUNC, U::INVERSE})
    if (op == basic) return true;
  return false;
}

template <class T>
void checkAll(const Shape &shape, Layout layout) {
  Harness h;
  const auto x = samples<T>(volume(shape), 3);
  const Tensor t = h.input(shape, x, layout);
  std::vector<std::pair<U, unsigned>> results;
  for (const U op : operations<T>())
    results.emplace_back(op, h.read(popops::map(h.graph, op, t, h.prog)));
  h.run();
  for (const auto &[op, number] : results) {
    std::vector<T> expected;
    for (const T value : x)
      if constexpr (isReal<T>)
        expected.push_back(static_cast<T>(static_cast<float>(real(op, static_cast<float>(value)))));
      else if constexpr (!std::is_same_v<T, bool>)
        expected.push_back(whole<T>(op, value));
    // GELU_ERF cancels where erf is near -1.
    const double tolerance = sizeof(T) == 2 ? 2e-3 : op == U::GELU_ERF ? 1e-2 : 3e-5;
    EXPECT_EQ(difference(h.result<T>(number), expected, isExact(op) ? 0 : tolerance), "")
        << popops::expr::unaryOpTypeToString(op) << " of " << nameOf<T>() << ", layout "
        << static_cast<int>(layout) << ", rank " << shape.size();
  }
}

template <class T>
class Unary : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned, short, unsigned short, long long,
                             unsigned long long>;
TYPED_TEST_SUITE(Unary, Types);

TYPED_TEST(Unary, EveryShape) {
  for (const Shape &shape : std::vector<Shape>{
           {}, {1}, {1031}, {6, 9}, {3, 1, 7}, {2, 3, 2, 5}, {2, 2, 2, 3, 2}, {3, 0}})
    checkAll<TypeParam>(shape, Layout::Linear);
}

TYPED_TEST(Unary, EveryLayout) {
  for (const Layout layout : kLayouts)
    checkAll<TypeParam>({17, 9}, layout);
}

template <class T>
class UnaryPredicate : public testing::Test {};
using RealTypes = testing::Types<float, Half>;
TYPED_TEST_SUITE(UnaryPredicate, RealTypes);

TYPED_TEST(UnaryPredicate, ClassifiesNumbers) {
  Harness h;
  const auto x = samples<TypeParam>(200, 4);
  const Tensor t = h.input({200}, x);
  const unsigned finite = h.read(popops::isFinite(h.graph, t, h.prog));
  const unsigned infinite = h.read(popops::map(h.graph, U::IS_INF, t, h.prog));
  const unsigned nan = h.read(popops::map(h.graph, U::IS_NAN, t, h.prog));
  h.run();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float value = static_cast<float>(x[i]);
    EXPECT_EQ(h.result<bool>(finite)[i], std::isfinite(value)) << value;
    EXPECT_EQ(h.result<bool>(infinite)[i], std::isinf(value)) << value;
    EXPECT_EQ(h.result<bool>(nan)[i], std::isnan(value)) << value;
  }
}

TEST(UnaryFunctions, ExistInThreeForms) {
  Harness h;
  const Tensor t = h.input<float>({4}, {1, -2, 3, -4});
  const Tensor b = h.input<bool>({2}, std::vector<bool>{true, false});
  const unsigned plain = h.read(popops::neg(h.graph, t, h.prog, "negated"));
  const Tensor out = h.graph.clone(t);
  popops::squareWithOutput(h.graph, t, out, h.prog);
  popops::absInPlace(h.graph, t, h.prog);
  const unsigned square = h.read(out), absolute = h.read(t);
  const unsigned negated = h.read(popops::logicalNot(h.graph, b, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(plain), (std::vector<float>{-1, 2, -3, 4}));
  EXPECT_EQ(h.result<float>(square), (std::vector<float>{1, 4, 9, 16}));
  EXPECT_EQ(h.result<float>(absolute), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(h.result<bool>(negated), (std::vector<bool>{false, true}));
}

} // namespace
