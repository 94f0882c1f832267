// SPDX-License-Identifier: MIT
// What all estimators share: how the cycles of a tile come from the issue slots of its workers.
//
// A worker issues once every W cycles (W workers), one bundle of a load or store and a
// floating-point operation. Estimates of plain vertices are slots of one worker; those of vertices
// that use all workers are cycles of the tile, W * slots of the slowest worker + 11. Nothing here
// knows of launch, sync or exchange: they are charged by the cycle model of the whole program.
#pragma once

#include "support/Arithmetic.hpp"

#include <poplar/PerfEstimateFunc.hpp>
#include <poplar/Target.hpp>
#include <poplar/Type.hpp>
#include <poplar/VertexIntrospector.hpp>

#include <cstdint>
#include <string>

namespace popops::estimators {

using Cycles = std::uint64_t;
using Estimate = poplar::VertexPerfEstimate;
using Vertex = poplar::VertexIntrospector;
using poplar::Target;
using poplar::Type;

/// Code of the supervisor that starts the workers and waits for them. Source: poplibs'
/// basicOpSupervisorOverhead.
constexpr Cycles kSupervisor = 11;
/// More for each pointer that is scaled, i.e. counts in 64-bit words. Source: poplibs.
constexpr Cycles kScaledPointer = 2;
/// Entry and exit of a worker whose loop poplibs does not describe: state is loaded, a pointer is
/// computed, the worker ends. Source: prologues of poplibs are 15 to 19 slots.
constexpr Cycles kPrologue = 17;
/// The software division of two words; the machine has none. Assumed: 32 steps, fewer for small
/// numbers.
constexpr Cycles kIntegerDivision = 40;

// Of reductions: supervisor code besides kSupervisor, and of a worker. Source: poplibs, "7 + 26 +
// per partial".
constexpr Cycles kReduceSupervisor = 7, kReducePrologue = 26;
/// Of each vector of results of a reduction: its pointer, count, and store.
constexpr Cycles kColumn = 4;

using support::divideUp;

/// The number of halvings until one is left.
constexpr Cycles levels(Cycles n) {
  Cycles count = 0;
  for (; n > 1; n = divideUp(n, 2))
    ++count;
  return count;
}

/// 64-bit words, which a worker loads or stores in a slot.
inline Cycles words(const Target &target, Cycles elements, const Type &type) {
  return divideUp(elements * target.getTypeSize(type), target.getDataPathWidth() / 8);
}
/// Units of work of the worker that has most, dealt out one by one.
inline Cycles share(const Target &target, Cycles units) {
  return divideUp(units, target.getNumWorkerContexts());
}

/// A vertex that uses all workers, the slowest of which needs `slots`.
inline Estimate onWorkers(const Target &target, Cycles slots, Cycles flops = 0) {
  return {kSupervisor + target.getNumWorkerContexts() * slots, flops};
}

inline Cycles sizeOf(const Vertex &vertex, const char *field) {
  return vertex.getFieldInfo(field).size();
}
/// Elements of the first row of a list; rows of the lists that ask have one length.
inline Cycles rowSizeOf(const Vertex &vertex, const char *field) {
  const poplar::FieldData rows = vertex.getFieldInfo(field);
  return rows.size() == 0 ? 0 : rows.getSizeAtIndex(0);
}
inline Cycles valueOf(const Vertex &vertex, const Target &target, const char *field) {
  return vertex.getFieldInfo(field).getInitialValue<unsigned>(target);
}

} // namespace popops::estimators
