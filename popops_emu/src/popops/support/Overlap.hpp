// SPDX-License-Identifier: MIT
// Operands of operations that write elsewhere than they read.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

namespace popops::support {

/// `read` itself; or a copy of it, made in `prog`, if an operation is about to write elements of it
/// as part of `written`, so that the operation sees what was there before.
poplar::Tensor apartFrom(poplar::Graph &graph, const poplar::Tensor &read,
                         const poplar::Tensor &written, poplar::program::Sequence &prog,
                         const poplar::DebugContext &debugContext);

} // namespace popops::support
