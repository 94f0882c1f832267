// SPDX-License-Identifier: MIT
// Casts: which pairs exist, and their vertices.
#include "map/Computation.hpp"
#include "map/Vertices.hpp"
#include "support/Errors.hpp"
#include "support/Regions.hpp"
#include "support/Types.hpp"

#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/Util.hpp>
#include <poputil/VertexTemplates.hpp>

#include <cmath>

namespace popops {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Program;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using support::isWide;

namespace {

bool quarterGoesWith(const Type &type) {
  return type == poplar::QUARTER || type == poplar::HALF || type == poplar::FLOAT ||
         type == poplar::CHAR || type == poplar::SIGNED_CHAR || type == poplar::UNSIGNED_CHAR;
}

bool exists(const Type &from, const Type &to) {
  if (from == poplar::QUARTER) return quarterGoesWith(to);
  if (to == poplar::QUARTER) return quarterGoesWith(from);
  if (!map_detail::kindOf(from) || !map_detail::kindOf(to)) return from == to;
  if (isWide(from)) return isWide(to);
  if (isWide(to)) return !from.isFloatingPoint();
  return true;
}

void check(const Tensor &src, const Type &dstType) {
  if (exists(src.elementType(), dstType)) return;
  support::fail("cast",
                "there is none from " + support::describe(src) + " to " + support::nameOf(dstType),
                "cast in two steps, over a type that both know");
}

void checkDestination(const Tensor &src, const Tensor &dst) {
  if (src.shape() != dst.shape())
    support::fail("cast",
                  "the source is " + support::describe(src) + ", the destination " +
                      support::describe(dst),
                  "make the shapes equal");
  check(src, dst.elementType());
  support::requireWriteable("cast", dst);
}

/// Equal bits, so that a copy does it.
bool isCopy(const Tensor &src, const Tensor &dst) {
  const Type from = src.elementType(), to = dst.elementType();
  if (from == poplar::QUARTER || to == poplar::QUARTER) return false;
  const auto isWord = [](const Type &t) { return t == poplar::INT || t == poplar::UNSIGNED_INT; };
  return from == to || (isWord(from) && isWord(to)) || (isWide(from) && isWide(to));
}

void addQuarterVertices(Graph &graph, const Tensor &src, const Tensor &dst, ComputeSet cs) {
  const std::string name =
      poputil::templateVertex("popops::CastQuarter1D", src.elementType(), dst.elementType());
  support::forEachTile(graph, {dst, src}, [&](unsigned tile, std::vector<Tensor> &parts) {
    const poplar::VertexRef vertex =
        graph.addVertex(cs, name, {{"src", parts[1]}, {"dst", parts[0]}});
    graph.setTileMapping(vertex, tile);
  });
}

void addVertices(Graph &graph, const Tensor &src, const Tensor &dst, ComputeSet cs) {
  if (src.elementType() == poplar::QUARTER || dst.elementType() == poplar::QUARTER)
    return addQuarterVertices(graph, src, dst, cs);
  if (dst.numElements() == 0) return;
  const auto computation =
      map_detail::typeExpressions("cast", {expr::Cast(expr::_1, dst.elementType())}, {src});
  map_detail::addMapVertices(graph, computation, {src}, {dst}, cs);
}

/// Vertices and an Execute, or a Copy.
void addProgram(Graph &graph, const Tensor &src, const Tensor &dst, Sequence &prog,
                const PoplibsOpDebugInfo &info) {
  checkDestination(src, dst);
  if (isCopy(src, dst)) {
    prog.add(Copy(src.reinterpret(dst.elementType()), dst, false, {info}));
    return;
  }
  const bool overlaps = src.elementType() == dst.elementType() && src.intersectsWith(dst);
  const Tensor target = overlaps ? graph.clone(dst, {info, "temp"}) : dst;
  const ComputeSet cs = graph.addComputeSet({info, "cast"});
  addVertices(graph, src, target, cs);
  prog.add(Execute(cs, {info}));
  if (overlaps) prog.add(Copy(target, dst, false, {info}));
}

Tensor newResult(Graph &graph, const Tensor &src, const Type &type, const Tensor *metadata,
                 const PoplibsOpDebugInfo &info) {
  check(src, type);
  if ((type == poplar::QUARTER) != (metadata != nullptr))
    support::fail("cast",
                  "from " + support::describe(src) + " to " + support::nameOf(type) +
                      (metadata ? " with metadata" : " without metadata"),
                  metadata ? "leave the metadata out" : "pass metadata, see MetadataCreation.hpp");
  return metadata ? graph.clone(type, *metadata, src, {info, "cast"})
                  : graph.clone(type, src, {info, "cast"});
}

} // namespace

Tensor cast(Graph &graph, const Tensor &src, const Type &dstType, Sequence &prog,
            const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dstType));
  const Tensor dst = newResult(graph, src, dstType, nullptr, info);
  addProgram(graph, src, dst, prog, info);
  info.addOutput(dst);
  return dst;
}

Tensor cast(Graph &graph, const Tensor &src, const Type &dstType, const Tensor &metadata,
            Sequence &prog, const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dstType, metadata));
  const Tensor dst = newResult(graph, src, dstType, &metadata, info);
  addProgram(graph, src, dst, prog, info);
  info.addOutput(dst);
  return dst;
}

void castWithOutput(Graph &graph, const Tensor &src, const Tensor &dst, Sequence &prog,
                    const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dst));
  addProgram(graph, src, dst, prog, info);
}

Program cast(Graph &graph, Tensor src, Tensor dst, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dst));
  Sequence sequence;
  addProgram(graph, src, dst, sequence, info);
  return sequence;
}

void cast(Graph &graph, Tensor src, Tensor dst, ComputeSet cs) {
  checkDestination(src, dst);
  addVertices(graph, src, dst, cs);
}

Tensor cast(Graph &graph, Tensor src, const Type &dstType, ComputeSet cs,
            const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dstType, cs));
  const Tensor dst = newResult(graph, src, dstType, nullptr, info);
  addVertices(graph, src, dst, cs);
  info.addOutput(dst);
  return dst;
}

Tensor cast(Graph &graph, Tensor src, const Type &dstType, const Tensor &metadata, ComputeSet cs,
            const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(src, dstType, metadata, cs));
  const Tensor dst = newResult(graph, src, dstType, &metadata, info);
  addVertices(graph, src, dst, cs);
  info.addOutput(dst);
  return dst;
}

Tensor checkAccuracyWhenCast(Graph &graph, const Tensor &input, Type outputType, double tolerance,
                             Sequence &prog, const DebugContext &debugContext) {
  if (input.elementType() != poplar::FLOAT || outputType != poplar::HALF ||
      input.numElements() != 1)
    support::fail("checkAccuracyWhenCast",
                  support::describe(input) + " to " + support::nameOf(outputType),
                  "pass one float and ask for half");
  using namespace expr;
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(input, outputType, tolerance));
  const auto rounded = expr::Cast(expr::Cast(_1, poplar::HALF), poplar::FLOAT);
  return map(graph,
             IsFinite(rounded) && Abs(rounded - _1) <= Abs(_1) * static_cast<float>(tolerance),
             {input.reshape({})}, prog, {info});
}

} // namespace popops
