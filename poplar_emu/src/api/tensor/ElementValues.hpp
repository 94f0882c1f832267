// SPDX-License-Identifier: MIT
// Host values of any number type become device elements, and back.
#pragma once

#include "support/ElementType.hpp"
#include "support/SourceSite.hpp"

#include <poplar/TypeTraits.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poplar_emu::api {

/// `count` numbers as the user handed them over.
struct HostValues {
  const void *data = nullptr;
  std::size_t count = 0;
  poplar::TypeTraits traits{};
};

/// Who receives the values, for messages; and how QUARTER is encoded.
struct ValueTarget {
  ElementType type = ElementType::Invalid;
  std::function<std::string()> describe; ///< "Foo#3.x", "constant 'zero'"; asked for errors only
  SiteId site;
  std::optional<std::uint8_t> quarterMetadata; ///< bits of the metadata, when they are known
};

/// Device bytes of the values. Floating-point targets round to nearest even; integers are checked
/// against the range of the type and lose their fraction (PE0214). BOOL is "not zero". One-byte
/// integers keep their bits in one-byte types, since `char` is a byte more often than a number.
std::vector<std::byte> toDevice(const HostValues &values, const ValueTarget &target);

/// Numbers of the type as host values; PE0214 if they do not fit.
void fromDevice(ElementType type, std::span<const std::byte> bytes, const HostValues &out,
                const std::function<std::string()> &describe);

/// The largest value that a number type holds.
double largestValue(ElementType type);
/// The same exactly, for integers.
std::uint64_t largestInteger(ElementType type);

} // namespace poplar_emu::api
