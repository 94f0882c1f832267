// SPDX-License-Identifier: MIT
// 8-bit floating-point numbers and their metadata.
#include "model/values/QuarterCodec.hpp"

#include "support/Diagnostic.hpp"

#include <cmath>
#include <limits>
#include <ostream>

namespace poplar_emu::model {
namespace {

using Format = poplar::QuarterMetadata::Format;

constexpr std::uint8_t kNan = 0x80;
constexpr std::uint8_t kLargest = 0x7f;

struct Layout {
  int mantissaBits;
  int bias;
};

constexpr Layout layoutOf(Format format) {
  return format == Format::F143 ? Layout{3, 8} : Layout{2, 16};
}

} // namespace

double decodeQuarter(std::uint8_t bits, const poplar::QuarterMetadata &metadata) {
  if (bits == kNan) return std::numeric_limits<double>::quiet_NaN();
  const Layout layout = layoutOf(metadata.getFormat());
  const int exponent = (bits & 0x7f) >> layout.mantissaBits;
  const int mantissa = bits & ((1 << layout.mantissaBits) - 1);
  const int significand = exponent == 0 ? mantissa : mantissa | (1 << layout.mantissaBits);
  const int power =
      (exponent == 0 ? 1 : exponent) - layout.bias - layout.mantissaBits + metadata.getScale();
  const double magnitude = std::ldexp(significand, power);
  return (bits & 0x80) != 0 ? -magnitude : magnitude;
}

std::uint8_t encodeQuarter(double value, const poplar::QuarterMetadata &metadata,
                           QuarterOverflow overflow) {
  if (std::isnan(value)) return kNan;
  const Layout layout = layoutOf(metadata.getFormat());
  const double magnitude = std::ldexp(std::fabs(value), -metadata.getScale());
  const std::uint8_t sign = std::signbit(value) ? 0x80 : 0;

  // Beyond this, counting steps could overflow an int; every such value is too large anyway.
  if (magnitude <= 2 * quarterMax(metadata.getFormat())) {
    const int lowest = 1 - layout.bias;
    const int exponent = magnitude == 0 ? lowest : std::max(std::ilogb(magnitude), lowest);
    const auto steps =
        static_cast<int>(std::nearbyint(std::ldexp(magnitude, layout.mantissaBits - exponent)));
    // A carry out of the mantissa moves the exponent up by itself, and subnormals have field 0.
    const int code = steps + ((exponent + layout.bias - 1) << layout.mantissaBits);
    if (code <= kLargest) return static_cast<std::uint8_t>(code == 0 ? 0 : sign | code);
  }
  return overflow == QuarterOverflow::Nan ? kNan : static_cast<std::uint8_t>(sign | kLargest);
}

double quarterMax(Format format) {
  return format == Format::F143 ? 240 : 57344;
}

} // namespace poplar_emu::model

namespace poplar {

QuarterMetadata::QuarterMetadata() : format_(Format::F143), scale_(0) {}

QuarterMetadata::QuarterMetadata(Format format, int scale)
    : format_(format), scale_(static_cast<std::int8_t>(scale)) {
  if (scale < -31 || scale > 31)
    poplar_emu::Diagnostic(poplar_emu::Code::PE0709,
                           "scale {} of quarter metadata is outside [-31, 31]", scale)
        .raise();
}

QuarterMetadata::QuarterMetadata(std::uint8_t binary)
    : format_((binary & 0x80) != 0 ? Format::F143 : Format::F152),
      scale_(
          static_cast<std::int8_t>((binary & 0x3f) >= 32 ? (binary & 0x3f) - 64 : binary & 0x3f)) {}

std::uint8_t QuarterMetadata::getBinary() const {
  return static_cast<std::uint8_t>((format_ == Format::F143 ? 0x80 : 0) | (scale_ & 0x3f));
}

std::string QuarterMetadata::toString() const {
  return poplar::toString(format_) + ", scale " + std::to_string(getScale());
}

std::string toString(QuarterMetadata::Format format) {
  return format == QuarterMetadata::Format::F143 ? "F143" : "F152";
}

std::ostream &operator<<(std::ostream &out, const QuarterMetadata &metadata) {
  return out << metadata.toString();
}

} // namespace poplar
