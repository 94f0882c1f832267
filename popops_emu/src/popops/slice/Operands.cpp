// SPDX-License-Identifier: MIT
// Offsets as the operations want them, and new slices.
#include "slice/Operands.hpp"

#include "slice/Layout.hpp"
#include "slice/Rows.hpp"
#include "support/Errors.hpp"

namespace popops::slice {

using poplar::Tensor;

void checkOffsets(const std::string &operation, const Tensor &offsets, std::size_t count) {
  const poplar::Type type = offsets.elementType();
  if (offsets.numElements() == count && (type == poplar::UNSIGNED_INT || type == poplar::INT))
    return;
  support::fail(operation, "the offsets are " + support::describe(offsets),
                "pass " + std::to_string(count) +
                    " offsets of type unsigned int, one for each of the dims");
}

Tensor addSlicesLike(poplar::Graph &graph, const Tensor &t, const Geometry &geometry,
                     std::size_t lookups, const Shape &leading, const SliceOptions &options,
                     const poplar::DebugContext &debugContext) {
  const bool isQuarter = t.elementType() == poplar::QUARTER;
  const Tensor bytes = isQuarter ? t.reinterpret(poplar::UNSIGNED_CHAR) : t;
  const Tensor matrix =
      addSlices(graph, geometry.tableMatrix(bytes), lookups * geometry.sliceRows(),
                options.availableMemoryProportion, debugContext);
  Tensor slices = geometry.slicesOf(matrix, leading);
  if (!isQuarter) return slices;
  return graph.clone(poplar::QUARTER, t.getMetadata(), slices, debugContext);
}

} // namespace popops::slice
