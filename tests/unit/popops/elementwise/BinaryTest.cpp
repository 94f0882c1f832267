// SPDX-License-Identifier: MIT
// Every binary operation, for every type that has it, shape class and layout, against plain loops.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ExprOpUtils.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using B = popops::expr::BinaryOpType;

/// The reference in double: with one rounding to float or half it is exact for the basic
/// operations.
double real(B op, double a, double b) {
  switch (op) {
  case B::ADD:
    return a + b;
  case B::SUBTRACT:
    return a - b;
  case B::MULTIPLY:
    return a * b;
  case B::DIVIDE:
    return a / b;
  case B::REMAINDER:
    return std::fmod(a, b);
  case B::MAXIMUM:
    return std::fmax(a, b);
  case B::MINIMUM:
    return std::fmin(a, b);
  case B::POWER:
    return std::pow(a, b);
  case B::ATAN2:
    return std::atan2(a, b);
  case B::VARIANCE_TO_INV_STD_DEV:
    return 1.0 / std::sqrt(static_cast<float>(a + b));
  default:
    return 1.0 / static_cast<float>(a * a) - b;
  }
}

/// Whole numbers by way of unsigned ones of the same width, which wrap.
template <class T>
T whole(B op, T a, T b) {
  using U = std::make_unsigned_t<T>;
  const auto x = static_cast<std::uint64_t>(static_cast<U>(a)),
             y = static_cast<std::uint64_t>(static_cast<U>(b));
  constexpr unsigned width = sizeof(T) * 8;
  switch (op) {
  case B::ADD:
    return static_cast<T>(x + y);
  case B::SUBTRACT:
    return static_cast<T>(x - y);
  case B::MULTIPLY:
    return static_cast<T>(x * y);
  case B::DIVIDE:
    return b == 0 ? 0 : static_cast<T>(static_cast<__int128>(a) / b);
  case B::REMAINDER:
    return b == 0 ? 0 : static_cast<T>(static_cast<__int128>(a) % b);
  case B::MAXIMUM:
    return std::max(a, b);
  case B::MINIMUM:
    return std::min(a, b);
  case B::POWER: {
    if (b < 0) return 0;
    std::uint64_t result = 1, factor = x;
    for (std::uint64_t e = y; e > 0; e /= 2, factor *= factor)
      if (e % 2) result *= factor;
    return static_cast<T>(result);
  }
  case B::BITWISE_AND:
    return static_cast<T>(x & y);
  case B::BITWISE_OR:
    return static_cast<T>(x | y);
  case B::BITWISE_XOR:
    return static_cast<T>(x ^ y);
  case B::BITWISE_XNOR:
    return static_cast<T>(~(x ^ y));
  case B::SHIFT_LEFT:
    return y < width ? static_cast<T>(x << y) : 0;
  case B::SHIFT_RIGHT:
    return y < width ? static_cast<T>(x >> y) : 0;
  default:
    return static_cast<T>(a >> std::min<std::uint64_t>(y, width - 1));
  }
}

template <class T>
bool relation(B op, T a, T b) {
  switch (op) {
  case B::EQUAL:
    return a == b;
  case B::NOT_EQUAL:
    return a != b;
  case B::GREATER_THAN:
    return a > b;
  case B::GREATER_THAN_EQUAL:
    return a >= b;
  case B::LESS_THAN:
    return a < b;
  case B::LESS_THAN_EQUAL:
    return a <= b;
  case B::LOGICAL_AND:
    return a && b;
  default:
    return a || b;
  }
}

const std::vector<B> kArithmetic = {B::ADD,       B::SUBTRACT, B::MULTIPLY, B::DIVIDE,
                                    B::REMAINDER, B::MAXIMUM,  B::MINIMUM};
const std::vector<B> kOrder = {B::GREATER_THAN, B::GREATER_THAN_EQUAL, B::LESS_THAN,
                               B::LESS_THAN_EQUAL};
const std::vector<B> kBits = {B::BITWISE_AND, B::BITWISE_OR, B::BITWISE_XOR, B::BITWISE_XNOR};

template <class T>
std::vector<B> valueOps() {
  std::vector<B> ops;
  const auto add = [&ops](std::vector<B> more) { ops.insert(ops.end(), more.begin(), more.end()); };
  if (std::is_same_v<T, bool>) return ops;
  if (sizeof(T) != 2 || isReal<T>) add(kArithmetic);
  if (isReal<T>)
    add({B::POWER, B::ATAN2, B::VARIANCE_TO_INV_STD_DEV, B::INV_STD_DEV_TO_VARIANCE});
  else
    add(kBits);
  if (!isReal<T> && sizeof(T) > 2) add({B::SHIFT_LEFT, B::SHIFT_RIGHT});
  if (std::is_same_v<T, int>) add({B::POWER});
  if (std::is_same_v<T, int> || std::is_same_v<T, long long>) add({B::SHIFT_RIGHT_SIGN_EXTEND});
  return ops;
}

template <class T>
std::vector<B> relations() {
  std::vector<B> ops = {B::EQUAL, B::NOT_EQUAL};
  if (sizeof(T) != 2 || isReal<T>) ops.insert(ops.end(), kOrder.begin(), kOrder.end());
  if (std::is_same_v<T, bool>) ops.insert(ops.end(), {B::LOGICAL_AND, B::LOGICAL_OR});
  return ops;
}

