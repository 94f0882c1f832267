// SPDX-License-Identifier: MIT
// Table of the element types.
#include "support/ElementType.hpp"

#include <array>

namespace poplar_emu {
namespace {

struct Row {
  std::string_view name;
  std::uint8_t bytes;
  bool floating, integral, isSigned;
};

constexpr std::array<Row, 18> kRows = {{
    {"invalid", 0, false, false, false},
    {"bool", 1, false, true, false},
    {"char", 1, false, true, true},
    {"signed char", 1, false, true, true},
    {"unsigned char", 1, false, true, false},
    {"short", 2, false, true, true},
    {"unsigned short", 2, false, true, false},
    {"int", 4, false, true, true},
    {"unsigned int", 4, false, true, false},
    {"long", 8, false, true, true},
    {"unsigned long", 8, false, true, false},
    {"long long", 8, false, true, true},
    {"unsigned long long", 8, false, true, false},
    {"quarter", 1, true, false, true},
    {"quarter_metadata", 1, false, false, false},
    {"half", 2, true, false, true},
    {"float", 4, true, false, true},
    {"double", 8, true, false, true},
}};

struct Alias {
  std::string_view name;
  ElementType type;
};

constexpr std::array<Alias, 19> kAliases = {{
    {"_Bool", ElementType::Bool},
    {"unsigned", ElementType::UnsignedInt},
    {"signed", ElementType::Int},
    {"signed int", ElementType::Int},
    {"short int", ElementType::Short},
    {"signed short", ElementType::Short},
    {"unsigned short int", ElementType::UnsignedShort},
    {"long long int", ElementType::LongLong},
    {"unsigned long long int", ElementType::UnsignedLongLong},
    {"int8_t", ElementType::SignedChar},
    {"uint8_t", ElementType::UnsignedChar},
    {"int16_t", ElementType::Short},
    {"uint16_t", ElementType::UnsignedShort},
    {"int32_t", ElementType::Int},
    {"uint32_t", ElementType::UnsignedInt},
    {"int64_t", ElementType::LongLong},
    {"uint64_t", ElementType::UnsignedLongLong},
    {"size_t", ElementType::UnsignedInt},
    {"_Float16", ElementType::Half},
}};

const Row &row(ElementType type) {
  return kRows[static_cast<std::size_t>(type)];
}

} // namespace

std::size_t sizeInBytes(ElementType type) {
  return row(type).bytes;
}

std::string_view name(ElementType type) {
  return row(type).name;
}

std::optional<ElementType> elementTypeFromName(std::string_view name) {
  for (std::size_t i = 1; i < kRows.size(); ++i)
    if (kRows[i].name == name) return static_cast<ElementType>(i);
  for (const Alias &alias : kAliases)
    if (alias.name == name) return alias.type;
  return std::nullopt;
}

bool isFloatingPoint(ElementType type) {
  return row(type).floating;
}

bool isIntegral(ElementType type) {
  return row(type).integral;
}

bool isSigned(ElementType type) {
  return row(type).isSigned;
}

} // namespace poplar_emu
