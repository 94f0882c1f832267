// SPDX-License-Identifier: MIT
// A view of bytes cannot become one of quarters, so results are copied into a variable.
#include "collectives/Quarters.hpp"

namespace gcl::detail {

poplar::Tensor movable(const poplar::Tensor &tensor) {
  return tensor.elementType() == poplar::QUARTER ? tensor.reinterpret(poplar::UNSIGNED_CHAR)
                                                 : tensor;
}

poplar::Tensor typed(Call &call, const poplar::Tensor &moved, const poplar::Tensor &like) {
  if (like.elementType() != poplar::QUARTER) return moved;
  const poplar::Tensor result = call.graph.addVariable(
      poplar::QUARTER, like.getMetadata(), moved.shape(), {call.debugContext, "quarters"});
  call.graph.setTileMapping(result, call.graph.getTileMapping(moved));
  call.copy(moved, result.reinterpret(poplar::UNSIGNED_CHAR));
  call.finish();
  return result;
}

} // namespace gcl::detail
