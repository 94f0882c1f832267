// SPDX-License-Identifier: MIT
// Half conversions: all 65536 values, rounding, special values, bulk against single.
#include "support/Half.hpp"

#include <poplar/Half.hpp>
#include <poplar/IeeeHalf.hpp>
#include <poplar/Target.hpp>
#include <poplar_emu/HalfBits.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace poplar_emu {
namespace {

bool isNanBits(std::uint16_t bits) {
  return (bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) != 0;
}

TEST(Half, EveryValueSurvivesTheWayThroughFloat) {
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = floatFromHalfBits(half);
    if (isNanBits(half)) {
      EXPECT_TRUE(std::isnan(value));
      EXPECT_TRUE(isNanBits(halfBitsFromFloat(value)));
    } else {
      ASSERT_EQ(halfBitsFromFloat(value), half) << bits;
      ASSERT_EQ(value, static_cast<float>(std::bit_cast<_Float16>(half)));
    }
  }
}

TEST(Half, RoundsLikeTheCompiler) {
  std::mt19937 random(7);
  for (int i = 0; i < 300000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const auto expected = std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
    const std::uint16_t actual = halfBitsFromFloat(value);
    if (std::isnan(value))
      ASSERT_TRUE(isNanBits(actual));
    else
      ASSERT_EQ(actual, expected) << value;
  }
}

TEST(Half, TiesGoToEven) {
  EXPECT_EQ(halfBitsFromFloat(2049.0F), halfBitsFromFloat(2048.0F));
  EXPECT_EQ(halfBitsFromFloat(2051.0F), halfBitsFromFloat(2052.0F));
  EXPECT_EQ(halfBitsFromFloat(0x1p-25F), 0);
  EXPECT_EQ(halfBitsFromFloat(0x1.8p-24F), 2);
  EXPECT_EQ(halfBitsFromFloat(65519.99F), 0x7bff);
  EXPECT_EQ(halfBitsFromFloat(65520.0F), 0x7c00);
  EXPECT_EQ(halfBitsFromFloat(-0.0F), 0x8000);
}

TEST(Half, BulkEqualsSingleAtEveryLengthAndOffset) {
  std::mt19937 random(11);
  std::vector<float> source(67);
  for (float &value : source)
    value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  source[3] = std::numeric_limits<float>::quiet_NaN();
  source[5] = std::numeric_limits<float>::signaling_NaN();
  for (std::size_t count = 0; count <= source.size(); ++count) {
    std::vector<std::byte> buffer(2 * count + 1);
    halfFromFloat(source.data(), buffer.data() + 1, count);
    std::vector<float> back(count);
    floatFromHalf(buffer.data() + 1, back.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint16_t expected = halfBitsFromFloat(source[i]);
      std::uint16_t actual;
      std::memcpy(&actual, buffer.data() + 1 + 2 * i, 2);
      ASSERT_EQ(actual, expected) << i;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(back[i]),
                std::bit_cast<std::uint32_t>(floatFromHalfBits(expected)));
    }
  }
}

TEST(Half, DoublesAreRoundedOnce) {
  // Just above a tie: a float in between would round it to the tie, and that to even.
  const std::vector<double> values = {1.0 + 0x1p-11 + 0x1p-40, 1.0 + 0x1p-11, -2049.0000001,
                                      0x1p-25 + 0x1p-60,       1e300,         0x1p-60};
  std::vector<std::uint16_t> halves(values.size());
  halfFromDouble(values.data(), halves.data(), values.size());
  EXPECT_EQ(halves[0], 0x3c01);
  EXPECT_EQ(halves[1], 0x3c00);
  EXPECT_EQ(halves[2], halfBitsFromFloat(-2050.0F));
  EXPECT_EQ(halves[3], 1);
  EXPECT_EQ(halves[4], 0x7c00);
  EXPECT_EQ(halves[5], 0);

  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-30, 17);
  for (int i = 0; i < 100000; ++i) {
    const double value = std::exp2(exponent(random)) * (random() % 2 ? 1 : -1);
    std::uint16_t half;
    halfFromDouble(&value, &half, 1);
    ASSERT_EQ(half, std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))) << value;
  }
}

TEST(Half, PublicTypesAreTwoBytesAndConvert) {
  static_assert(sizeof(poplar::Half) == 2 && sizeof(poplar::IeeeHalf) == 2);
  const poplar::Half half = 1.5F;
  EXPECT_EQ(static_cast<float>(half), 1.5F);
  EXPECT_EQ(poplar::IeeeHalf(1.0F).bit16(), 0x3c00);
  EXPECT_EQ(static_cast<float>(poplar::IeeeHalf::fromBits(0xc000)), -2.0F);
}

TEST(Half, DeviceCopiesGoBothWays) {
  const poplar::Target target = poplar::Target::createIPUTarget("ipu2");
  std::vector<float> values(1000);
  std::iota(values.begin(), values.end(), -500.0F);
  std::vector<std::uint16_t> device(values.size());
  poplar::copyFloatToDeviceHalf(target, values.data(), device.data(), values.size());
  std::vector<float> back(values.size());
  poplar::copyDeviceHalfToFloat(target, device.data(), back.data(), back.size());
  EXPECT_EQ(back, values);

  const std::vector<double> doubles(values.begin(), values.end());
  std::vector<std::uint16_t> fromDoubles(values.size());
  poplar::copyDoubleToDeviceHalf(target, doubles.data(), fromDoubles.data(), doubles.size());
  EXPECT_EQ(fromDoubles, device);
  std::vector<double> doublesBack(values.size());
  poplar::copyDeviceHalfToDouble(target, device.data(), doublesBack.data(), doublesBack.size());
  EXPECT_EQ(doublesBack, doubles);
}

} // namespace
} // namespace poplar_emu
