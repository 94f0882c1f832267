// SPDX-License-Identifier: MIT
// Between poplar::Type and the enumeration behind it.
#pragma once

#include "support/ElementType.hpp"

#include <poplar/Type.hpp>

namespace poplar_emu {

/// The one place that sees inside poplar::Type.
struct TypeAccess {
  static constexpr poplar::Type type(ElementType element) {
    return poplar::Type(static_cast<poplar::Type::Kind>(element));
  }
  static constexpr ElementType element(const poplar::Type &type) {
    return static_cast<ElementType>(type.kind_);
  }
};

constexpr ElementType elementType(const poplar::Type &type) {
  return TypeAccess::element(type);
}

constexpr poplar::Type typeOf(ElementType element) {
  return TypeAccess::type(element);
}

} // namespace poplar_emu
