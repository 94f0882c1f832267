// SPDX-License-Identifier: MIT
// 8-bit floating-point numbers: every byte, rounding, overflow, metadata.
#include "Throws.hpp"
#include "model/values/QuarterCodec.hpp"

#include <poplar/Quarter.hpp>
#include <poplar/TypeConversion.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <vector>

namespace poplar_emu::model {
namespace {

using poplar::QuarterMetadata;
using Format = QuarterMetadata::Format;

TEST(Quarter, EveryByteOfEveryFormatSurvives) {
  for (const Format format : {Format::F143, Format::F152}) {
    for (const int scale : {-31, -1, 0, 5, 31}) {
      const QuarterMetadata metadata(format, scale);
      for (unsigned bits = 0; bits < 256; ++bits) {
        const auto byte = static_cast<std::uint8_t>(bits);
        const double value = decodeQuarter(byte, metadata);
        ASSERT_EQ(encodeQuarter(value, metadata, QuarterOverflow::Nan), byte)
            << metadata.toString() << " " << bits;
      }
    }
  }
}

TEST(Quarter, KnownValues) {
  const QuarterMetadata f143(Format::F143, 0), f152(Format::F152, 0);
  EXPECT_EQ(decodeQuarter(0x40, f143), 1.0); // exponent field 8, bias 8
  EXPECT_EQ(decodeQuarter(0x01, f143), 0x1p-10);
  EXPECT_EQ(decodeQuarter(0x7f, f143), 240.0);
  EXPECT_EQ(decodeQuarter(0xff, f143), -240.0);
  EXPECT_EQ(decodeQuarter(0x7f, f152), 57344.0);
  EXPECT_EQ(decodeQuarter(0x01, f152), 0x1p-17);
  EXPECT_TRUE(std::isnan(decodeQuarter(0x80, f143)));
  EXPECT_EQ(decodeQuarter(0x40, QuarterMetadata(Format::F143, 3)), 8.0);
}

TEST(Quarter, RoundsToNearestEvenAndSaturates) {
  const QuarterMetadata metadata(Format::F143, 0);
  const auto rounded = [&](double value, QuarterOverflow overflow) {
    return decodeQuarter(encodeQuarter(value, metadata, overflow), metadata);
  };
  EXPECT_EQ(rounded(1.0625, QuarterOverflow::Saturate), 1.0);
  EXPECT_EQ(rounded(1.1875, QuarterOverflow::Saturate), 1.25);
  EXPECT_EQ(rounded(1.07, QuarterOverflow::Saturate), 1.125);
  EXPECT_EQ(rounded(247.9, QuarterOverflow::Nan), 240.0);
  EXPECT_EQ(rounded(1e30, QuarterOverflow::Saturate), 240.0);
  EXPECT_EQ(rounded(-1e30, QuarterOverflow::Saturate), -240.0);
  EXPECT_TRUE(std::isnan(rounded(1e30, QuarterOverflow::Nan)));
  EXPECT_EQ(encodeQuarter(-1e-9, metadata, QuarterOverflow::Saturate), 0);
}

TEST(QuarterMetadata, BinaryFormAndText) {
  const QuarterMetadata metadata(Format::F152, -3);
  EXPECT_EQ(metadata.getBinary(), 0x3d);
  EXPECT_EQ(QuarterMetadata(metadata.getBinary()), metadata);
  EXPECT_EQ(QuarterMetadata().getFormat(), Format::F143);
  EXPECT_EQ(QuarterMetadata(Format::F143, 31).getBinary(), 0x9f);
  EXPECT_NE(metadata, QuarterMetadata(Format::F143, -3));
  std::ostringstream out;
  out << metadata;
  EXPECT_EQ(out.str(), "F152, scale -3");
  EXPECT_THROW(QuarterMetadata(Format::F143, 32), poplar::poplar_error);
  EXPECT_NE(textThrownBy([] { QuarterMetadata(Format::F143, -32); }).find("[-31, 31]"),
            std::string::npos);
}

TEST(QuarterMetadata, CalculatedScaleIsExactWherePossible) {
  const std::vector<float> values = {0x1p-20F, 0x1.8p-18F, -0x1p-16F};
  const QuarterMetadata metadata =
      poplar::calculateMetadataForConversion(gccs::ArrayRef<float>(values));
  for (const float value : values)
    EXPECT_EQ(decodeQuarter(encodeQuarter(value, metadata, QuarterOverflow::Nan), metadata), value);
  const std::vector<float> plain = {1, 2, 3};
  EXPECT_EQ(poplar::calculateMetadataForConversion(gccs::ArrayRef<float>(plain)),
            QuarterMetadata(Format::F143, 0));
  EXPECT_EQ(poplar::calculateMetadataForConversion(Format::F152, gccs::ArrayRef<float>(plain)),
            QuarterMetadata(Format::F152, 0));
}

} // namespace
} // namespace poplar_emu::model
