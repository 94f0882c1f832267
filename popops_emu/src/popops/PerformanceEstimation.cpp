// SPDX-License-Identifier: MIT
// Estimates by size, as planners ask for them.
#include "estimators/ElementWise.hpp"
#include "map/Kinds.hpp"
#include "support/Errors.hpp"

#include <popops/PerformanceEstimation.hpp>

namespace popops {
namespace {

program::Kind kindFor(const char *function, const poplar::Type &type) {
  const auto kind = map_detail::kindOf(type);
  if (!kind)
    support::fail(function, "the type is " + support::nameOf(type),
                  "pass a type that element-wise operations know, for instance float");
  return *kind;
}

} // namespace

std::uint64_t getUnaryOp1DSupervisorEstimate(const poplar::Target &target, const poplar::Type &type,
                                             expr::UnaryOpType op, unsigned numElems) {
  return estimators::unaryCycles(target, op, kindFor("getUnaryOp1DSupervisorEstimate", type),
                                 numElems);
}

std::uint64_t getBinaryOp1DSupervisorEstimate(const poplar::Target &target,
                                              const poplar::Type &type, expr::BinaryOpType op,
                                              unsigned numElems) {
  return estimators::binaryCycles(target, op, kindFor("getBinaryOp1DSupervisorEstimate", type),
                                  numElems, estimators::Result::Apart);
}

std::uint64_t getBinaryOp1DInPlaceSupervisorEstimate(const poplar::Target &target,
                                                     const poplar::Type &type,
                                                     expr::BinaryOpType op, unsigned numElems) {
  return estimators::binaryCycles(target, op,
                                  kindFor("getBinaryOp1DInPlaceSupervisorEstimate", type), numElems,
                                  estimators::Result::InPlace);
}

std::uint64_t getCastCycleEstimate(const poplar::Target &target, const poplar::Type &from,
                                   const poplar::Type &to, unsigned numElems) {
  return estimators::castCycles(target, kindFor("getCastCycleEstimate", from),
                                kindFor("getCastCycleEstimate", to), numElems);
}

} // namespace popops
