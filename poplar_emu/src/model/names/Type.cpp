// SPDX-License-Identifier: MIT
// The constants of poplar::Type and what they know about themselves.
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>

#include "support/TypeAccess.hpp"

#include <ostream>
#include <string_view>

namespace poplar {

using poplar_emu::ElementType;
using poplar_emu::typeOf;

constinit const Type BOOL = typeOf(ElementType::Bool);
constinit const Type CHAR = typeOf(ElementType::Char);
constinit const Type SIGNED_CHAR = typeOf(ElementType::SignedChar);
constinit const Type UNSIGNED_CHAR = typeOf(ElementType::UnsignedChar);
constinit const Type SHORT = typeOf(ElementType::Short);
constinit const Type SIGNED_SHORT = typeOf(ElementType::Short);
constinit const Type UNSIGNED_SHORT = typeOf(ElementType::UnsignedShort);
constinit const Type INT = typeOf(ElementType::Int);
constinit const Type SIGNED_INT = typeOf(ElementType::Int);
constinit const Type SIGNED = typeOf(ElementType::Int);
constinit const Type UNSIGNED_INT = typeOf(ElementType::UnsignedInt);
constinit const Type UNSIGNED = typeOf(ElementType::UnsignedInt);
constinit const Type LONG = typeOf(ElementType::Long);
constinit const Type UNSIGNED_LONG = typeOf(ElementType::UnsignedLong);
constinit const Type LONGLONG = typeOf(ElementType::LongLong);
constinit const Type UNSIGNED_LONGLONG = typeOf(ElementType::UnsignedLongLong);
constinit const Type QUARTER = typeOf(ElementType::Quarter);
constinit const Type QUARTER_METADATA = typeOf(ElementType::QuarterMetadata);
constinit const Type HALF = typeOf(ElementType::Half);
constinit const Type FLOAT = typeOf(ElementType::Float);

StringRef Type::toString() const {
  const std::string_view text = poplar_emu::name(poplar_emu::elementType(*this));
  return StringRef(text.data(), text.size());
}

bool Type::isFloatingPoint() const {
  return poplar_emu::isFloatingPoint(poplar_emu::elementType(*this));
}

bool Type::requiresMetadata() const {
  return *this == QUARTER;
}

std::ostream &operator<<(std::ostream &out, const Type &type) {
  return out << type.toString();
}

bool TypeTraits::isSimpleType() const {
  return isIntegral || isFloat;
}

} // namespace poplar
