// SPDX-License-Identifier: MIT
// Host values as elements of device types, and back.
#include <poplar/TypeConversion.hpp>

#include "model/values/QuarterCodec.hpp"
#include "support/Diagnostic.hpp"
#include "support/Half.hpp"
#include "support/TypeAccess.hpp"

#include <poplar_emu/HalfBits.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace poplar_emu {
namespace {

using poplar::QuarterMetadata;
using poplar::TypeTraits;

struct HalfTag {};

/// Calls f with a value of the described type; half is a tag.
template <class F>
auto withHostType(const TypeTraits &traits, F &&f) {
  if (traits.isFloat) {
    if (traits.size == 2) return f(HalfTag{});
    if (traits.size == sizeof(float)) return f(float{});
    if (traits.size == sizeof(double)) return f(double{});
    return f(static_cast<long double>(0));
  }
  if (traits.isSigned) {
    if (traits.size == 1) return f(std::int8_t{});
    if (traits.size == 2) return f(std::int16_t{});
    if (traits.size == 4) return f(std::int32_t{});
    return f(std::int64_t{});
  }
  if (traits.size == 1) return f(std::uint8_t{});
  if (traits.size == 2) return f(std::uint16_t{});
  if (traits.size == 4) return f(std::uint32_t{});
  return f(std::uint64_t{});
}

TypeTraits traitsOf(ElementType type) {
  TypeTraits traits{};
  traits.size = traits.align = sizeInBytes(type);
  traits.isIntegral = isIntegral(type);
  traits.isFloat = type == ElementType::Half || type == ElementType::Float;
  traits.isSigned = isSigned(type);
  return traits;
}

[[noreturn]] void refuse(const poplar::Type &type, long double value) {
  Diagnostic(Code::PE0709, "{} does not fit {}", static_cast<double>(value),
             type.toString().cloneAsString())
      .fix("convert the values to the range of the type first")
      .raise();
}

template <class To, class From>
To checked(From value, const poplar::Type &type) {
  if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(value);
  } else if constexpr (std::is_floating_point_v<From>) {
    const From whole = std::trunc(value);
    // The upper limit plus one is a power of two, exact in every floating-point type.
    const From limit = std::ldexp(From{1}, std::numeric_limits<To>::digits);
    const bool fits =
        std::is_signed_v<To> ? whole >= -limit && whole < limit : whole >= 0 && whole < limit;
    if (!fits) refuse(type, value);
    return static_cast<To>(whole);
  } else {
    const To converted = static_cast<To>(value);
    const bool sameSign = (value < From{}) == (converted < To{});
    // Bytes are text as often as numbers: 200 and -56 are the same char.
    const bool isByte = sizeof(To) == 1 && sizeof(From) == 1;
    if (!isByte && (static_cast<From>(converted) != value || !sameSign)) refuse(type, value);
    return converted;
  }
}

