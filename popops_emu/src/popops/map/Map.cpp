// SPDX-License-Identifier: MIT
// map, mapInPlace and mapWithOutput: shapes, destinations, hazards.
#include "map/Computation.hpp"
#include "map/Split.hpp"
#include "map/Vertices.hpp"
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ElementWiseUtil.hpp>
#include <poputil/Broadcast.hpp>
#include <poputil/OptionParsing.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>

namespace popops {

using map_detail::Computation;
using map_detail::Value;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using Exprs = std::vector<expr::Any>;
using Shape = std::vector<std::size_t>;
using Tensors = std::vector<Tensor>;

namespace {

void checkOptions(const OptionFlags &options) {
  bool ignored = false;
  const auto flag = [&ignored] { return poplibs::OptionHandler::createWithBool(ignored); };
  const poplibs::OptionSpec spec{{"enableGenerateCodelet", flag()},
                                 {"forceGenerateCodelet", flag()},
                                 {"enableVectorBroadcastOptimisations", flag()},
                                 {"enableExpressionOptimizations", flag()}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
}

/// Tensors that some expression uses, in the shape of the results or with one element.
struct Operands {
  Tensors inputs;
  Shape shape;
};

Operands broadcastOperands(const std::string &operation, const Computation &computation,
                           const Tensors &ts) {
  std::vector<bool> used(ts.size(), false);
  for (const Value &value : computation.values)
    if (value.origin == Value::Origin::Input) used[value.input] = true;
  Operands operands{Tensors(ts.size()), {}};
  bool isFirst = true;
  Tensor common;
  for (std::size_t i = 0; i < ts.size(); ++i) {
    if (!used[i]) continue;
    if (isFirst) {
      common = ts[i];
      isFirst = false;
      continue;
    }
    Tensor other = ts[i];
    if (!poputil::canBroadcastToMatch(common, other))
      support::fail(operation,
                    "the shapes do not broadcast to a common one, " + support::describe(ts),
                    "aligned at the right, each pair of dimensions must be equal or contain a 1");
    poputil::broadcastToMatch(common, other);
  }
  if (isFirst) return operands;
  operands.shape = common.shape();
  for (std::size_t i = 0; i < ts.size(); ++i) {
    if (!used[i]) continue;
    operands.inputs[i] = ts[i];
    if (ts[i].numElements() != 1 || common.numElements() == 1)
      poputil::broadcastToMatch(operands.inputs[i], operands.shape);
  }
  return operands;
}

/// Whether writing the result while other elements are read would change what they read.
bool isHazard(const Tensor &out, const Tensors &inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const Tensor &input) {
    return input.valid() && !(input == out) && input.intersectsWith(out);
  });
}

void checkDestination(const std::string &operation, const Tensor &out, const Operands &operands,
                      const poplar::Type &type) {
  if (out.shape() != operands.shape || out.elementType() != type) {
    std::string wanted = support::nameOf(type) + "[";
    for (std::size_t i = 0; i < operands.shape.size(); ++i)
      wanted += (i ? ", " : "") + std::to_string(operands.shape[i]);
    support::fail(operation,
                  "the result is " + wanted + "], but the destination is " + support::describe(out),
                  "pass a destination of that shape and type, or use map");
  }
  support::requireWriteable(operation, out);
}

class Mapper {
 public:
  Mapper(Graph &graph, Sequence &prog, const PoplibsOpDebugInfo &info, std::string operation)
      : graph_(graph), prog_(prog), info_(info), operation_(std::move(operation)) {}

  /// New tensors, or those given.
  Tensors run(const Exprs &exprs, const Tensors &ts, const Tensors *destinations) {
    const Computation computation = map_detail::typeExpressions(operation_, exprs, ts);
    const Operands operands = broadcastOperands(operation_, computation, ts);
    Tensors outs;
    for (std::size_t r = 0; r < computation.results.size(); ++r) {
      const poplar::Type &type = computation.values[computation.results[r]].type;
      if (destinations) checkDestination(operation_, (*destinations)[r], operands, type);
      outs.push_back(destinations ? (*destinations)[r] : newOutput(operands, type));
    }
    if (outs.empty() || outs[0].numElements() == 0) return outs;
    if (copyInput(computation, operands, outs)) return outs;

    // Results that would disturb inputs are made elsewhere and copied.
    Tensors targets = outs;
    for (std::size_t r = 0; r < outs.size(); ++r)
      if (isHazard(outs[r], operands.inputs)) targets[r] = graph_.clone(outs[r], {info_, "temp"});
    compute(computation, operands, targets);
    for (std::size_t r = 0; r < outs.size(); ++r)
      if (!(targets[r] == outs[r])) prog_.add(Copy(targets[r], outs[r], false, {info_}));
    return outs;
  }

