// SPDX-License-Identifier: MIT
// Conversion loops: one instantiation for each pair of number types.
#include "api/tensor/ElementValues.hpp"

#include "api/tensor/QuarterValues.hpp"
#include "support/Diagnostic.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace poplar_emu::api {
namespace {

using Half = _Float16;

template <class T>
struct Tag {
  using type = T;
};

/// Calls f(Tag<T>()) with the C++ type that has these traits.
template <class F>
auto withHostType(const poplar::TypeTraits &traits, F &&f) {
  if (traits.isFloat) {
    if (traits.size == 2) return f(Tag<Half>());
    if (traits.size == 4) return f(Tag<float>());
    if (traits.size == 8) return f(Tag<double>());
    return f(Tag<long double>());
  }
  if (traits.isSigned) {
    if (traits.size == 1) return f(Tag<std::int8_t>());
    if (traits.size == 2) return f(Tag<std::int16_t>());
    if (traits.size == 4) return f(Tag<std::int32_t>());
    return f(Tag<std::int64_t>());
  }
  if (traits.size == 1) return f(Tag<std::uint8_t>());
  if (traits.size == 2) return f(Tag<std::uint16_t>());
  if (traits.size == 4) return f(Tag<std::uint32_t>());
  return f(Tag<std::uint64_t>());
}

template <class F>
auto withDeviceType(ElementType type, F &&f) {
  switch (type) {
  case ElementType::Bool:
    return f(Tag<bool>());
  case ElementType::Char:
  case ElementType::SignedChar:
    return f(Tag<std::int8_t>());
  case ElementType::Short:
    return f(Tag<std::int16_t>());
  case ElementType::UnsignedShort:
    return f(Tag<std::uint16_t>());
  case ElementType::Int:
    return f(Tag<std::int32_t>());
  case ElementType::UnsignedInt:
    return f(Tag<std::uint32_t>());
  case ElementType::Long:
  case ElementType::LongLong:
    return f(Tag<std::int64_t>());
  case ElementType::UnsignedLong:
  case ElementType::UnsignedLongLong:
    return f(Tag<std::uint64_t>());
  case ElementType::Half:
    return f(Tag<Half>());
  case ElementType::Float:
    return f(Tag<float>());
  case ElementType::Double:
    return f(Tag<double>());
  default: // one raw byte: UNSIGNED_CHAR, QUARTER, QUARTER_METADATA
    return f(Tag<std::uint8_t>());
  }
}

template <class T>
constexpr bool isFloat = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

/// One more than the largest value of an integer type; exact as a double.
template <class Integer>
double upperBound() {
  return std::ldexp(1.0, std::numeric_limits<Integer>::digits);
}

/// False if the value lies outside the range of To.
template <class To, class From>
bool convert(From from, To &to) {
  if constexpr (std::is_same_v<To, bool>) {
    to = from != From(0);
  } else if constexpr (isFloat<To> || std::is_same_v<From, bool>) {
    to = static_cast<To>(from);
  } else if constexpr (isFloat<From>) {
    const long double whole = std::trunc(static_cast<long double>(from));
    const long double lowest =
        std::is_signed_v<To> ? -static_cast<long double>(upperBound<To>()) : 0;
    if (!(whole >= lowest && whole < upperBound<To>())) return false;
    to = static_cast<To>(whole);
  } else if constexpr (sizeof(To) == 1 && sizeof(From) == 1) {
    to = static_cast<To>(from);
  } else {
    if (!std::in_range<To>(from)) return false;
    to = static_cast<To>(from);
  }
  return true;
}

template <class From>
std::string valueText(From from) {
  if constexpr (isFloat<From>) {
    return fmt::format("{}", static_cast<double>(from));
  } else {
    return fmt::format(
        "{}",
        static_cast<std::conditional_t<std::is_signed_v<From>, long long, unsigned long long>>(
            from));
  }
}

template <class From>
[[noreturn]] void raiseRange(From from, std::size_t i, std::size_t count,
                             const ValueTarget &target) {
  Diagnostic error(Code::PE0214, "value {} does not fit type {}", valueText(from),
                   name(target.type));
  error.at(target.site, "{}", target.describe());
  if (count > 1) error.note("it is value {} of {}", i, count);
  error.raise();
}

template <class To, class From>
void convertAll(const From *from, std::size_t count, std::byte *out, const ValueTarget &target) {
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, from + i, sizeof value);
    To converted;
    if (!convert(value, converted)) raiseRange(value, i, count, target);
    std::memcpy(out + i * sizeof(To), &converted, sizeof converted);
  }
}

} // namespace

std::vector<std::byte> toDevice(const HostValues &values, const ValueTarget &target) {
  std::vector<std::byte> bytes(values.count * sizeInBytes(target.type));
  if (values.count == 0) return bytes;
  const bool rawBits = values.traits.size == 1 && !values.traits.isFloat;
  if (target.type == ElementType::Quarter && !rawBits) {
    const poplar::TypeTraits asDouble = poplar::TypeTraits::make<double>();
    std::vector<double> wide(values.count);
    ValueTarget through = target;
    through.type = ElementType::Double;
    const std::vector<std::byte> doubles = toDevice(values, through);
    std::memcpy(wide.data(), doubles.data(), wide.size() * asDouble.size);
    quarterFromDoubles(wide, target, bytes);
    return bytes;
  }
  withHostType(values.traits, [&](auto from) {
    using From = typename decltype(from)::type;
    withDeviceType(target.type, [&](auto to) {
      using To = typename decltype(to)::type;
      convertAll<To>(static_cast<const From *>(values.data), values.count, bytes.data(), target);
    });
  });
  return bytes;
}

void fromDevice(ElementType type, std::span<const std::byte> bytes, const HostValues &out,
                const std::function<std::string()> &describe) {
  withDeviceType(type, [&](auto from) {
    using From = typename decltype(from)::type;
    POPLAR_EMU_CHECK(bytes.size() == out.count * sizeof(From));
    withHostType(out.traits, [&](auto to) {
      using To = typename decltype(to)::type;
      auto *destination = static_cast<std::byte *>(const_cast<void *>(out.data));
      for (std::size_t i = 0; i < out.count; ++i) {
        From value;
        std::memcpy(&value, bytes.data() + i * sizeof(From), sizeof value);
        To converted;
        if (!convert(value, converted)) {
          Diagnostic(Code::PE0214, "value {} of {} does not fit the host type asked for",
                     valueText(value), describe())
              .raise();
        }
        std::memcpy(destination + i * sizeof(To), &converted, sizeof converted);
      }
    });
  });
}

double largestValue(ElementType type) {
  return withDeviceType(type, [](auto tag) -> double {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, Half>)
      return 65504.0;
    else
      return static_cast<double>(std::numeric_limits<T>::max());
  });
}

std::uint64_t largestInteger(ElementType type) {
  return withDeviceType(type, [](auto tag) -> std::uint64_t {
    using T = typename decltype(tag)::type;
    if constexpr (isFloat<T>)
      return 0;
    else
      return static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  });
}

} // namespace poplar_emu::api
