// SPDX-License-Identifier: MIT
// Element types: names as in vertex names, sizes of the device.
#include "support/ElementType.hpp"

#include <gtest/gtest.h>

namespace poplar_emu {
namespace {

TEST(ElementType, NamesAreThoseOfVertexNames) {
  EXPECT_EQ(name(ElementType::UnsignedInt), "unsigned int");
  EXPECT_EQ(name(ElementType::UnsignedLongLong), "unsigned long long");
  EXPECT_EQ(name(ElementType::Half), "half");
}

TEST(ElementType, NamesAndSpellingsOfCFindTheType) {
  for (int i = 1; i <= static_cast<int>(ElementType::Double); ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(elementTypeFromName(name(type)), type);
  }
  EXPECT_EQ(elementTypeFromName("unsigned"), ElementType::UnsignedInt);
  EXPECT_EQ(elementTypeFromName("uint8_t"), ElementType::UnsignedChar);
  EXPECT_EQ(elementTypeFromName("banana"), std::nullopt);
}

TEST(ElementType, SizesAreThoseOfTheDevice) {
  EXPECT_EQ(sizeInBytes(ElementType::Half), 2u);
  EXPECT_EQ(sizeInBytes(ElementType::Bool), 1u);
  EXPECT_EQ(sizeInBytes(ElementType::Quarter), 1u);
  EXPECT_EQ(sizeInBytes(ElementType::LongLong), 8u);
  EXPECT_TRUE(isFloatingPoint(ElementType::Quarter));
  EXPECT_FALSE(isFloatingPoint(ElementType::Int));
  EXPECT_TRUE(isSigned(ElementType::Char));
  EXPECT_FALSE(isSigned(ElementType::UnsignedShort));
}

} // namespace
} // namespace poplar_emu
