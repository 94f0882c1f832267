// SPDX-License-Identifier: MIT
// Every reduction, for every type, set of dimensions and layout, against plain loops.
#include "../Harness.hpp"

#include <popops/OperationDefUtil.hpp>
#include <popops/Reduce.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <sstream>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using popops::Operation;
using popops::ReduceParams;
using popops::SingleReduceOp;

/// Values whose sums and products stay finite, and whose whole numbers do not wrap.
template <class T>
std::vector<T> tame(Operation op, std::size_t n) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t r = (i + 11) * 0x9e3779b97f4a7c15ULL >> 33;
    if constexpr (std::is_same_v<T, bool>)
      values.push_back(op == Operation::LOGICAL_AND ? r % 9 != 0 : r % 9 == 0);
    else if constexpr (isReal<T>)
      values.push_back(
          T(op == Operation::MUL ? 1 + (float(r % 17) - 8) / 64 : (float(r % 2001) - 1000) / 500));
    else
      values.push_back(static_cast<T>(r % 1001) - (std::is_signed<T>::value ? T(500) : T(0)));
  }
  return values;
}

template <class T>
double number(T x) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<float>(x);
  else
    return static_cast<double>(x);
}

double combine(Operation op, double a, double b) {
  switch (op) {
  case Operation::ADD:
    return a + b;
  case Operation::SQUARE_ADD:
    return a + b * b;
  case Operation::MUL:
    return a * b;
  case Operation::MIN:
    return std::min(a, b);
  case Operation::MAX:
    return std::max(a, b);
  case Operation::LOGICAL_AND:
    return a != 0 && b != 0;
  case Operation::LOGICAL_OR:
    return a != 0 || b != 0;
  default:
    return a + std::exp(b);
  }
}

double neutral(Operation op) {
  if (op == Operation::MUL || op == Operation::LOGICAL_AND) return 1;
  return op == Operation::MIN ? HUGE_VAL : op == Operation::MAX ? -HUGE_VAL : 0;
}

template <class T>
std::vector<double> expected(Operation op, const std::vector<T> &x, const Shape &shape,
                             const std::vector<std::size_t> &dims) {
  const std::set<std::size_t> reduced(dims.begin(), dims.end());
  std::size_t outputs = 1;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (!reduced.count(d)) outputs *= shape[d];
  std::vector<double> result(outputs, neutral(op));
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t rest = i, out = 0, stride = 1;
    for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d]) {
      if (reduced.count(d)) continue;
      out += rest % shape[d] * stride;
      stride *= shape[d];
    }
    result[out] = combine(op, result[out], number(static_cast<T>(x[i])));
  }
  if (op == Operation::LOG_ADD)
    for (double &value : result)
      value = std::log(value);
  return result;
}

template <class T>
std::string differenceFrom(const std::vector<T> &got, const std::vector<double> &want,
                           double tolerance) {
  if (got.size() != want.size()) return "sizes differ";
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double value = number(static_cast<T>(got[i]));
    if (value == want[i] || std::fabs(value - want[i]) <= tolerance * (1 + std::fabs(want[i])))
      continue;
    return "output " + std::to_string(i) + " is " + std::to_string(value) + ", not " +
           std::to_string(want[i]);
  }
  return "";
}

template <class T>
std::vector<Operation> operations() {
  if (std::is_same_v<T, bool>) return {Operation::LOGICAL_AND, Operation::LOGICAL_OR};
  std::vector<Operation> ops = {Operation::ADD, Operation::SQUARE_ADD, Operation::MIN,
                                Operation::MAX};
  if (isReal<T>) ops.insert(ops.end(), {Operation::MUL, Operation::LOG_ADD});
  return ops;
}

