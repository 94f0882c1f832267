// SPDX-License-Identifier: MIT
// Format and scale of 8-bit floating-point values.
#ifndef POPLAR_QUARTER_HPP
#define POPLAR_QUARTER_HPP

#include <poplar/Half.hpp>
#include <poplar_emu/Export.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>

namespace poplar {

/// What turns the bytes of a QUARTER tensor into numbers: value = decode(byte, format) * 2^scale.
class POPLAR_EMU_EXPORT QuarterMetadata {
 public:
  /// Bits of exponent and mantissa: 1.4.3 or 1.5.2.
  enum class Format { F143, F152 };

  /// F143 with scale 0.
  QuarterMetadata();
  /// Throws poplar_error when the scale is outside [-31, 31].
  QuarterMetadata(Format format, int scale);
  /// From the byte that getBinary() returns.
  explicit QuarterMetadata(std::uint8_t binary);

  Format getFormat() const { return format_; }
  int getScale() const { return scale_; }
  /// The device's byte: bit 7 is set for F143, bits 0 to 5 are the signed scale.
  std::uint8_t getBinary() const;
  std::string toString() const;

  friend bool operator==(const QuarterMetadata &a, const QuarterMetadata &b) {
    return a.format_ == b.format_ && a.scale_ == b.scale_;
  }
  friend bool operator!=(const QuarterMetadata &a, const QuarterMetadata &b) { return !(a == b); }

 private:
  Format format_;
  std::int8_t scale_;
};

POPLAR_EMU_EXPORT std::string toString(QuarterMetadata::Format format);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const QuarterMetadata &metadata);

} // namespace poplar

#endif
