// SPDX-License-Identifier: MIT
// The ranges of element types.
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "support/Half.hpp"
#include "support/TypeAccess.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <cstdint>
#include <cstring>
#include <limits>

namespace poplar_emu::model {
namespace {

// 80 bits hold every 64-bit integer exactly.
static_assert(std::numeric_limits<long double>::digits >= 64);

struct Range {
  long double lowest, max;
};

Range rangeOf(const poplar::Type &type) {
  const ElementType element = elementType(type);
  if (element == ElementType::Half) return {-kHalfMax, kHalfMax};
  if (element == ElementType::Float)
    return {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()};
  if (element == ElementType::Bool) return {0, 1};
  if (element == ElementType::QuarterMetadata) return {0, 255};
  if (!isIntegral(element))
    Diagnostic(Code::PE0109, "{} has no limits of its own", type.toString().cloneAsString())
        .note("the range of quarter depends on its metadata")
        .raise();
  const auto bits = static_cast<unsigned>(8 * sizeInBytes(element));
  if (isSigned(element)) {
    const long double half = static_cast<long double>(std::uint64_t{1} << (bits - 1));
    return {-half, half - 1};
  }
  return {0, static_cast<long double>(~std::uint64_t{0} >> (64 - bits))};
}

/// Stores value as a T; false when T cannot hold it exactly.
template <class T>
bool storeAs(long double value, void *out) {
  if constexpr (std::is_integral_v<T>) {
    if (value < static_cast<long double>(std::numeric_limits<T>::lowest()) ||
        value > static_cast<long double>(std::numeric_limits<T>::max()))
      return false;
  }
  const T converted = static_cast<T>(value);
  std::memcpy(out, &converted, sizeof converted);
  return static_cast<long double>(converted) == value;
}

bool storeHalf(long double value, void *out) {
  const std::uint16_t bits = halfBitsFromFloat(static_cast<float>(value));
  std::memcpy(out, &bits, sizeof bits);
  return static_cast<long double>(floatFromHalfBits(bits)) == value;
}

bool storeWith(const poplar::TypeTraits &traits, long double value, void *out) {
  if (traits.isFloat) {
    if (traits.size == 2) return storeHalf(value, out);
    if (traits.size == sizeof(float)) return storeAs<float>(value, out);
    if (traits.size == sizeof(double)) return storeAs<double>(value, out);
    return storeAs<long double>(value, out);
  }
  switch (traits.size) {
  case 1:
    return traits.isSigned ? storeAs<std::int8_t>(value, out) : storeAs<std::uint8_t>(value, out);
  case 2:
    return traits.isSigned ? storeAs<std::int16_t>(value, out) : storeAs<std::uint16_t>(value, out);
  case 4:
    return traits.isSigned ? storeAs<std::int32_t>(value, out) : storeAs<std::uint32_t>(value, out);
  default:
    return traits.isSigned ? storeAs<std::int64_t>(value, out) : storeAs<std::uint64_t>(value, out);
  }
}

void store(const poplar::Type &type, long double limit, void *out,
           const poplar::TypeTraits &traits) {
  if (!storeWith(traits, limit, out))
    Diagnostic(Code::PE0709, "the limit {} of {} does not fit the requested type exactly",
               static_cast<double>(limit), type.toString().cloneAsString())
        .fix("ask for it as a wider type")
        .raise();
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

double Target::getTypeLimitsMax(const Type &type) const {
  return static_cast<double>(poplar_emu::model::rangeOf(type).max);
}

double Target::getTypeLimitsLowest(const Type &type) const {
  return static_cast<double>(poplar_emu::model::rangeOf(type).lowest);
}

void Target::storeTypeMax(const Type &type, void *value, const TypeTraits &traits) const {
  poplar_emu::model::need(*this);
  poplar_emu::model::store(type, poplar_emu::model::rangeOf(type).max, value, traits);
}

void Target::storeTypeLowest(const Type &type, void *value, const TypeTraits &traits) const {
  poplar_emu::model::need(*this);
  poplar_emu::model::store(type, poplar_emu::model::rangeOf(type).lowest, value, traits);
}

void copyFloatToDeviceHalf(const Target &target, const float *src, void *dst,
                           std::size_t numElements) {
  poplar_emu::model::need(target);
  poplar_emu::halfFromFloat(src, dst, numElements);
}

void copyDeviceHalfToFloat(const Target &target, const void *src, float *dst,
                           std::size_t numElements) {
  poplar_emu::model::need(target);
  poplar_emu::floatFromHalf(src, dst, numElements);
}

void copyDoubleToDeviceHalf(const Target &target, const double *src, void *dst,
                            std::size_t numElements) {
  poplar_emu::model::need(target);
  poplar_emu::halfFromDouble(src, dst, numElements);
}

void copyDeviceHalfToDouble(const Target &target, const void *src, double *dst,
                            std::size_t numElements) {
  poplar_emu::model::need(target);
  poplar_emu::doubleFromHalf(src, dst, numElements);
}

} // namespace poplar