struct Case {
  Shape shape;
  std::vector<std::size_t> dims;
};
const std::vector<Case> kCases = {
    {{1}, {0}},
    {{1000}, {0}},
    {{30, 50}, {0}},
    {{30, 50}, {1}},
    {{30, 50}, {0, 1}},
    {{7, 6, 5}, {1}},
    {{7, 6, 5}, {2, 0, 2}},
    {{3, 2, 4, 5}, {1, 2}},
    {{2, 3, 2, 3, 2}, {0, 2, 4}},
    {{9, 1, 4}, {1}},
    {{600, 3}, {0}},
    {{3, 600}, {1}},
};

template <class T>
void checkAll(const Case &c, Layout layout) {
  Harness h;
  std::vector<std::function<void()>> checks;
  std::vector<std::vector<T>> inputs;
  for (const Operation op : operations<T>()) {
    const auto x = tame<T>(op, volume(c.shape));
    const Tensor in = h.input(c.shape, x, layout);
    const unsigned out = h.read(popops::reduce(h.graph, in, c.dims, op, h.prog));
    checks.push_back([&h, op, x, out, c, layout] {
      const double tolerance = sizeof(T) == 2 ? 1e-3 : isReal<T> ? 1e-5 : 0;
      EXPECT_EQ(differenceFrom(h.result<T>(out), expected(op, x, c.shape, c.dims), tolerance), "")
          << op << " of " << nameOf<T>() << ", rank " << c.shape.size() << ", layout "
          << static_cast<int>(layout);
    });
  }
  h.run();
  for (const auto &check : checks)
    check();
}

template <class T>
class ReduceOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned, bool>;
TYPED_TEST_SUITE(ReduceOf, Types);

TYPED_TEST(ReduceOf, EveryShapeAndLayout) {
  for (const Case &c : kCases)
    for (const Layout layout : kLayouts)
      checkAll<TypeParam>(c, layout);
}

TEST(Reduce, UnsignedNumbersAreOrderedAsSuch) {
  Harness h;
  const Tensor in = h.input<unsigned>({4}, {1, 4000000000u, 7, 3});
  const unsigned most = h.read(popops::reduce(h.graph, in, {0}, Operation::MAX, h.prog));
  const unsigned least = h.read(popops::reduce(h.graph, in, {0}, Operation::MIN, h.prog));
  const unsigned sum = h.read(popops::reduce(h.graph, in, {0}, Operation::ADD, h.prog));
  h.run();
  EXPECT_EQ(h.result<unsigned>(most)[0], 4000000000u);
  EXPECT_EQ(h.result<unsigned>(least)[0], 1u);
  EXPECT_EQ(h.result<unsigned>(sum)[0], 4000000011u);
}