template <class T>
T load(const void *source, std::size_t i) {
  T value;
  std::memcpy(&value, static_cast<const std::byte *>(source) + i * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void store(void *destination, std::size_t i, T value) {
  std::memcpy(static_cast<std::byte *>(destination) + i * sizeof(T), &value, sizeof(T));
}

/// Whatever the described values are, as doubles. Integers beyond 2^53 round.
std::vector<double> toDoubles(const void *source, const TypeTraits &traits, std::size_t count) {
  std::vector<double> values(count);
  withHostType(traits, [&](auto sample) {
    if constexpr (std::is_same_v<decltype(sample), HalfTag>)
      doubleFromHalf(source, values.data(), count);
    else
      for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<double>(load<decltype(sample)>(source, i));
  });
  return values;
}

/// Both sides described by traits; `type` is named in complaints.
void convert(const void *source, const TypeTraits &from, void *destination, const TypeTraits &to,
             std::size_t count, const poplar::Type &type) {
  withHostType(to, [&](auto target) {
    using To = decltype(target);
    if constexpr (std::is_same_v<To, HalfTag>) {
      if (from.isFloat && from.size == 2)
        std::memcpy(destination, source, 2 * count);
      else if (from.isFloat && from.size == sizeof(float))
        halfFromFloat(static_cast<const float *>(source), destination, count);
      else
        halfFromDouble(toDoubles(source, from, count).data(), destination, count);
    } else {
      withHostType(from, [&](auto sample) {
        using From = decltype(sample);
        if constexpr (std::is_same_v<From, HalfTag>) {
          for (std::size_t i = 0; i < count; ++i)
            store(destination, i,
                  checked<To>(floatFromHalfBits(load<std::uint16_t>(source, i)), type));
        } else {
          for (std::size_t i = 0; i < count; ++i)
            store(destination, i, checked<To>(load<From>(source, i), type));
        }
      });
    }
  });
}

const QuarterMetadata &requireMetadata(const QuarterMetadata *metadata) {
  if (!metadata)
    Diagnostic(Code::PE0222, "quarter values cannot be converted without metadata")
        .fix("pass a poplar::QuarterMetadata after the type")
        .raise();
  return *metadata;
}

void requireType(ElementType type) {
  if (type == ElementType::Invalid)
    Diagnostic(Code::PE0109, "a default-constructed Type is no element type").raise();
}

} // namespace

void convertValuesToDevice(const poplar::Type &type, const QuarterMetadata *metadata,
                           const void *src, const TypeTraits &traits, std::size_t numElements,
                           void *dst, bool nanoo) {
  const ElementType element = elementType(type);
  requireType(element);
  if (element == ElementType::Quarter) {
    const QuarterMetadata &format = requireMetadata(metadata);
    const auto overflow = nanoo ? model::QuarterOverflow::Nan : model::QuarterOverflow::Saturate;
    const std::vector<double> values = toDoubles(src, traits, numElements);
    for (std::size_t i = 0; i < numElements; ++i)
      store(dst, i, model::encodeQuarter(values[i], format, overflow));
  } else if (element == ElementType::Bool) {
    const std::vector<double> values = toDoubles(src, traits, numElements);
    for (std::size_t i = 0; i < numElements; ++i)
      store(dst, i, static_cast<std::uint8_t>(values[i] != 0));
  } else {
    convert(src, traits, dst, traitsOf(element), numElements, type);
  }
}

void convertValuesFromDevice(const poplar::Type &type, const QuarterMetadata *metadata,
                             const void *src, void *dst, const TypeTraits &traits,
                             std::size_t numElements) {
  const ElementType element = elementType(type);
  requireType(element);
  if (element == ElementType::Quarter) {
    const QuarterMetadata &format = requireMetadata(metadata);
    std::vector<double> values(numElements);
    for (std::size_t i = 0; i < numElements; ++i)
      values[i] = model::decodeQuarter(load<std::uint8_t>(src, i), format);
    convert(values.data(), TypeTraits::make<double>(), dst, traits, numElements, type);
  } else {
    convert(src, traitsOf(element), dst, traits, numElements, type);
  }
}

QuarterMetadata calculateMetadata(const void *values, const TypeTraits &traits,
                                  std::size_t numElements, const QuarterMetadata::Format *format,
                                  poplar::CostMetric) {
  using Format = QuarterMetadata::Format;
  const std::vector<double> numbers = toDoubles(values, traits, numElements);
  std::vector<Format> formats = {Format::F143, Format::F152};
  if (format) formats = {*format};

  QuarterMetadata best(formats.front(), 0);
  double bestError = std::numeric_limits<double>::infinity();
  for (const Format candidate : formats) {
    for (int scale = -31; scale <= 31; ++scale) {
      const QuarterMetadata metadata(candidate, scale);
      double error = 0;
      for (const double number : numbers) {
        if (!std::isfinite(number)) continue;
        const std::uint8_t bits =
            model::encodeQuarter(number, metadata, model::QuarterOverflow::Saturate);
        const double difference = model::decodeQuarter(bits, metadata) - number;
        error += difference * difference;
      }
      // Of equally good scales the one nearest 0 is the plainest.
      const bool isPlainer =
          std::abs(scale) < std::abs(best.getScale()) && candidate == best.getFormat();
      if (error < bestError || (error == bestError && isPlainer)) {
        bestError = error;
        best = metadata;
      }
    }
  }
  return best;
}

} // namespace poplar_emu