 private:
  /// In one superstep if a vertex has registers for all of it; otherwise parts of it come first.
  void compute(Computation computation, Operands operands, const Tensors &targets) {
    const poplar::ComputeSet cs = graph_.addComputeSet({info_, operation_});
    while (!map_detail::addMapVertices(graph_, computation, operands.inputs, targets, cs)) {
      const auto cut = map_detail::chooseCut(computation);
      if (!cut) {
        computeApart(computation, operands, targets);
        return;
      }
      const Tensor part = newOutput(operands, computation.values[*cut].type);
      compute(map_detail::partOf(computation, *cut), operands, {part});
      operands.inputs.push_back(part);
      computation =
          map_detail::cutAt(computation, *cut, static_cast<unsigned>(operands.inputs.size() - 1));
    }
    prog_.add(poplar::program::Execute(cs, {info_}));
  }

  /// More results than registers: one at a time, all of them before the first is written.
  void computeApart(const Computation &computation, const Operands &operands,
                    const Tensors &targets) {
    if (targets.size() == 1)
      support::fail(operation_, "one operation needs more registers than a vertex has",
                    "split the work into several calls");
    Tensors results;
    for (std::size_t r = 0; r < targets.size(); ++r) {
      results.push_back(graph_.clone(targets[r], {info_, "result"}));
      compute(map_detail::partOf(computation, computation.results[r]), operands, {results[r]});
    }
    for (std::size_t r = 0; r < targets.size(); ++r)
      prog_.add(Copy(results[r], targets[r], false, {info_}));
  }

  Tensor newOutput(const Operands &operands, const poplar::Type &type) {
    Tensors models;
    for (const Tensor &input : operands.inputs)
      if (input.valid() && input.shape() == operands.shape) models.push_back(input);
    if (!models.empty()) return createOutputForElementWiseOp(graph_, models, type, {info_, "out"});
    Tensor single = graph_.addVariable(type, operands.shape, {info_, "out"});
    graph_.setTileMapping(single, 0);
    return single;
  }

  /// A bare placeholder is a copy.
  bool copyInput(const Computation &computation, const Operands &operands, const Tensors &outs) {
    if (computation.results.size() != 1) return false;
    const Value &value = computation.values[computation.results[0]];
    if (value.origin != Value::Origin::Input) return false;
    Tensor from = operands.inputs[value.input];
    poputil::broadcastToMatch(from, operands.shape);
    if (!(from == outs[0])) prog_.add(Copy(from, outs[0], false, {info_}));
    return true;
  }

  Graph &graph_;
  Sequence &prog_;
  const PoplibsOpDebugInfo &info_;
  std::string operation_;
};

} // namespace

Tensor map(Graph &graph, const expr::Expr &expr, const Tensors &ts, Sequence &prog,
           const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(ts, options));
  const Tensor out = Mapper(graph, prog, info, "map").run({expr}, ts, nullptr)[0];
  info.addOutput(out);
  return out;
}

Tensors map(Graph &graph, const Exprs &exprs, const Tensors &ts, Sequence &prog,
            const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(ts, options));
  return Mapper(graph, prog, info, "map").run(exprs, ts, nullptr);
}

void mapInPlace(Graph &graph, const expr::Expr &expr, const Tensors &ts, Sequence &prog,
                const DebugContext &debugContext, const OptionFlags &options) {
  mapInPlace(graph, Exprs{expr}, ts, prog, debugContext, options);
}