template <class T>
T expectedValue(B op, T a, T b) {
  if constexpr (isReal<T>)
    return static_cast<T>(
        static_cast<float>(real(op, static_cast<float>(a), static_cast<float>(b))));
  else if constexpr (std::is_same_v<T, bool>)
    return false;
  else
    return whole(op, a, b);
}

double toleranceOf(B op) {
  const bool isExact = op != B::POWER && op != B::ATAN2 && op != B::VARIANCE_TO_INV_STD_DEV &&
                       op != B::INV_STD_DEV_TO_VARIANCE;
  return isExact ? 0 : 2e-3;
}

/// Where element `i` of the broadcast shape comes from.
std::size_t sourceOf(std::size_t i, const Shape &shape, const Shape &source) {
  std::size_t index = 0, stride = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::size_t coordinate = i % shape[shape.size() - 1 - d];
    i /= shape[shape.size() - 1 - d];
    if (d >= source.size()) continue;
    const std::size_t size = source[source.size() - 1 - d];
    if (size != 1) index += coordinate * stride;
    stride *= size;
  }
  return index;
}

struct ShapeClass {
  Shape a, b, out;
};
const std::vector<ShapeClass> kShapes = {
    {{}, {}, {}},
    {{1}, {1}, {1}},
    {{37}, {37}, {37}},
    {{1009}, {}, {1009}},
    {{}, {77}, {77}},
    {{5, 7}, {7}, {5, 7}},
    {{5, 1}, {1, 7}, {5, 7}},
    {{3, 4, 5}, {4, 5}, {3, 4, 5}},
    {{2, 3, 1, 4}, {3, 5, 1}, {2, 3, 5, 4}},
    {{2, 2, 3, 2, 3}, {2, 2, 3, 2, 3}, {2, 2, 3, 2, 3}},
    {{0, 4}, {4}, {0, 4}},
};

template <class T>
void checkAll(const ShapeClass &shapes, Layout layout) {
  Harness h;
  const auto a = samples<T>(volume(shapes.a), 1), b = samples<T>(volume(shapes.b), 2);
  const Tensor ta = h.input(shapes.a, a, layout), tb = h.input(shapes.b, b);
  std::vector<std::pair<B, unsigned>> values, truths;
  for (const B op : valueOps<T>())
    values.emplace_back(op, h.read(popops::map(h.graph, op, ta, tb, h.prog)));
  for (const B op : relations<T>())
    truths.emplace_back(op, h.read(popops::map(h.graph, op, ta, tb, h.prog)));
  h.run();
  const std::size_t n = volume(shapes.out);
  const auto at = [&](const std::vector<T> &v, const Shape &shape, std::size_t i) -> T {
    return v[sourceOf(i, shapes.out, shape)];
  };
  for (const auto &[op, number] : values) {
    std::vector<T> expected;
    for (std::size_t i = 0; i < n; ++i)
      expected.push_back(expectedValue<T>(op, at(a, shapes.a, i), at(b, shapes.b, i)));
    EXPECT_EQ(difference(h.result<T>(number), expected, toleranceOf(op)), "")
        << popops::expr::binaryOpTypeToString(op) << " of " << nameOf<T>() << ", layout "
        << static_cast<int>(layout) << ", rank " << shapes.out.size();
  }
  for (const auto &[op, number] : truths) {
    std::vector<bool> expected;
    for (std::size_t i = 0; i < n; ++i)
      expected.push_back(relation<T>(op, at(a, shapes.a, i), at(b, shapes.b, i)));
    EXPECT_EQ(difference(h.result<bool>(number), expected), "")
        << popops::expr::binaryOpTypeToString(op) << " of " << nameOf<T>();
  }
}

template <class T>
class Binary : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned, bool, short, unsigned short, long long,
                             unsigned long long>;
TYPED_TEST_SUITE(Binary, Types);

TYPED_TEST(Binary, EveryShapeClass) {
  for (const ShapeClass &shapes : kShapes)
    checkAll<TypeParam>(shapes, Layout::Linear);
}

TYPED_TEST(Binary, EveryLayout) {
  for (const Layout layout : kLayouts)
    checkAll<TypeParam>({{13, 11}, {13, 11}, {13, 11}}, layout);
}

TEST(BinaryFunctions, TakeConstantsOnEitherSide) {
  Harness h;
  const Tensor a = h.input<float>({5}, {1, 2, 3, 4, 5});
  const Tensor u = h.input<unsigned>({3}, {1, 2, 3});
  const Tensor half = h.input<Half>({2}, {Half(1), Half(2)});
  const unsigned left = h.read(popops::sub(h.graph, 10.0f, a, h.prog));
  const unsigned right = h.read(popops::sub(h.graph, a, 10.0, h.prog));
  const unsigned shifted = h.read(popops::shiftLeft(h.graph, u, 4u, h.prog));
  const unsigned product = h.read(popops::mul(h.graph, half, 0.5f, h.prog));
  popops::addInPlace(h.graph, a, 1.0f, h.prog);
  const unsigned changed = h.read(a);
  h.run();
  EXPECT_EQ(h.result<float>(left), (std::vector<float>{9, 8, 7, 6, 5}));
  EXPECT_EQ(h.result<float>(right), (std::vector<float>{-9, -8, -7, -6, -5}));
  EXPECT_EQ(h.result<unsigned>(shifted), (std::vector<unsigned>{16, 32, 48}));
  EXPECT_EQ(h.result<Half>(product)[1], 1.0f);
  EXPECT_EQ(h.result<float>(changed), (std::vector<float>{2, 3, 4, 5, 6}));
}

} // namespace
