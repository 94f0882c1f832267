// SPDX-License-Identifier: MIT
// Halves as bits: every pattern, and what lies between two of them.
#include <popfloat/experimental/CastToHalf.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

using popfloat::experimental::halfToSingle;
using popfloat::experimental::singleToHalf;

TEST(CastToHalf, EveryPatternIsAFloatAndBack) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = halfToSingle(half);
    if ((bits & 0x7fff) > 0x7c00) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      ASSERT_TRUE(std::isnan(halfToSingle(singleToHalf(value)))) << bits;
    } else {
      ASSERT_EQ(singleToHalf(value), half) << bits;
    }
    ASSERT_EQ(std::signbit(value), bits >= 0x8000) << bits;
  }
}

TEST(CastToHalf, ValuesThatAreKnown) {
  EXPECT_EQ(singleToHalf(1.0f), 0x3c00);
  EXPECT_EQ(singleToHalf(-2.0f), 0xc000);
  EXPECT_EQ(singleToHalf(255.0f), 0x5bf8);
  EXPECT_EQ(singleToHalf(65504.0f), 0x7bff);
  EXPECT_EQ(singleToHalf(std::ldexp(1.0f, -24)), 0x0001);
  EXPECT_EQ(halfToSingle(0x3555), 0.333251953125f);
  EXPECT_EQ(halfToSingle(0xfc00), -std::numeric_limits<float>::infinity());
}

TEST(CastToHalf, TiesGoToEven) {
  for (unsigned bits = 0; bits < 0x7bff; ++bits) {
    const float low = halfToSingle(static_cast<std::uint16_t>(bits));
    const float high = halfToSingle(static_cast<std::uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    ASSERT_EQ(singleToHalf(middle), bits + bits % 2) << bits;
    ASSERT_EQ(singleToHalf(std::nextafter(middle, low)), bits) << bits;
    ASSERT_EQ(singleToHalf(std::nextafter(middle, high)), bits + 1) << bits;
    ASSERT_EQ(singleToHalf(-middle), 0x8000 + bits + bits % 2) << bits;
  }
}

TEST(CastToHalf, OverflowIsInfiniteOrTheLargestHalf) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float value : {65520.0f, 1e6f, 3e38f}) {
    EXPECT_EQ(singleToHalf(value), 0x7c00) << value;
    EXPECT_EQ(singleToHalf(-value), 0xfc00) << value;
    EXPECT_EQ(singleToHalf(value, true), 0x7bff) << value;
    EXPECT_EQ(singleToHalf(-value, true), 0xfbff) << value;
  }
  EXPECT_EQ(singleToHalf(65519.0f, true), 0x7bff);
  EXPECT_EQ(singleToHalf(infinity), 0x7c00);
  EXPECT_EQ(singleToHalf(infinity, true), 0x7c00);
}

} // namespace
