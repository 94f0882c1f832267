// SPDX-License-Identifier: MIT
// The edges of a vertex type as the plan describes them: enough to follow what vertices touch.
#pragma once

#include "ir/VertexType.hpp"
#include "plan/Plan.hpp"

#include <vector>

namespace poplar_emu::compile {

std::vector<plan::FieldUse> fieldUses(const ir::VertexType &type);

} // namespace poplar_emu::compile
