// SPDX-License-Identifier: MIT
// The tiles' floating-point behaviour.
#ifndef POPLAR_CSR_FUNCTIONS_HPP
#define POPLAR_CSR_FUNCTIONS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

namespace poplar {

/// Which floating-point operations raise exceptions, and how halves are rounded and overflow.
struct FloatingPointBehaviour {
  bool inv;
  bool div0;
  bool oflo;
  bool esr;
  bool nanoo;

  /// Everything on.
  FloatingPointBehaviour() : inv(true), div0(true), oflo(true), esr(true), nanoo(true) {}
  FloatingPointBehaviour(bool invalidOperation, bool divisionByZero, bool overflow,
                         bool stochasticRounding, bool nanOnOverflow)
      : inv(invalidOperation), div0(divisionByZero), oflo(overflow), esr(stochasticRounding),
        nanoo(nanOnOverflow) {}
};

POPLAR_EMU_EXPORT void setFloatingPointBehaviour(Graph &graph, program::Sequence &prog,
                                                 const FloatingPointBehaviour &behaviour,
                                                 const DebugContext &debugContext = {});
/// Restores what getAndModifyFloatingPointBehaviour returned.
POPLAR_EMU_EXPORT void setFloatingPointBehaviour(Graph &graph, program::Sequence &prog,
                                                 const Tensor &behaviour,
                                                 const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT void setStochasticRounding(Graph &graph, program::Sequence &prog, bool enable,
                                             const DebugContext &debugContext = {});
/// Clears and sets bits; returns the state before.
POPLAR_EMU_EXPORT Tensor getAndModifyFloatingPointBehaviour(Graph &graph, program::Sequence &prog,
                                                            const FloatingPointBehaviour &clear,
                                                            const FloatingPointBehaviour &set,
                                                            const DebugContext &debugContext = {});

} // namespace poplar

#endif
