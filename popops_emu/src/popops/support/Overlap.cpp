// SPDX-License-Identifier: MIT
// Copies operands that are about to be overwritten.
#include "support/Overlap.hpp"

#include <poputil/Util.hpp>

namespace popops::support {

poplar::Tensor apartFrom(poplar::Graph &graph, const poplar::Tensor &read,
                         const poplar::Tensor &written, poplar::program::Sequence &prog,
                         const poplar::DebugContext &debugContext) {
  return read.intersectsWith(written)
             ? poputil::duplicate(graph, read, prog, {debugContext, "before"})
             : read;
}

} // namespace popops::support
