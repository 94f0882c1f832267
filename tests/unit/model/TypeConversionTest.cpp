// SPDX-License-Identifier: MIT
// Host values to device types and back.
#include "Throws.hpp"

#include <poplar/TypeConversion.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace poplar {
namespace {

template <class Device, class Host>
std::vector<Device> toDevice(const Type &type, const std::vector<Host> &values) {
  std::vector<Device> out(values.size());
  convertToDeviceType(type, ArrayRef<Host>(values), out.data());
  return out;
}

TEST(TypeConversion, NumbersChangeType) {
  EXPECT_EQ((toDevice<std::uint16_t>(HALF, std::vector<float>{1, -2, 0.5F})),
            (std::vector<std::uint16_t>{0x3c00, 0xc000, 0x3800}));
  EXPECT_EQ((toDevice<std::int32_t>(INT, std::vector<double>{1.9, -1.9})),
            (std::vector<std::int32_t>{1, -1}));
  EXPECT_EQ((toDevice<float>(FLOAT, std::vector<int>{3, -4})), (std::vector<float>{3, -4}));
  EXPECT_EQ((toDevice<std::uint32_t>(UNSIGNED_INT, std::vector<std::size_t>{7, 4294967295})),
            (std::vector<std::uint32_t>{7, 4294967295U}));
  EXPECT_EQ((toDevice<std::uint8_t>(BOOL, std::vector<float>{0.5F, 0, -3})),
            (std::vector<std::uint8_t>{1, 0, 1}));
  EXPECT_EQ((toDevice<std::int8_t>(CHAR, std::vector<unsigned char>{200})),
            (std::vector<std::int8_t>{-56}));
  EXPECT_EQ((toDevice<std::int64_t>(LONGLONG, std::vector<long long>{INT64_MIN})),
            (std::vector<std::int64_t>{INT64_MIN}));
}

TEST(TypeConversion, ValuesThatDoNotFitAreNamed) {
  EXPECT_THROW((toDevice<std::uint32_t>(UNSIGNED_INT, std::vector<int>{-1})), poplar_error);
  EXPECT_THROW((toDevice<std::int32_t>(INT, std::vector<float>{3e9F})), poplar_error);
  EXPECT_THROW((toDevice<std::int16_t>(SHORT, std::vector<int>{32768})), poplar_error);
  const std::string text =
      textThrownBy([] { toDevice<std::uint16_t>(UNSIGNED_SHORT, std::vector<int>{70000}); });
  EXPECT_NE(text.find("PE0709"), std::string::npos);
  EXPECT_NE(text.find("70000 does not fit unsigned short"), std::string::npos);
  EXPECT_THROW((toDevice<float>(Type(), std::vector<int>{1})), type_error);
}

TEST(TypeConversion, BackIntoVectorsAndViews) {
  const std::uint16_t halves[] = {0x3c00, 0xc000};
  std::vector<float> floats(2);
  convertFromDeviceType(HALF, halves, gccs::ArrayRef<float>(floats));
  EXPECT_EQ(floats, (std::vector<float>{1, -2}));
  std::vector<double> doubles(2);
  convertFromDeviceType(HALF, halves, doubles);
  EXPECT_EQ(doubles, (std::vector<double>{1, -2}));
  std::vector<int> ints(2);
  convertFromDeviceType(HALF, halves, ints);
  EXPECT_EQ(ints, (std::vector<int>{1, -2}));
  const std::uint8_t bytes[] = {1, 0};
  std::vector<int> flags(2);
  convertFromDeviceType(BOOL, bytes, flags);
  EXPECT_EQ(flags, (std::vector<int>{1, 0}));
}

TEST(TypeConversion, QuarterNeedsMetadata) {
  const QuarterMetadata metadata(QuarterMetadata::Format::F143, 0);
  const std::vector<Half> halves = {Half(1), Half(300), Half(-0.5F)};
  std::vector<std::uint8_t> quarters(halves.size());
  convertToDeviceType(QUARTER, metadata, gccs::ArrayRef<const Half>{halves.data(), halves.size()},
                      quarters.data());
  std::vector<float> back(halves.size());
  convertFromDeviceType(QUARTER, metadata, quarters.data(), gccs::ArrayRef<float>(back));
  EXPECT_EQ(back, (std::vector<float>{1, 240, -0.5F}));
  EXPECT_THROW(convertFromDeviceType(QUARTER, quarters.data(), back), tensor_metadata_error);
}

} // namespace
} // namespace poplar
