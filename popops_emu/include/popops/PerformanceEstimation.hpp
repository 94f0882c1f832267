// SPDX-License-Identifier: MIT
// Cycles of element-wise vertices before there is one, for planners.
#ifndef POPOPS_PERFORMANCE_ESTIMATION_HPP
#define POPOPS_PERFORMANCE_ESTIMATION_HPP

#include <poplar/Target.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <popops/Expr.hpp>

#include <cstdint>

namespace popops {

// All give cycles of one tile that does `numElems` elements with all its workers, without launch,
// sync and exchange, and throw poplibs_error for types that no element-wise operation knows. They
// agree with what Graph::getPerfEstimate says of a vertex of that size.

/// An operation whose result is a tensor of its own.
POPLAR_EMU_EXPORT std::uint64_t getUnaryOp1DSupervisorEstimate(const poplar::Target &target,
                                                               const poplar::Type &type,
                                                               popops::expr::UnaryOpType op,
                                                               unsigned numElems);
POPLAR_EMU_EXPORT std::uint64_t getBinaryOp1DSupervisorEstimate(const poplar::Target &target,
                                                                const poplar::Type &type,
                                                                popops::expr::BinaryOpType op,
                                                                unsigned numElems);
/// An operation whose result replaces its first operand.
POPLAR_EMU_EXPORT std::uint64_t
getBinaryOp1DInPlaceSupervisorEstimate(const poplar::Target &target, const poplar::Type &type,
                                       popops::expr::BinaryOpType op, unsigned numElems);
/// A conversion.
POPLAR_EMU_EXPORT std::uint64_t getCastCycleEstimate(const poplar::Target &target,
                                                     const poplar::Type &from,
                                                     const poplar::Type &to, unsigned numElems);

} // namespace popops

#endif
