// SPDX-License-Identifier: MIT
// Casts between all pairs of types, in all forms.
#include "../Harness.hpp"

#include <poplar/MetadataCreation.hpp>
#include <popops/Cast.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

/// Values that every 8-bit type has, and fractions for reals.
template <class T>
std::vector<T> modest(std::size_t n) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(static_cast<T>(isReal<T> ? static_cast<float>(i % 100) + 0.75f
                                              : static_cast<float>(i % 100)));
  return values;
}

template <class To, class From>
To converted(From x) {
  if constexpr (std::is_same_v<To, bool>)
    return x != From(0);
  else if constexpr (isReal<To>)
    return To(static_cast<float>(x));
  else
    return static_cast<To>(static_cast<float>(x));
}

template <class From, class To>
void checkPair(Harness &h, const Tensor &src, const std::vector<From> &x,
               std::vector<std::function<void()>> &checks) {
  const Tensor dst = popops::cast(h.graph, src, poplar::equivalent_device_type<To>().value, h.prog);
  EXPECT_EQ(dst.shape(), src.shape());
  const unsigned out = h.read(dst);
  checks.push_back([&h, &x, out] {
    std::vector<To> expected;
    for (const From value : x)
      expected.push_back(converted<To, From>(value));
    EXPECT_EQ(difference(h.result<To>(out), expected), "")
        << nameOf<From>() << " to " << nameOf<To>();
  });
}

template <class T>
class CastFrom : public testing::Test {};
using Types = testing::Types<bool, char, signed char, unsigned char, short, unsigned short, int,
                             unsigned, Half, float>;
TYPED_TEST_SUITE(CastFrom, Types);

TYPED_TEST(CastFrom, AllTypes) {
  for (const Layout layout : {Layout::Linear, Layout::Scattered}) {
    Harness h;
    const auto x = modest<TypeParam>(333);
    const Tensor src = h.input({3, 111}, x, layout);
    std::vector<std::function<void()>> checks;
    checkPair<TypeParam, bool>(h, src, x, checks);
    checkPair<TypeParam, char>(h, src, x, checks);
    checkPair<TypeParam, signed char>(h, src, x, checks);
    checkPair<TypeParam, unsigned char>(h, src, x, checks);
    checkPair<TypeParam, short>(h, src, x, checks);
    checkPair<TypeParam, unsigned short>(h, src, x, checks);
    checkPair<TypeParam, int>(h, src, x, checks);
    checkPair<TypeParam, unsigned>(h, src, x, checks);
    checkPair<TypeParam, Half>(h, src, x, checks);
    checkPair<TypeParam, float>(h, src, x, checks);
    if constexpr (!isReal<TypeParam>) {
      checkPair<TypeParam, long long>(h, src, x, checks);
      checkPair<TypeParam, unsigned long long>(h, src, x, checks);
    }
    h.run();
    for (const auto &check : checks)
      check();
  }
}

TEST(Cast, RoundsAndClamps) {
  Harness h;
  const Tensor f = h.input<float>({6}, {70000, -1.9f, 300, -300, 1e-8f, 2049});
  const unsigned half = h.read(popops::cast(h.graph, f, poplar::HALF, h.prog));
  const unsigned whole = h.read(popops::cast(h.graph, f, poplar::INT, h.prog));
  const unsigned small = h.read(popops::cast(h.graph, f, poplar::SIGNED_CHAR, h.prog));
  const unsigned bytes = h.read(popops::cast(h.graph, f, poplar::UNSIGNED_CHAR, h.prog));
  const unsigned flags = h.read(popops::cast(h.graph, f, poplar::BOOL, h.prog));
  h.run();
  EXPECT_TRUE(std::isinf(float(h.result<Half>(half)[0])));
  EXPECT_EQ(float(h.result<Half>(half)[5]), 2048.0f);
  EXPECT_EQ(h.result<int>(whole)[1], -1);
  EXPECT_EQ(h.result<signed char>(small), (std::vector<signed char>{127, -1, 127, -128, 0, 127}));
  EXPECT_EQ(h.result<unsigned char>(bytes), (std::vector<unsigned char>{255, 0, 255, 0, 0, 255}));
  EXPECT_TRUE(h.result<bool>(flags)[4]);
}

TEST(Cast, ClampsWhatIsBeyondTheRange) {
  Harness h;
  const Tensor f = h.input<float>({5}, {1e20f, -1e20f, NAN, 2147483648.0f, -0.9f});
  const unsigned whole = h.read(popops::cast(h.graph, f, poplar::INT, h.prog));
  const unsigned counts = h.read(popops::cast(h.graph, f, poplar::UNSIGNED_INT, h.prog));
  const unsigned shorts = h.read(popops::cast(h.graph, f, poplar::SHORT, h.prog));
  h.run();
  constexpr int kLow = std::numeric_limits<int>::min(), kHigh = std::numeric_limits<int>::max();
  EXPECT_EQ(h.result<int>(whole), (std::vector<int>{kHigh, kLow, kLow, kHigh, 0}));
  EXPECT_EQ(h.result<unsigned>(counts), (std::vector<unsigned>{0xffffffffu, 0, 0, 0x80000000u, 0}));
  EXPECT_EQ(h.result<short>(shorts), (std::vector<short>{32767, -32768, -32768, 32767, 0}));
}

