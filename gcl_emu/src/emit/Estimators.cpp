// SPDX-License-Identifier: MIT
// Slots of each vertex's slowest worker, from sizes alone.
//
// Source of all numbers: what counting (`poplar_emu.vertexCycles`) reports for the codelets without
// these estimates. EstimatesTest compares them; it fails when codelets or the counter change.
#include "emit/Estimators.hpp"

#include "emit/VertexNames.hpp"

#include <poputil/cyclesTables.hpp>

#include <algorithm>
#include <cstdint>

namespace gcl::detail {
namespace {

using Op = CollectiveOperator;
using Cycles = std::uint64_t;
using Vertex = poplar::VertexIntrospector;
using poplar::Target;
using poplar::Type;

/// Code of the supervisor that starts the workers and waits for them, of any MultiVertex.
constexpr Cycles kSupervisor = 11;

/// Slots of a worker before its loop: of the only one that has something to do, and of one among
/// several, which computes where it begins.
struct Prologue {
  Cycles alone, among;
};
constexpr Prologue kCombine = {25, 31}, kOnePiece = {18, 21}, kAllPieces = {19, 21},
                   kInPlace = {16, 20}, kSelect = {32, 32}, kSelectBytes = {26, 33};
/// More for a piece that is cut short: the rest becomes zero with memset.
constexpr Cycles kCut = 20, kCutBytes = 17;
constexpr Cycles kMemsetBytes = 8; ///< in a slot
/// PlacePieces' own, and for each piece.
constexpr Cycles kPlace = 12, kPlacePiece = 65;

/// Slots of an element of Scale; a half is widened and narrowed.
constexpr Cycles kScale = 5, kScaleOfHalf = 9;

bool isReal(const Type &type) {
  return type == poplar::FLOAT || type == poplar::HALF;
}
bool isByte(const Type &type) {
  return type == poplar::UNSIGNED_CHAR;
}
/// A load, a store, and two of control; a narrow store reads, merges and writes.
Cycles moveSlots(const Type &type) {
  const bool narrow = type == poplar::HALF || type == poplar::BOOL || isByte(type) ||
                      type == poplar::UNSIGNED_SHORT;
  return narrow ? 6 : 4;
}
/// What least and largest numbers take more than sums: of a number and a NaN they are the number.
Cycles choiceSlots(Op op, const Type &type) {
  return (op == Op::MIN || op == Op::MAX) && isReal(type) ? 5 : 0;
}

Cycles divideUp(Cycles a, Cycles b) {
  return (a + b - 1) / b;
}
Cycles sizeOf(const Vertex &vertex, const char *field) {
  return vertex.getFieldInfo(field).size();
}

/// Elements of a piece that a worker has which has most: codelets deal them out in grains of 8.
Cycles shareOf(const Target &target, Cycles size) {
  return std::min(size, divideUp(divideUp(size, target.getNumWorkerContexts()), 8) * 8);
}
Cycles before(Prologue prologue, Cycles size, Cycles share) {
  return size < 2 * share ? prologue.alone : prologue.among;
}
Cycles loop(const Target &target, Prologue prologue, Cycles size, Cycles slotsOfElement) {
  const Cycles share = shareOf(target, size);
  return before(prologue, size, share) + share * slotsOfElement;
}
Cycles onWorkers(const Target &target, Cycles slots) {
  return kSupervisor + target.getNumWorkerContexts() * slots;
}

Cycles combinePiece(const Vertex &vertex, const Target &target, Op op, const Type &type) {
  // The square of a float shares its slot with a load.
  const Cycles square = op == Op::SQUARE_ADD && !isReal(type) ? 1 : 0;
  const Cycles slots = moveSlots(type) + 2 + choiceSlots(op, type) + square;
  return onWorkers(target, loop(target, kCombine, sizeOf(vertex, "sum"), slots));
}

Cycles combineAllPieces(const Vertex &vertex, const Target &target, Op op, const Type &type) {
  const Cycles size = sizeOf(vertex, "sum");
  const Cycles pieces = divideUp(sizeOf(vertex, "elements"), std::max<Cycles>(size, 1));
  const Cycles square = op == Op::SQUARE_ADD ? 1 : 0;
  const Cycles further = 4 + choiceSlots(op, type) + square; // of an element of a further piece
  const Cycles slots = moveSlots(type) + square + (std::max<Cycles>(pieces, 1) - 1) * further;
  return onWorkers(target, loop(target, pieces > 1 ? kAllPieces : kOnePiece, size, slots));
}

/// Which piece a replica selects is known to the run only. Some replica selects the last one, and
/// the slowest replica counts.
Cycles selectPiece(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles size = sizeOf(vertex, "out"), share = shareOf(target, size);
  const Prologue prologue = isByte(type) ? kSelectBytes : kSelect;
  const Cycles whole = loop(target, prologue, size, moveSlots(type));
  const Cycles left = size == 0 ? 0 : sizeOf(vertex, "elements") % size;
  if (left == 0) return onWorkers(target, whole);
  const Cycles present = left % share; // of the worker whose share is cut
  const Cycles missing = std::min(share, size - (left - present)) - present;
  const Cycles cut = (left < share ? prologue.alone : prologue.among) +
                     (isByte(type) ? kCutBytes : kCut) + present * moveSlots(type) +
                     divideUp(missing * target.getTypeSize(type), kMemsetBytes);
  return onWorkers(target, std::max(whole, cut));
}

/// Which pieces they are is known to the run only; they differ, and the replica counts that has
/// those with most elements. The first worker has most of each.
Cycles placePieces(const Vertex &vertex, const Target &target, const Type &type) {
  const poplar::FieldData in = vertex.getFieldInfo("in");
  Cycles left = sizeOf(vertex, "elements"), slots = kPlace;
  for (std::size_t piece = 0; piece < in.size(); ++piece) {
    const Cycles size = in.getSizeAtIndex(piece), present = std::min(size, left);
    slots += kPlacePiece + std::min(shareOf(target, size), present) * moveSlots(type);
    left -= present;
  }
  return onWorkers(target, slots);
}

Cycles square(const Vertex &vertex, const Target &target, const Type &type) {
  return onWorkers(target, loop(target, kInPlace, sizeOf(vertex, "data"), moveSlots(type) + 1));
}

Cycles scale(const Vertex &vertex, const Target &target, const Type &type) {
  const Cycles slots = type == poplar::HALF ? kScaleOfHalf : kScale;
  return onWorkers(target, loop(target, kInPlace, sizeOf(vertex, "data"), slots));
}

using Table = poputil::internal::PerfEstimatorTable;

void addCombining(Table &table, Op op, const Type &type) {
  table.emplace_back(nameOfVertex("CombinePiece", op, type),
                     [op, type](const Vertex &vertex, const Target &target) {
                       return combinePiece(vertex, target, op, type);
                     });
  table.emplace_back(nameOfVertex("CombineAllPieces", op, type),
                     [op, type](const Vertex &vertex, const Target &target) {
                       return combineAllPieces(vertex, target, op, type);
                     });
}

void add(Table &table, const char *name, const Type &type,
         Cycles (*estimate)(const Vertex &, const Target &, const Type &)) {
  table.emplace_back(nameOfVertex(name, type),
                     [estimate, type](const Vertex &vertex, const Target &target) {
                       return estimate(vertex, target, type);
                     });
}

Table whole() {
  using namespace poplar;
  Table table;
  for (const Type &type : {FLOAT, HALF, INT, UNSIGNED_INT, LONGLONG, UNSIGNED_LONGLONG}) {
    for (const Op op : {Op::ADD, Op::MUL, Op::MIN, Op::MAX, Op::SQUARE_ADD})
      addCombining(table, op, type);
    add(table, "Square", type, square);
  }
  for (const Op op : {Op::LOGICAL_AND, Op::LOGICAL_OR})
    addCombining(table, op, BOOL);
  for (const Type &type : {UNSIGNED_CHAR, UNSIGNED_SHORT, UNSIGNED_INT, UNSIGNED_LONGLONG}) {
    add(table, "SelectPiece", type, selectPiece);
    add(table, "PlacePieces", type, placePieces);
  }
  for (const Type &type : {FLOAT, HALF})
    add(table, "Scale", type, scale);
  return table;
}

} // namespace

void registerEstimators(poplar::Graph &graph) {
  static const Table table = whole();
  poputil::internal::registerPerfFunctions(graph, table);
}

} // namespace gcl::detail
