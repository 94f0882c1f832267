// SPDX-License-Identifier: MIT
// poplar_emu::fusedCollective: takes the description over into the program tree.
#include "api/program/Statement.hpp"

#include <poplar_emu/Collective.hpp>

namespace poplar_emu {

using namespace api;

poplar::program::Program fusedCollective(const poplar::program::Program &steps,
                                         const CollectiveDescription &description,
                                         const poplar::DebugContext &debugContext) {
  Statement statement("fused collective", debugContext);
  const TensorState &source = statement.operand(description.source);
  const TensorState &destination = statement.operand(description.destination);
  statement.needWritable(destination);

  ir::Collective collective;
  collective.body = Access::program(steps);
  collective.form = static_cast<CollectiveForm>(description.kind);
  collective.combine = static_cast<Combine>(description.combination);
  collective.scale = description.scale;
  collective.source = operandOf(source);
  collective.destination = operandOf(destination);
  collective.groups = description.groups;
  for (const CollectivePiece &piece : description.pieces)
    if (piece.elements != 0)
      collective.pieces.push_back(
          {piece.source, piece.destination, piece.elements, piece.chains, piece.receivers});
  poplar::program::Sequence program;
  statement.finish(program, std::move(collective));
  return program;
}

} // namespace poplar_emu