TEST(Cast, KeepsTheMapping) {
  Harness h;
  const Tensor f = h.input({100}, samples<float>(100), Layout::Scattered);
  EXPECT_EQ(h.graph.getTileMapping(popops::cast(h.graph, f, poplar::HALF, h.prog)),
            h.graph.getTileMapping(f));
}

TEST(Cast, HasFormsWithDestinationProgramAndComputeSet) {
  Harness h;
  const std::vector<int> x = {1, -2, 3, 40000};
  const Tensor src = h.input({4}, x);
  std::vector<unsigned> outs;
  const Tensor given = h.graph.clone(poplar::FLOAT, src), second = h.graph.clone(given),
               third = h.graph.clone(given);
  popops::castWithOutput(h.graph, src, given, h.prog);
  h.prog.add(popops::cast(h.graph, src, second));
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  popops::cast(h.graph, src, third, cs);
  const Tensor fourth = popops::cast(h.graph, src, poplar::FLOAT, cs);
  const Tensor same = popops::cast(h.graph, src, poplar::UNSIGNED_INT, cs);
  h.prog.add(poplar::program::Execute(cs));
  for (const Tensor &t : {given, second, third, fourth})
    outs.push_back(h.read(t));
  const unsigned bits = h.read(same);
  h.run();
  for (const unsigned out : outs)
    EXPECT_EQ(h.result<float>(out), (std::vector<float>{1, -2, 3, 40000}));
  EXPECT_EQ(h.result<unsigned>(bits)[1], 0xfffffffeu);
}

TEST(Cast, OverItsOwnSourceReadsOldValues) {
  Harness h;
  const Tensor t = h.input<int>({5}, {1, 2, 3, 4, 5});
  popops::castWithOutput(h.graph, t, t.reverse(0).reinterpret(poplar::UNSIGNED_INT), h.prog);
  const unsigned out = h.read(t);
  h.run();
  EXPECT_EQ(h.result<int>(out), (std::vector<int>{5, 4, 3, 2, 1}));
}

TEST(Cast, ThroughQuarters) {
  Harness h;
  const Tensor f = h.input<float>({6}, {0, 1, -1.5f, 3, 240, 0.0625f});
  const Tensor metadata =
      poplar::createConstantMetadataTensor(h.graph, poplar::QuarterMetadata::Format::F143, 0);
  h.graph.setTileMapping(metadata, 0);
  const Tensor q = popops::cast(h.graph, f, poplar::QUARTER, metadata, h.prog);
  const unsigned back = h.read(popops::cast(h.graph, q, poplar::FLOAT, h.prog));
  const unsigned half = h.read(popops::cast(h.graph, q, poplar::HALF, h.prog));
  h.run();
  EXPECT_EQ(h.result<float>(back), (std::vector<float>{0, 1, -1.5f, 3, 240, 0.0625f}));
  EXPECT_EQ(float(h.result<Half>(half)[2]), -1.5f);
  EXPECT_THROW(popops::cast(h.graph, f, poplar::QUARTER, h.prog), poputil::poplibs_error);
  EXPECT_THROW(popops::cast(h.graph, f, poplar::HALF, metadata, h.prog), poputil::poplibs_error);
}

TEST(Cast, RefusesPairsThatDoNotExist) {
  Harness h;
  const Tensor f = h.input<float>({2}, {1, 2});
  const Tensor l = h.input<long long>({2}, {1, 2});
  EXPECT_THROW(popops::cast(h.graph, f, poplar::LONGLONG, h.prog), poputil::poplibs_error);
  EXPECT_THROW(popops::cast(h.graph, l, poplar::FLOAT, h.prog), poputil::poplibs_error);
  EXPECT_NO_THROW(popops::cast(h.graph, l, poplar::UNSIGNED_LONGLONG, h.prog));
  EXPECT_THROW(popops::castWithOutput(h.graph, f, l.slice(0, 1), h.prog), poputil::poplibs_error);
}

TEST(CheckAccuracyWhenCast, TellsWhetherHalfIsEnough) {
  Harness h;
  const Tensor good = h.input<float>({}, {0.5f}), bad = h.input<float>({1}, {0.3333f}),
               large = h.input<float>({}, {1e6f});
  std::vector<unsigned> outs;
  for (const Tensor &t : {good, bad, large})
    outs.push_back(h.read(popops::checkAccuracyWhenCast(h.graph, t, poplar::HALF, 1e-6, h.prog)));
  h.run();
  EXPECT_TRUE(h.result<bool>(outs[0])[0]);
  EXPECT_FALSE(h.result<bool>(outs[1])[0]);
  EXPECT_FALSE(h.result<bool>(outs[2])[0]);
}

} // namespace
