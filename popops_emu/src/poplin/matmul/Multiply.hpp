// SPDX-License-Identifier: MIT
// The vertices of a product.
#pragma once

#include "matmul/Plan.hpp"

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

namespace poplin {

/// Writes a [groups,m,k] times b [groups,k,n] to c [groups,m,n]; types are those of the problem.
/// Operands whose blocks are not in one piece are copied first.
void multiply(poplar::Graph &graph, const Problem &problem, const Plan &plan, poplar::Tensor a,
              poplar::Tensor b, const poplar::Tensor &c, poplar::program::Sequence &prog,
              const poplar::DebugNameAndId &name);

} // namespace poplin
