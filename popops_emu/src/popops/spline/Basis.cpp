// SPDX-License-Identifier: MIT
// splineBasis: a vertex for each contiguous piece of the basis on a tile.
#include "support/Errors.hpp"

#include <popops/SplineBasis.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popops {

using poplar::Graph;
using poplar::Tensor;

namespace {

void check(const Tensor &pseudo, const Tensor &kernelSize, const Tensor &isOpenSpline,
           const Tensor &basis, const Tensor &weightIndex, unsigned degree) {
  const std::string what =
      "pseudo is " + support::describe(pseudo) + ", kernelSize " + support::describe(kernelSize) +
      ", isOpenSpline " + support::describe(isOpenSpline) + ", basis " + support::describe(basis) +
      ", weightIndex " + support::describe(weightIndex) + ", degree " + std::to_string(degree);
  if (degree < 1 || degree > 3) support::fail("splineBasis", what, "choose degree 1, 2 or 3");
  const poplar::Type type = pseudo.elementType();
  if ((type != poplar::FLOAT && type != poplar::HALF) || basis.elementType() != type ||
      kernelSize.elementType() != poplar::INT ||
      isOpenSpline.elementType() != poplar::UNSIGNED_CHAR ||
      weightIndex.elementType() != poplar::INT)
    support::fail("splineBasis", what,
                  "use float or half for pseudo and basis, int for kernelSize and weightIndex, "
                  "unsigned char for isOpenSpline");
  if (pseudo.rank() != 2 || kernelSize.rank() != 1 || isOpenSpline.rank() != 1 ||
      kernelSize.dim(0) != pseudo.dim(1) || isOpenSpline.dim(0) != pseudo.dim(1))
    support::fail("splineBasis", what, "pass pseudo of [E, D], and D sizes and flags");
  std::size_t splines = 1;
  for (std::size_t d = 0; d < pseudo.dim(1); ++d)
    splines *= degree + 1;
  const std::vector<std::size_t> shape = {pseudo.dim(0), splines};
  if (basis.shape() != shape || weightIndex.shape() != shape)
    support::fail("splineBasis", what,
                  "make basis and weightIndex [E, (degree + 1)^D], here [" +
                      std::to_string(shape[0]) + ", " + std::to_string(splines) + "]");
  support::requireWriteable("splineBasis", basis);
  support::requireWriteable("splineBasis", weightIndex);
}

} // namespace

void splineBasis(Graph &graph, const Tensor &pseudo, const Tensor &kernelSize,
                 const Tensor &isOpenSpline, const Tensor &basis, const Tensor &weightIndex,
                 unsigned degree, poplar::program::Sequence &prog,
                 const poplar::DebugContext &debugContext) {
  const poputil::PoplibsOpDebugInfo info(
      debugContext, DI_ARGS(pseudo, kernelSize, isOpenSpline, basis, weightIndex, degree));
  check(pseudo, kernelSize, isOpenSpline, basis, weightIndex, degree);
  if (basis.numElements() == 0) return;
  const poplar::ComputeSet cs = graph.addComputeSet({info, "basis"});
  const std::string name =
      poputil::templateVertex("popops::SplineBasis", pseudo.elementType(), degree);
  const std::size_t splines = basis.dim(1);
  const Tensor flat = basis.flatten(), indices = weightIndex.flatten();
  const auto mapping = graph.getTileMapping(flat);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    for (const poplar::Interval &piece : mapping[tile]) {
      const std::size_t row = piece.begin() / splines;
      const std::size_t end = (piece.end() + splines - 1) / splines;
      const poplar::VertexRef vertex =
          graph.addVertex(cs, name,
                          {{"pseudo", pseudo.slice(row, end).flatten()},
                           {"kernelSize", kernelSize},
                           {"isOpenSpline", isOpenSpline},
                           {"basis", flat.slice(piece)},
                           {"weightIndex", indices.slice(piece)}});
      graph.setInitialValue(vertex["first"], static_cast<unsigned>(piece.begin() % splines));
      graph.setInitialValue(vertex["splines"], static_cast<unsigned>(splines));
      graph.setTileMapping(vertex, tile);
    }
  prog.add(poplar::program::Execute(cs, {info}));
}

} // namespace popops