TEST(Reduce, AddsHalvesInFloat) {
  Harness h;
  const Tensor in = h.input<Half>({8192}, std::vector<Half>(8192, Half(1.0f)));
  const Tensor out = popops::reduce(h.graph, in, poplar::FLOAT, {0}, Operation::ADD, h.prog);
  EXPECT_EQ(out.rank(), 0u);
  const unsigned number = h.read(out);
  const unsigned half = h.read(popops::reduce(h.graph, in, {0}, Operation::ADD, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(number)[0], 8192.0f);
  EXPECT_EQ(float(h.result<Half>(half)[0]), 8192.0f);
}

TEST(Reduce, ManyTilesGoThroughATree) {
  Harness h(200);
  const auto x = tame<float>(Operation::ADD, 20000);
  const Tensor in = h.input({20000}, x), rows = h.input({4000, 5}, x);
  const unsigned sum = h.read(popops::reduce(h.graph, in, {0}, Operation::ADD, h.prog));
  const unsigned columns =
      h.read(popops::reduce(h.graph, rows, {0}, Operation::SQUARE_ADD, h.prog));
  h.run();
  EXPECT_EQ(differenceFrom(h.result<float>(sum), expected(Operation::ADD, x, {20000}, {0}), 1e-5),
            "");
  EXPECT_EQ(differenceFrom(h.result<float>(columns),
                           expected(Operation::SQUARE_ADD, x, {4000, 5}, {0}), 1e-5),
            "");
}

TEST(Reduce, NothingGivesTheNeutralElement) {
  Harness h;
  const Tensor none = h.input<float>({0, 3}, {});
  const unsigned sum = h.read(popops::reduce(h.graph, none, {0}, Operation::ADD, h.prog));
  const unsigned product = h.read(popops::reduce(h.graph, none, {0}, Operation::MUL, h.prog));
  const unsigned least = h.read(popops::reduce(h.graph, none, {0}, Operation::MIN, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(sum), (std::vector<float>{0, 0, 0}));
  EXPECT_EQ(h.result<float>(product), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(h.result<float>(least)[0], HUGE_VALF);
  EXPECT_EQ(popops::reduce(h.graph, none, {1}, Operation::ADD, h.prog).numElements(), 0u);
  EXPECT_THROW(popops::reduce(h.graph, none, {0}, Operation::LOG_ADD, h.prog),
               poputil::poplibs_error);
}

TEST(Reduce, WithoutDimensionsIsACopyOrCast) {
  Harness h;
  const Tensor in = h.input<float>({3}, {1, -2, 3});
  const unsigned same = h.read(popops::reduce(h.graph, in, {}, Operation::ADD, h.prog));
  const unsigned square =
      h.read(popops::reduce(h.graph, in, poplar::HALF, {}, Operation::SQUARE_ADD, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(same), (std::vector<float>{1, -2, 3}));
  EXPECT_EQ(float(h.result<Half>(square)[1]), 4.0f);
}

TEST(ReduceWithOutput, ScalesAndUpdates) {
  Harness h;
  const Tensor in = h.input<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor scale = h.input<float>({}, {0.5f});
  const Tensor a = h.input<float>({2}, {10, 20}), b = h.input<float>({2, 1}, {10, 20}),
               c = h.input<float>({2}, {std::log(10.0f), std::log(20.0f)});
  const Tensor half = h.input<Half>({3}, {Half(1), Half(2), Half(3)});
  popops::reduceWithOutput(h.graph, in, a, {1}, {Operation::ADD, true, scale}, h.prog);
  popops::reduceWithOutput(h.graph, in, b, {1}, {Operation::SQUARE_ADD, false, scale}, h.prog);
  popops::reduceWithOutput(h.graph, in, c, {1}, {Operation::LOG_ADD, true, scale}, h.prog);
  popops::reduceWithOutput(h.graph, in, half, {0}, {Operation::ADD, true}, h.prog);
  const unsigned outs[] = {h.read(a), h.read(b), h.read(c), h.read(half)};
  const Tensor unmapped = h.graph.addVariable(poplar::FLOAT, {3});
  popops::reduceWithOutput(h.graph, in, unmapped, {0}, Operation::MAX, h.prog);
  const unsigned most = h.read(unmapped);
  h.run();
  EXPECT_EQ(h.result<float>(outs[0]), (std::vector<float>{13, 27.5f}));
  EXPECT_EQ(h.result<float>(outs[1]), (std::vector<float>{7, 38.5f}));
  const double first = std::exp(1) + std::exp(2) + std::exp(3);
  EXPECT_NEAR(h.result<float>(outs[2])[0], std::log(10 + 0.5 * first), 1e-4);
  EXPECT_EQ(float(h.result<Half>(outs[3])[2]), 12.0f);
  EXPECT_EQ(h.result<float>(most), (std::vector<float>{4, 5, 6}));
}

TEST(ReduceWithOutput, MayOverwriteItsInput) {
  Harness h;
  const Tensor in = h.input<int>({2, 3}, {1, 2, 3, 4, 5, 6});
  popops::reduceWithOutput(h.graph, in, in[0], {0}, Operation::ADD, h.prog);
  const unsigned out = h.read(in);
  h.run();
  EXPECT_EQ(h.result<int>(out), (std::vector<int>{5, 7, 9, 4, 5, 6}));
}

TEST(ReduceMany, RunsSideBySide) {
  Harness h;
  const auto x = tame<float>(Operation::ADD, 600);
  const Tensor a = h.input({600}, x), b = h.input({20, 30}, x);
  std::vector<Tensor> outputs;
  const std::vector<SingleReduceOp> ops = {{a, {0}, Operation::ADD},
                                           {b, {0}, Operation::MAX, "max"},
                                           {b, {1}, Operation::ADD, poplar::HALF}};
  popops::reduceMany(h.graph, ops, outputs, h.prog);
  ASSERT_EQ(outputs.size(), 3u);
  std::vector<Tensor> again = {h.graph.clone(outputs[0]), h.graph.clone(outputs[1]),
                               h.graph.clone(outputs[2])};
  popops::reduceMany(h.graph, ops, again, h.prog, "again");
  std::vector<poplar::ComputeSet> sets;
  const unsigned bySets = h.read(popops::reduce(h.graph, b, {0, 1}, Operation::ADD, sets));
  for (const poplar::ComputeSet cs : sets)
    h.prog.add(poplar::program::Execute(cs));
  const unsigned sum = h.read(outputs[0]), most = h.read(again[1]), rows = h.read(again[2]);
  h.run();
  EXPECT_EQ(differenceFrom(h.result<float>(sum), expected(Operation::ADD, x, {600}, {0}), 1e-5),
            "");
  EXPECT_EQ(differenceFrom(h.result<float>(bySets), expected(Operation::ADD, x, {600}, {0}), 1e-5),
            "");
  EXPECT_EQ(differenceFrom(h.result<float>(most), expected(Operation::MAX, x, {20, 30}, {0}), 0),
            "");
  EXPECT_EQ(differenceFrom(h.result<Half>(rows), expected(Operation::ADD, x, {20, 30}, {1}), 1e-3),
            "");
}

TEST(Reduce, RefusesWhatIsNotThere) {
  Harness h;
  const Tensor f = h.input<float>({2, 3}, std::vector<float>(6)),
               i = h.input<int>({4}, {1, 2, 3, 4}), b = h.input<bool>({2}, {true, false}),
               scale = h.input<float>({2}, {1, 1});
  const auto refuses = [&](const Tensor &t, std::vector<std::size_t> dims, ReduceParams params) {
    EXPECT_THROW(popops::reduce(h.graph, t, dims, params, h.prog), poputil::poplibs_error);
  };
  refuses(f, {2}, Operation::ADD);
  refuses(f, {0}, Operation::LOGICAL_AND);
  refuses(b, {0}, Operation::ADD);
  refuses(i, {0}, Operation::LOG_ADD);
  refuses(f, {}, Operation::LOG_ADD);
  refuses(f, {0}, {Operation::ADD, true});
  refuses(f, {0}, {Operation::MAX, false, scale[0]});
  refuses(f, {0}, {Operation::ADD, false, scale});
  EXPECT_THROW(popops::reduceWithOutput(h.graph, f, i, {0}, Operation::ADD, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::reduceWithOutput(h.graph, f, scale, {0}, Operation::ADD, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::reduceWithOutput(h.graph, f, scale, {1}, {Operation::MIN, true}, h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(popops::reduce(h.graph, f, {0}, Operation::ADD, h.prog, "", {{"accumType", "half"}}),
               poplar::invalid_option);
  EXPECT_NO_THROW(popops::reduce(h.graph, f, {0}, Operation::ADD, h.prog, "",
                                 {{"accumType.interTile", "half"}}));
}

TEST(Operation, ReadsAndWritesItsName) {
  std::stringstream text;
  text << Operation::SQUARE_ADD << " MIN nothing";
  Operation op;
  text >> op;
  EXPECT_EQ(op, Operation::SQUARE_ADD);
  text >> op;
  EXPECT_EQ(op, Operation::MIN);
  EXPECT_THROW(text >> op, poputil::poplibs_error);
  EXPECT_EQ(poputil::asString(Operation::LOGICAL_AND), "LogicalAnd");
}

} // namespace
