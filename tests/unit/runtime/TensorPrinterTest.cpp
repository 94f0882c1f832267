// SPDX-License-Identifier: MIT
// The exact text of PrintTensor.
#include "runtime/print/TensorPrinter.hpp"

#include "PlanBuilder.hpp"
#include "runtime/print/ElementText.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace poplar_emu::runtime::test {
namespace {

enum FloatFormat : std::uint8_t { kAuto, kFixed, kScientific, kNoFormat };

template <class T>
std::string text(const std::string &title, ElementType type, std::vector<std::uint64_t> shape,
                 const std::vector<T> &values, plan::PrintFormat format = {}) {
  plan::PrintStep step;
  step.title = title;
  step.type = type;
  step.shape = std::move(shape);
  step.format = format;
  return tensorText(step, std::as_bytes(std::span(values)));
}

std::vector<std::int32_t> iota(std::size_t count) {
  std::vector<std::int32_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(TensorPrinter, ScalarHasNoBrackets) {
  EXPECT_EQ(text<float>("s", ElementType::Float, {}, {5}), "s: 5.0000000\n");
  EXPECT_EQ(text<float>("", ElementType::Float, {}, {5}), "5.0000000\n");
}

TEST(TensorPrinter, VectorOnOneLine) {
  EXPECT_EQ(text<float>("v2", ElementType::Float, {2}, {7, 6}), "v2: [7.0000000 6.0000000]\n");
}

TEST(TensorPrinter, MatrixRowByRow) {
  EXPECT_EQ(text<float>("m", ElementType::Float, {2, 2}, {1.4962566F, 1.7682219F, 2, -3.5F}),
            "m: [\n [1.4962566 1.7682219]\n [2.0000000 -3.5000000]\n]\n");
}

TEST(TensorPrinter, DeeperRanksIndentFurther) {
  EXPECT_EQ(text<std::int32_t>("t", ElementType::Int, {2, 2, 2}, iota(8)),
            "t: [\n [\n  [0 1]\n  [2 3]\n ]\n [\n  [4 5]\n  [6 7]\n ]\n]\n");
}

TEST(TensorPrinter, IntegersArePaddedToTheWidest) {
  EXPECT_EQ(text<std::int32_t>("i", ElementType::Int, {3}, {6, 9, 12}), "i: [ 6  9 12]\n");
  EXPECT_EQ(text<std::int32_t>("i", ElementType::Int, {2, 2}, {-100, 1, 2, 3}),
            "i: [\n [-100    1]\n [   2    3]\n]\n");
}

TEST(TensorPrinter, AllTypes) {
  EXPECT_EQ(text<std::uint8_t>("b", ElementType::Bool, {2}, {1, 0}), "b: [1 0]\n");
  EXPECT_EQ(text<std::int8_t>("c", ElementType::SignedChar, {2}, {-1, 100}), "c: [ -1 100]\n");
  EXPECT_EQ(text<std::uint8_t>("u", ElementType::UnsignedChar, {1}, {255}), "u: [255]\n");
  EXPECT_EQ(text<std::int16_t>("s", ElementType::Short, {1}, {-7}), "s: [-7]\n");
  EXPECT_EQ(text<std::uint16_t>("s", ElementType::UnsignedShort, {1}, {65535}), "s: [65535]\n");
  EXPECT_EQ(text<std::uint32_t>("u", ElementType::UnsignedInt, {1}, {4000000000U}),
            "u: [4000000000]\n");
  EXPECT_EQ(text<std::int64_t>("l", ElementType::LongLong, {1}, {-5000000000}),
            "l: [-5000000000]\n");
  EXPECT_EQ(text<std::uint64_t>("l", ElementType::UnsignedLongLong, {1}, {~0ULL}),
            "l: [18446744073709551615]\n");
  EXPECT_EQ(text<std::uint16_t>("h", ElementType::Half, {2},
                                {halfBitsFromFloat(1.5F), halfBitsFromFloat(-0.1F)}),
            "h: [1.5000000 -0.099975586]\n");
  EXPECT_EQ(text<double>("d", ElementType::Double, {1}, {0.5}), "d: [0.50000000]\n");
}

TEST(TensorPrinter, FloatsShowSignificantDigits) {
  EXPECT_EQ(text<float>("f", ElementType::Float, {5}, {0, 10.5F, 123456.7F, 1e20F, 1e-7F}),
            "f: [0.0000000 10.500000 123456.70 1.0000000e+20 1.0000000e-07]\n");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(text<float>("f", ElementType::Float, {3}, {infinity, -infinity, std::nanf("")}),
            "f: [inf -inf nan]\n");
}

TEST(TensorPrinter, FloatFormats) {
  plan::PrintFormat format;
  const std::vector<float> values{1.4962566F, 1234.5F};
  format.floatFormat = kScientific;
  EXPECT_EQ(text("f", ElementType::Float, {2}, values, format),
            "f: [1.4962566e+00 1.2345000e+03]\n");
  format.floatFormat = kFixed;
  EXPECT_EQ(text("f", ElementType::Float, {2}, values, format), "f: [1.4962566 1234.5000]\n");
  format.floatFormat = kNoFormat;
  EXPECT_EQ(text("f", ElementType::Float, {2}, values, format), "f: [1.4962566 1234.5]\n");
  format.floatFormat = kAuto;
  format.digits = 3;
  EXPECT_EQ(text("f", ElementType::Float, {2}, values, format), "f: [1.50 1.23e+03]\n");
}

TEST(TensorPrinter, SeparatorAndBrackets) {
  plan::PrintFormat format;
  format.separator = ',';
  format.open = '{';
  format.close = '}';
  EXPECT_EQ(text<std::int32_t>("t", ElementType::Int, {2, 2}, iota(4), format),
            "t: {\n {0,1}\n {2,3}\n}\n");
}

TEST(TensorPrinter, LongLinesBreakAfterTheSeparator) {
  plan::PrintFormat format;
  format.maxLineWidth = 12;
  EXPECT_EQ(text<std::int32_t>("v", ElementType::Int, {8}, iota(8), format),
            "v: [0 1 2 3 \n  4 5 6 7]\n");
  EXPECT_EQ(
      text<std::int32_t>("m", ElementType::Int, {2, 8}, iota(16), format),
      "m: [\n [ 0  1  2 \n    3  4  5 \n    6  7]\n [ 8  9 10 \n   11 12 13 \n   14 15]\n]\n");
}

TEST(TensorPrinter, LargeTensorsAreSummarised) {
  EXPECT_EQ(text<std::int32_t>("v", ElementType::Int, {1001}, iota(1001)),
            "v: [   0    1    2 ...  998  999 1000]\n");
  plan::PrintFormat format;
  format.summariseThreshold = 10;
  format.edgeItems = 1;
  EXPECT_EQ(text<std::int32_t>("m", ElementType::Int, {4, 3}, iota(12), format),
            "m: [\n [ 0 ...  2]\n ...\n [ 9 ... 11]\n]\n");
  EXPECT_EQ(text<std::int32_t>("m", ElementType::Int, {2, 5}, iota(10), format),
            "m: [\n [0 1 2 3 4]\n [5 6 7 8 9]\n]\n");
}

TEST(TensorPrinter, WithoutFormatting) {
  plan::PrintFormat format;
  format.formatting = false;
  format.summariseThreshold = 2;
  format.maxLineWidth = 4;
  EXPECT_EQ(text<std::int32_t>("v", ElementType::Int, {5}, {1, 22, 3, 4, 5}, format),
            "v: [1 22 3 4 5]\n");
}

TEST(TensorPrinter, EmptyTensors) {
  EXPECT_EQ(text<float>("e", ElementType::Float, {0}, {}), "e: []\n");
  EXPECT_EQ(text<float>("e", ElementType::Float, {2, 0}, {}), "e: [\n []\n []\n]\n");
  EXPECT_EQ(text<float>("e", ElementType::Float, {0, 2}, {}), "e: []\n");
}

TEST(TensorPrinter, QuarterByItsMetadata) {
  EXPECT_EQ(quarterValue(0x40, 0x80), 1); // 1.4.3: exponent 8 of bias 8
  EXPECT_EQ(quarterValue(0x7f, 0x80), 240);
  EXPECT_EQ(quarterValue(0x40, 0x00), 1); // 1.5.2: exponent 16 of bias 16
  EXPECT_EQ(quarterValue(0x7f, 0x00), 57344);
  EXPECT_EQ(quarterValue(0xc1, 0x82), -4.5); // scale 2
  EXPECT_EQ(quarterValue(0x40, 0xbf), 0.5);  // scale -1
  EXPECT_EQ(quarterValue(0x01, 0x80), std::ldexp(1.0, -10));
  EXPECT_TRUE(std::isnan(quarterValue(0x80, 0x80)));
}

TEST(TensorPrinter, ReplicasInOrder) {
  PlanBuilder b(1, 2);
  const plan::Address data = b.allocate(4);
  plan::PrintStep step;
  step.title = "r";
  step.type = ElementType::Int;
  step.shape = {1};
  step.value = {contiguous(data, 0, 4), 4};
  b.program({PlanBuilder::add(b.plan.prints, plan::StepKind::Print, step)});
  const auto runtime = b.build();
  std::ostringstream out;
  runtime->setPrintTensorStream(out);
  runtime->load();
  write<std::int32_t>(*runtime, data, {8}, 1);
  runtime->run(0);
  EXPECT_EQ(out.str(), "r: [0]\nr: [8]\n");
}

} // namespace
} // namespace poplar_emu::runtime::test
