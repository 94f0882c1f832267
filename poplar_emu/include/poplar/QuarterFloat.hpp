// SPDX-License-Identifier: MIT
// The 8-bit floating-point element type and its conversions.
// Formats: Noune et al., "8-bit Numerical Formats for Deep Neural Networks" (2022): biases 8 and
// 16, 0x80 is NaN, no infinities, no negative zero.
#ifndef POPLAR_QUARTER_FLOAT_HPP
#define POPLAR_QUARTER_FLOAT_HPP

#include <poplar/HalfFloat.hpp>

/// Format and scale of quarter values: bit 7 is the format (1: 1.4.3, 0: 1.5.2), bits 0 to 5 the
/// signed scale. A value is decode(q) * 2^scale.
typedef unsigned char MetadataType;
typedef MetadataType quarter_metadata;

struct quarter {
  unsigned char bits;
};

enum class QuarterFormat : unsigned char { f152 = 0, f143 = 1 };

struct UnpackedMetadata {
  QuarterFormat fmt;
  int scale;
};

inline UnpackedMetadata unpackMetadata(const MetadataType *metadata) {
  UnpackedMetadata unpacked;
  unpacked.fmt = (*metadata & 0x80) ? QuarterFormat::f143 : QuarterFormat::f152;
  unpacked.scale = static_cast<int>(*metadata & 0x3f);
  if (unpacked.scale >= 32) unpacked.scale -= 64;
  return unpacked;
}

inline float toFloat(quarter q, MetadataType metadata) {
  if (q.bits == 0x80) return __builtin_nanf("");
  const UnpackedMetadata m = unpackMetadata(&metadata);
  const int mantissaBits = m.fmt == QuarterFormat::f143 ? 3 : 2;
  const int bias = m.fmt == QuarterFormat::f143 ? 8 : 16;
  const int exponent = (q.bits & 0x7f) >> mantissaBits;
  const int mantissa = q.bits & ((1 << mantissaBits) - 1);
  const int significand = exponent == 0 ? mantissa : mantissa | (1 << mantissaBits);
  const int power = (exponent == 0 ? 1 : exponent) - bias - mantissaBits + m.scale;
  const float magnitude = __builtin_ldexpf(static_cast<float>(significand), power);
  return (q.bits & 0x80) ? -magnitude : magnitude;
}

inline half toHalf(quarter q, MetadataType metadata) {
  return static_cast<half>(toFloat(q, metadata));
}

/// Rounds to nearest even. Too large values saturate, or become NaN with `nanoo`.
inline quarter toQuarter(float value, MetadataType metadata, bool nanoo = false) {
  quarter q;
  q.bits = 0x80;
  if (value != value) return q;
  const UnpackedMetadata m = unpackMetadata(&metadata);
  const int mantissaBits = m.fmt == QuarterFormat::f143 ? 3 : 2;
  const int bias = m.fmt == QuarterFormat::f143 ? 8 : 16;
  const unsigned sign = __builtin_signbit(value) ? 0x80U : 0U;
  const float magnitude = __builtin_ldexpf(__builtin_fabsf(value), -m.scale);
  unsigned code = 0x7f;
  if (magnitude <= 65536.0f) {
    int exponent = 0;
    __builtin_frexpf(magnitude, &exponent);
    if (exponent - 1 < 1 - bias) exponent = 2 - bias;
    const float steps = __builtin_ldexpf(magnitude, mantissaBits - (exponent - 1));
    const unsigned rounded = static_cast<unsigned>(__builtin_nearbyintf(steps));
    // A carry out of the mantissa moves the exponent up by itself, and subnormals have field 0.
    const unsigned field = static_cast<unsigned>(exponent - 1 + bias);
    code = rounded + ((field - 1U) << mantissaBits);
    if (magnitude == 0.0f) code = 0;
  }
  if (code > 0x7f || magnitude > 65536.0f) {
    if (nanoo) return q;
    code = 0x7f;
  }
  q.bits = static_cast<unsigned char>(code == 0 ? 0U : sign | code);
  return q;
}

inline quarter toQuarter(half value, MetadataType metadata, bool nanoo = false) {
  return toQuarter(static_cast<float>(value), metadata, nanoo);
}

#endif
