// SPDX-License-Identifier: MIT
// Control of floating-point exceptions and rounding.
#include "api/graph/GraphNeed.hpp"
#include "api/program/Statement.hpp"

#include <poplar/CSRFunctions.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

using ir::FpControl;

constexpr std::uint32_t kAllBits = FpControl::kInvalid | FpControl::kDivideByZero |
                                   FpControl::kOverflow | FpControl::kStochasticRounding |
                                   FpControl::kNanOnOverflow;

std::uint32_t bitsOf(const FloatingPointBehaviour &behaviour) {
  return (behaviour.inv ? FpControl::kInvalid : 0) |
         (behaviour.div0 ? FpControl::kDivideByZero : 0) |
         (behaviour.oflo ? FpControl::kOverflow : 0) |
         (behaviour.esr ? FpControl::kStochasticRounding : 0) |
         (behaviour.nanoo ? FpControl::kNanOnOverflow : 0);
}

void addControl(const Graph &graph, program::Sequence &prog, Statement statement,
                FpControl control) {
  const GraphState &state = *need(graph, "floating-point control");
  for (unsigned tile = 0; tile < state.tiles.numTiles(); ++tile)
    control.tiles.push_back(state.tiles.toTopLevel(tile));
  program::Program program;
  statement.finish(program, std::move(control));
  prog.add(program);
}

void needStateTensor(const Statement &statement, const TensorState &state) {
  if (state.type == ElementType::UnsignedInt && state.view.numElements() == 1) return;
  statement.error(Code::PE0412, "{} is no saved floating-point state", describeTensor(state))
      .fix("pass the result of getAndModifyFloatingPointBehaviour")
      .raise();
}

} // namespace

void setFloatingPointBehaviour(Graph &graph, program::Sequence &prog,
                               const FloatingPointBehaviour &behaviour, const DebugContext &dc) {
  FpControl control;
  control.set = bitsOf(behaviour);
  control.clear = kAllBits & ~control.set;
  addControl(graph, prog, Statement("setFloatingPointBehaviour", dc), std::move(control));
}

void setFloatingPointBehaviour(Graph &graph, program::Sequence &prog, const Tensor &behaviour,
                               const DebugContext &dc) {
  Statement statement("setFloatingPointBehaviour", dc);
  const TensorState &state = statement.operand(behaviour);
  needStateTensor(statement, state);
  FpControl control;
  control.load = operandOf(state);
  addControl(graph, prog, std::move(statement), std::move(control));
}

void setStochasticRounding(Graph &graph, program::Sequence &prog, bool enable,
                           const DebugContext &dc) {
  FpControl control;
  (enable ? control.set : control.clear) = FpControl::kStochasticRounding;
  addControl(graph, prog, Statement("setStochasticRounding", dc), std::move(control));
}

Tensor getAndModifyFloatingPointBehaviour(Graph &graph, program::Sequence &prog,
                                          const FloatingPointBehaviour &clear,
                                          const FloatingPointBehaviour &set,
                                          const DebugContext &dc) {
  Statement statement("getAndModifyFloatingPointBehaviour", dc);
  const Tensor saved = graph.addVariable(UNSIGNED_INT, {}, DebugContext(dc, "fpBehaviour"));
  graph.setTileMapping(saved, 0, Access::location(dc));
  FpControl control;
  control.store = operandOf(statement.operand(saved));
  control.set = bitsOf(set);
  control.clear = bitsOf(clear) & ~control.set;
  addControl(graph, prog, std::move(statement), std::move(control));
  return saved;
}

} // namespace poplar
