// SPDX-License-Identifier: MIT
// The reads that no edge shows: fields of quarters read the metadata of their tensors.
#pragma once

#include "compile/Pipeline.hpp"
#include "compile/compute/instances/FieldLayout.hpp"

namespace poplar_emu::compile {

/// PE0203 if a vertex of the compute set writes metadata that another one reads.
/// Cost: one look at each vertex type's fields; linear in the edges if there are quarters.
void proveMetadataUnwritten(const Input &input, TypeLayouts &layouts,
                            const ir::ComputeSet &computeSet);

} // namespace poplar_emu::compile
