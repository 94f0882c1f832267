// SPDX-License-Identifier: MIT
// Element types as the device knows them: the enumeration behind poplar::Type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace poplar_emu {

/// One value per poplar type constant. The numbering is part of the executable format.
enum class ElementType : std::uint8_t {
  Invalid,
  Bool,
  Char,
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  UnsignedInt,
  Long,
  UnsignedLong,
  LongLong,
  UnsignedLongLong,
  Quarter,
  QuarterMetadata,
  Half,
  Float,
  Double,
};

/// Bytes of one element on the device; 0 for Invalid. Long is 8 on the host and unsupported on
/// tiles.
std::size_t sizeInBytes(ElementType type);
/// Poplar's name, as it stands in vertex names: "unsigned int", "half", ...
std::string_view name(ElementType type);
/// The type of that name; knows C spellings such as "unsigned" and "uint32_t" too.
std::optional<ElementType> elementTypeFromName(std::string_view name);
bool isFloatingPoint(ElementType type);
bool isIntegral(ElementType type);
bool isSigned(ElementType type);

} // namespace poplar_emu
