// SPDX-License-Identifier: MIT
// Columns of numbers: known texts, and back again.
#include "page/Encode.hpp"
#include "page/Quantities.hpp"

#include "Decode.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace poplar_emu::report {
namespace {

TEST(Encode, Base64OfAllLengths) {
  const std::vector<std::uint8_t> bytes = {'f', 'o', 'o', 'b'};
  const std::span all(bytes);
  EXPECT_EQ(base64(all.first(0)), "");
  EXPECT_EQ(base64(all.first(1)), "Zg==");
  EXPECT_EQ(base64(all.first(2)), "Zm8=");
  EXPECT_EQ(base64(all.first(3)), "Zm9v");
  EXPECT_EQ(base64(all), "Zm9vYg==");
}

TEST(Encode, VarintsHaveSevenBitsAByteLowestFirst) {
  std::vector<std::uint8_t> bytes;
  appendVarint(bytes, 300);
  EXPECT_THAT(bytes, testing::ElementsAre(0xac, 0x02));
}

TEST(Encode, ColumnsComeBack) {
  const std::vector<std::uint64_t> values = {0, 127, 128, 1ull << 53,
                                             std::numeric_limits<std::uint64_t>::max()};
  Column written;
  for (const std::uint64_t value : values)
    written.add(value);
  EXPECT_EQ(column(written.text()), values);
}

TEST(Encode, SignedNumbersFoldAroundZero) {
  EXPECT_EQ(zigzag(0), 0u);
  EXPECT_EQ(zigzag(-1), 1u);
  EXPECT_EQ(zigzag(1), 2u);
  for (const std::int64_t value : {-5l, 77l, std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(unzigzag(zigzag(value)), value);
}

TEST(Quantities, ReadWell) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(bytes(1023), "1023 bytes");
  EXPECT_EQ(bytes(638'976), "624.0 KiB");
  EXPECT_EQ(percent(0.125), "12.5 %");
}

} // namespace
} // namespace poplar_emu::report