void mapInPlace(Graph &graph, const Exprs &exprs, const Tensors &ts, Sequence &prog,
                const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(ts, options));
  if (ts.size() < exprs.size())
    support::fail("mapInPlace",
                  std::to_string(exprs.size()) + " expressions, but only " +
                      std::to_string(ts.size()) + " tensors to write",
                  "pass a tensor for each expression");
  const Tensors outs(ts.begin(), ts.begin() + static_cast<std::ptrdiff_t>(exprs.size()));
  Mapper(graph, prog, info, "mapInPlace").run(exprs, ts, &outs);
}

void mapWithOutput(Graph &graph, const expr::Expr &expr, const Tensors &ts, const Tensor &out,
                   Sequence &prog, const DebugContext &debugContext, const OptionFlags &options) {
  mapWithOutput(graph, Exprs{expr}, ts, Tensors{out}, prog, debugContext, options);
}

void mapWithOutput(Graph &graph, const Exprs &exprs, const Tensors &ts, const Tensors &outs,
                   Sequence &prog, const DebugContext &debugContext, const OptionFlags &options) {
  checkOptions(options);
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(ts, outs, options));
  if (outs.size() != exprs.size())
    support::fail("mapWithOutput",
                  std::to_string(exprs.size()) + " expressions, but " +
                      std::to_string(outs.size()) + " outputs",
                  "pass one output for each expression");
  Mapper(graph, prog, info, "mapWithOutput").run(exprs, ts, &outs);
}

void outputGeneratedCodelet(const poplar::Target &, const expr::Expr &expr, const Tensors &inputs,
                            const OptionFlags &options, std::ostream &os) {
  checkOptions(options);
  map_detail::typeExpressions("outputGeneratedCodelet", {expr}, inputs);
  os << "// Runs in popops::MapExpression, which interprets\n//   " << expr << "\n// where "
     << support::describe(inputs) << '\n';
}

namespace {

Tensor throughFloat(Graph &graph, expr::BinaryOpType op, const Tensor &src,
                    const expr::Expr &epsilon, Tensors ts, Sequence &prog,
                    const poplar::Type &dstType, const DebugContext &debugContext) {
  const bool isReal = support::isReal(src.elementType());
  if (!isReal || (dstType != poplar::FLOAT && dstType != poplar::HALF))
    support::fail("varianceToInvStdDev or invStdDevToVariance",
                  "a conversion from " + support::describe(src) + " to " + support::nameOf(dstType),
                  "both must be of type float or half");
  return map(graph,
             expr::Cast(expr::BinaryOp(op, expr::Cast(expr::_1, poplar::FLOAT), epsilon), dstType),
             ts, prog, debugContext);
}

} // namespace

Tensor varianceToInvStdDev(Graph &graph, const Tensor &src, const Tensor &epsilon, Sequence &prog,
                           const poplar::Type dstType, const DebugContext &debugContext) {
  return throughFloat(graph, expr::BinaryOpType::VARIANCE_TO_INV_STD_DEV, src,
                      expr::Cast(expr::_2, poplar::FLOAT), {src, epsilon}, prog, dstType,
                      debugContext);
}

Tensor varianceToInvStdDev(Graph &graph, const Tensor &src, const float epsilon, Sequence &prog,
                           const poplar::Type dstType, const DebugContext &debugContext) {
  return throughFloat(graph, expr::BinaryOpType::VARIANCE_TO_INV_STD_DEV, src, expr::Const(epsilon),
                      {src}, prog, dstType, debugContext);
}

Tensor invStdDevToVariance(Graph &graph, const Tensor &src, const Tensor &epsilon, Sequence &prog,
                           const poplar::Type dstType, const DebugContext &debugContext) {
  return throughFloat(graph, expr::BinaryOpType::INV_STD_DEV_TO_VARIANCE, src,
                      expr::Cast(expr::_2, poplar::FLOAT), {src, epsilon}, prog, dstType,
                      debugContext);
}

Tensor invStdDevToVariance(Graph &graph, const Tensor &src, const float epsilon, Sequence &prog,
                           const poplar::Type dstType, const DebugContext &debugContext) {
  return throughFloat(graph, expr::BinaryOpType::INV_STD_DEV_TO_VARIANCE, src, expr::Const(epsilon),
                      {src}, prog, dstType, debugContext);
}

} // namespace popops
