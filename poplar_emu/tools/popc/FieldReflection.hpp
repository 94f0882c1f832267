// SPDX-License-Identifier: MIT
// One data member of a vertex class as a field: kind, direction, element type, layout.
#pragma once

#include "ir/VertexType.hpp"

#include <clang/AST/Type.h>

#include <optional>

namespace poplar_emu::popc {

/// Nothing if the type cannot be a field. Name and offset are left to the caller.
std::optional<ir::FieldInfo> reflectFieldType(clang::QualType type);

} // namespace poplar_emu::popc
