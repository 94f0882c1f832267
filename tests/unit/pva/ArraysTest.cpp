// SPDX-License-Identifier: MIT
// Arrays come back from their bytes, whatever the numbers; bytes that are none are refused.
#include "pva/file/Arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pva::internal {
namespace {

using Values = std::vector<std::uint64_t>;
using Bytes = std::vector<std::uint8_t>;

TEST(Arrays, ComeBack) {
  const std::uint64_t most = ~0ull;
  for (const Values &values :
       {Values{}, Values{0}, Values{0, 0, 0}, Values{most}, Values{most, 0, most, most, 1},
        Values{1ull << 63, 0, 1ull << 63}, Values{5, 5, 5, 4, 4, 3, 9, 9}, Values{127, 128, 16384}})
    EXPECT_EQ(decodeArray(encodeArray(values)), values) << testing::PrintToString(values);
}

// The bytes that docs/guide/profile_file.md shows.
TEST(Arrays, HaveTheDocumentedBytes) {
  EXPECT_EQ(encodeArray(Values{100, 100, 100, 98}), (Bytes{4, 0xc8, 0x01, 0, 1, 3}));
  EXPECT_EQ(encodeArray(Values(1472, 3600)).size(), 7u);
}

TEST(Arrays, RefuseOtherBytes) {
  EXPECT_THROW(decodeArray({}), Damage);
  for (const Bytes &bytes : {Bytes{2, 4}, Bytes{1, 4, 4}, Bytes{2, 0, 5}, Bytes{1, 0x80},
                             Bytes(11, 0xff), Bytes{0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0xff}})
    EXPECT_THROW(decodeArray(bytes), Damage) << testing::PrintToString(bytes);
}

} // namespace
} // namespace pva::internal
