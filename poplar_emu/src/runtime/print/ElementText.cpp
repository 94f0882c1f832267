// SPDX-License-Identifier: MIT
// Decodes elements and formats numbers.
#include "runtime/print/ElementText.hpp"

#include "support/Diagnostic.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace poplar_emu::runtime {
namespace {

/// The values of ir::FloatFormat, which plans store.
enum FloatFormat : std::uint8_t { kAuto, kFixed, kScientific, kPlain };

template <class T>
T load(const std::byte *element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

std::string fixedText(double value, int digits) {
  const double magnitude = std::fabs(value);
  const int integerDigits =
      magnitude < 1 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  return fmt::format("{:.{}f}", value, std::max(digits - integerDigits, 1));
}

std::string floatText(double value, const plan::PrintFormat &format) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const int digits = static_cast<int>(std::max(format.digits, 1U));
  switch (format.floatFormat) {
  case kFixed:
    return fixedText(value, digits);
  case kScientific:
    return fmt::format("{:.{}e}", value, digits - 1);
  case kPlain:
    return fmt::format("{:.{}g}", value, digits);
  default:
    return fmt::format("{:#.{}g}", value, digits);
  }
}

} // namespace

double quarterValue(std::uint8_t bits, std::uint8_t metadata) {
  // The one code without a number: there is neither infinity nor negative zero.
  if (bits == 0x80) return std::numeric_limits<double>::quiet_NaN();
  const bool is143 = (metadata & 0x80) != 0;
  const int mantissaBits = is143 ? 3 : 2;
  const int bias = is143 ? 8 : 16;
  const int scale = static_cast<int>((metadata & 0x3f) ^ 0x20) - 0x20;
  const int exponent = (bits & 0x7f) >> mantissaBits;
  const int mantissa = bits & ((1 << mantissaBits) - 1);
  const double magnitude = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissaBits + scale)
                                         : std::ldexp(mantissa + (1 << mantissaBits),
                                                      exponent - bias - mantissaBits + scale);
  return (bits & 0x80) != 0 ? -magnitude : magnitude;
}

std::string elementText(ElementType type, const std::byte *element, std::uint8_t quarterMetadata,
                        const plan::PrintFormat &format) {
  switch (type) {
  case ElementType::Bool:
    return load<std::uint8_t>(element) != 0 ? "1" : "0";
  case ElementType::Char:
  case ElementType::SignedChar:
    return std::to_string(load<std::int8_t>(element));
  case ElementType::UnsignedChar:
  case ElementType::QuarterMetadata:
    return std::to_string(load<std::uint8_t>(element));
  case ElementType::Short:
    return std::to_string(load<std::int16_t>(element));
  case ElementType::UnsignedShort:
    return std::to_string(load<std::uint16_t>(element));
  case ElementType::Int:
    return std::to_string(load<std::int32_t>(element));
  case ElementType::UnsignedInt:
    return std::to_string(load<std::uint32_t>(element));
  case ElementType::Long:
  case ElementType::LongLong:
    return std::to_string(load<std::int64_t>(element));
  case ElementType::UnsignedLong:
  case ElementType::UnsignedLongLong:
    return std::to_string(load<std::uint64_t>(element));
  case ElementType::Quarter:
    return floatText(quarterValue(load<std::uint8_t>(element), quarterMetadata), format);
  case ElementType::Half:
    return floatText(floatFromHalfBits(load<std::uint16_t>(element)), format);
  case ElementType::Float:
    return floatText(load<float>(element), format);
  case ElementType::Double:
    return floatText(load<double>(element), format);
  case ElementType::Invalid:
    break;
  }
  POPLAR_EMU_CHECK(!"printed element without a type");
  return {};
}

} // namespace poplar_emu::runtime
