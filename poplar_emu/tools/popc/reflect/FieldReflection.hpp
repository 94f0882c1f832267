// SPDX-License-Identifier: MIT
// One data member of a vertex class as a field: kind, direction, element type, layout.
#pragma once

#include "ir/VertexType.hpp"

#include <clang/AST/Type.h>

#include <optional>
#include <vector>

namespace poplar_emu::popc {

/// Nothing if the type cannot be a field. Name and offset are left to the caller.
std::optional<ir::FieldInfo> reflectFieldType(clang::QualType type);

/// What a Vector or VectorList asks for.
struct VectorAlign {
  std::uint32_t minAlign; ///< bytes, as written
  clang::QualType element;
};
/// Of a field: none, or one for each level.
std::vector<VectorAlign> vectorAligns(clang::QualType type);

} // namespace poplar_emu::popc
