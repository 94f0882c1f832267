// SPDX-License-Identifier: MIT
// Typed expressions to the program of a MapExpression vertex.
#pragma once

#include "map/Computation.hpp"

#include <cstdint>
#include <vector>

namespace popops::map_detail {

/// A program, and which tensors its operand lists hold, by size class.
struct Assembly {
  std::vector<std::uint32_t> code;
  /// Indices of input tensors and of results, in the order of the vertex's lists.
  std::vector<unsigned> inputs[4];
  std::vector<unsigned> outputs[4];
};

/// `isScalar[i]`: input tensor i has one element for all. With `mayOverwrite` a result may be
/// written while later operations still read the inputs; otherwise results wait in temporaries.
/// False if the expressions need more registers than there are.
bool assemble(const Computation &computation, const std::vector<bool> &isScalar, bool mayOverwrite,
              Assembly &assembly);

} // namespace popops::map_detail
