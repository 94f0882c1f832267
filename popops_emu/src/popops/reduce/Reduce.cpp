// SPDX-License-Identifier: MIT
// Reductions: arguments, shapes, the choice between rows and columns, scale and update.
#include "map/Computation.hpp"
#include "map/Vertices.hpp"
#include "reduce/Operations.hpp"
#include "reduce/Vertices.hpp"
#include "support/Errors.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/OperationDefUtil.hpp>
#include <popops/Reduce.hpp>
#include <poputil/OptionParsing.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VarStructure.hpp>

#include <algorithm>
#include <set>

namespace popops {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using reduce_detail::Stages;
using Shape = std::vector<std::size_t>;
using Tensors = std::vector<Tensor>;

namespace {

void checkOptions(const OptionFlags &options) {
  Type ignored;
  const std::map<std::string, Type> types = {{"float", poplar::FLOAT}, {"half", poplar::HALF}};
  const poplibs::OptionSpec spec{
      {"accumType.interTile", poplibs::OptionHandler::createWithEnum(ignored, types)},
      {"accumType.inVertex", poplibs::OptionHandler::createWithEnum(ignored, types)}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
}

Shape withoutOnes(Shape shape) {
  shape.erase(std::remove(shape.begin(), shape.end(), std::size_t{1}), shape.end());
  return shape;
}

/// `in` as {outputs, reduced}, and the shape of the outputs.
struct Request {
  Tensor matrix;
  Shape outShape;
};

Request request(const Tensor &in, const std::vector<std::size_t> &dims) {
  const std::set<std::size_t> reduced(dims.begin(), dims.end());
  Request result;
  std::vector<unsigned> order, last;
  for (unsigned d = 0; d < in.rank(); ++d) {
    (reduced.count(d) ? last : order).push_back(d);
    if (!reduced.count(d)) result.outShape.push_back(in.dim(d));
  }
  std::size_t outputs = 1, perOutput = 1;
  for (const unsigned d : order)
    outputs *= in.dim(d);
  for (const unsigned d : last)
    perOutput *= in.dim(d);
  order.insert(order.end(), last.begin(), last.end());
  result.matrix = in.dimShuffle(order).reshape({outputs, perOutput});
  return result;
}

void check(const Tensor &in, const Type &outType, const std::vector<std::size_t> &dims,
           const ReduceParams &params, const OptionFlags &options) {
  checkOptions(options);
  const std::string what = operationToString(params.op) + " of " + support::describe(in);
  for (const std::size_t dim : dims)
    if (dim >= in.rank())
      support::fail("reduce", what + " along dimension " + std::to_string(dim),
                    "the dimensions are 0 to rank - 1");
  if (!reduce_detail::supports(params.op, in.elementType(), outType))
    support::fail("reduce", what + " to " + support::nameOf(outType), "cast the tensor first");
  if ((params.update || params.useScale) && !reduce_detail::allowsUpdateAndScale(params.op))
    support::fail("reduce", what + " with update or scale",
                  "only ADD, SQUARE_ADD and LOG_ADD have them");
  if (params.useScale && (!params.scale.valid() || params.scale.numElements() != 1 ||
                          params.scale.elementType() != poplar::FLOAT))
    support::fail("reduce",
                  what + " with scale " +
                      (params.scale.valid() ? support::describe(params.scale) : "of no tensor"),
                  "pass a float tensor of one element");
  const std::size_t numElements = in.numElements();
  if (params.op == Operation::LOG_ADD && (numElements == 0 || dims.empty()))
    support::fail("reduce", what + " where nothing is reduced",
                  "reduce at least one dimension that has elements");
}

/// Lines along which dimension lie longer in memory decides between rows and columns.
bool prefersRows(const Graph &graph, const Tensor &matrix) {
  if (matrix.dim(0) == 1) return true;
  if (matrix.dim(1) == 1) return false;
  return poputil::detectInnermostGrouping(graph, matrix) >=
         poputil::detectInnermostGrouping(graph, matrix.transpose());
}

class Reduction {
 public:
  Reduction(Graph &graph, std::vector<ComputeSet> &sets, const PoplibsOpDebugInfo &info)
      : graph_(graph), sets_(sets), info_(info) {}

  /// A new result, mapped.
  Tensor create(const Tensor &in, const Type &outType, const std::vector<std::size_t> &dims,
                const ReduceParams &params) {
    if (params.update) support::fail("reduce", "update without an output", "use reduceWithOutput");
    const Request r = request(in, dims);
    const Tensor out = graph_.addVariable(outType, r.outShape, {info_, "out"});
    run(r, out, params);
    return out;
  }

  void write(const Tensor &in, const Tensor &out, const std::vector<std::size_t> &dims,
             const ReduceParams &params) {
    const Request r = request(in, dims);
    if (withoutOnes(out.shape()) != withoutOnes(r.outShape))
      support::fail("reduceWithOutput",
                    support::describe(in) + " to an output of shape " + out.shapeToString(),
                    "the output has the dimensions that are not reduced");
    support::requireWriteable("reduceWithOutput", out);
    run(r, out, params);
  }

 private:
  void run(const Request &r, const Tensor &out, const ReduceParams &params) {
    const Tensor flat = out.flatten();
    if (flat.numElements() == 0) return;
    if (!params.update && !params.useScale) {
      reduceTo(r.matrix, flat, params.op);
      return;
    }
    completeMapping(flat);
    const Type type = reduce_detail::partialType(params.op, r.matrix.elementType());
    const Tensor value = graph_.clone(type, flat, {info_, "value"});
    const std::size_t stages = reduceTo(r.matrix, value, params.op);
    scaleAndUpdate(value, flat, params, stages);
  }

  void completeMapping(const Tensor &flat) {
    bool isComplete = false;
    graph_.getTileMapping(flat, &isComplete);
    if (!isComplete) poputil::mapTensorLinearly(graph_, flat);
  }

  /// Returns the number of stages used.
  std::size_t reduceTo(const Tensor &matrix, const Tensor &flat, Operation op) {
    Stages stages(graph_, sets_, info_);
    if (matrix.numElements() == 0) {
      completeMapping(flat);
      fill(graph_, flat, graph_.getTileMapping(flat), stages.at(0),
           reduce_detail::neutral(op, flat.elementType()));
      return 1;
    }
    const bool isAliased = matrix.flatten().intersectsWith(flat);
    const Tensor target = isAliased ? graph_.clone(flat, {info_, "temp"}) : flat;
    const auto jobs =
        prefersRows(graph_, matrix)
            ? reduce_detail::planRows(graph_, matrix, graph_.getTarget().getNumWorkerContexts())
            : reduce_detail::planColumns(graph_, matrix.transpose());
    std::size_t used = reduce_detail::addReduction(graph_, op, jobs, target, stages, info_);
    if (isAliased) addMap(expr::_1, {target}, flat, stages.at(used++));
    return used;
  }

  void scaleAndUpdate(const Tensor &value, const Tensor &out, const ReduceParams &params,
                      std::size_t stage) {
    using namespace expr;
    const bool isReal = value.elementType() == poplar::FLOAT;
    Any result = _1;
    Tensors ts = {value, out};
    if (params.useScale) {
      ts.push_back(params.scale.reshape({}));
      const Any scale = isReal ? Any(_3) : Any(Cast(_3, value.elementType()));
      result =
          params.op == Operation::LOG_ADD ? Any(Add(result, Log(scale))) : Any(Mul(result, scale));
    }
    if (params.update) {
      const Any old = isReal ? Any(Cast(_2, poplar::FLOAT)) : Any(_2);
      if (params.op == Operation::LOG_ADD) {
        const Any top = Max(old, result);
        const Any sum = Add(top, Log1p(Exp(Neg(Abs(Sub(old, result))))));
        result = Select(sum, top, IsFinite(top));
      } else {
        result = Add(old, result);
      }
    }
    Stages stages(graph_, sets_, info_);
    addMap(Cast(result, out.elementType()), ts, out, stages.at(stage));
  }

  void addMap(const expr::Expr &expr, const Tensors &ts, const Tensor &out, ComputeSet cs) {
    map_detail::addMapVertices(graph_, map_detail::typeExpressions("reduce", {expr}, ts), ts, {out},
                               cs);
  }

  Graph &graph_;
  std::vector<ComputeSet> &sets_;
  const PoplibsOpDebugInfo &info_;
};

void execute(const std::vector<ComputeSet> &sets, Sequence &prog, const PoplibsOpDebugInfo &info) {
  for (const ComputeSet cs : sets)
    prog.add(poplar::program::Execute(cs, {info}));
}

} // namespace

Tensor reduce(Graph &graph, const Tensor &in, const Type &outType,
              const std::vector<std::size_t> &dims, ReduceParams params,
              std::vector<ComputeSet> &css, const DebugContext &debugContext,
              const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, outType, dims, options));
  check(in, outType, dims, params, options);
  const Tensor out = Reduction(graph, css, info).create(in, outType, dims, params);
  info.addOutput(out);
  return out;
}

Tensor reduce(Graph &graph, const Tensor &in, const std::vector<std::size_t> &dims,
              ReduceParams params, std::vector<ComputeSet> &css, const DebugContext &debugContext,
              const OptionFlags &options) {
  return reduce(graph, in, in.elementType(), dims, std::move(params), css, debugContext, options);
}

void reduceWithOutput(Graph &graph, const Tensor &in, const Tensor &out,
                      const std::vector<std::size_t> &dims, ReduceParams params,
                      std::vector<ComputeSet> &css, const DebugContext &debugContext,
                      const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, out, dims, options));
  check(in, out.elementType(), dims, params, options);
  Reduction(graph, css, info).write(in, out, dims, params);
}

Tensor reduce(Graph &graph, const Tensor &in, const Type &outType,
              const std::vector<std::size_t> &dims, ReduceParams params, Sequence &prog,
              const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, outType, dims, options));
  std::vector<ComputeSet> sets;
  const Tensor out = reduce(graph, in, outType, dims, std::move(params), sets, {info}, options);
  execute(sets, prog, info);
  return out;
}

Tensor reduce(Graph &graph, const Tensor &in, const std::vector<std::size_t> &dims,
              ReduceParams params, Sequence &prog, const DebugContext &debugContext,
              const OptionFlags &options) {
  return reduce(graph, in, in.elementType(), dims, std::move(params), prog, debugContext, options);
}

void reduceWithOutput(Graph &graph, const Tensor &in, const Tensor &out,
                      const std::vector<std::size_t> &dims, ReduceParams params, Sequence &prog,
                      const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(in, out, dims, options));
  std::vector<ComputeSet> sets;
  reduceWithOutput(graph, in, out, dims, std::move(params), sets, {info}, options);
  execute(sets, prog, info);
}

void reduceMany(Graph &graph, const std::vector<SingleReduceOp> &reductions, Tensors &outputs,
                Sequence &prog, const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(outputs, options));
  if (!outputs.empty() && outputs.size() != reductions.size())
    support::fail("reduceMany",
                  std::to_string(reductions.size()) + " reductions, but " +
                      std::to_string(outputs.size()) + " outputs",
                  "pass one output each, or none");
  const bool creates = outputs.empty();
  std::vector<ComputeSet> sets;
  for (std::size_t i = 0; i < reductions.size(); ++i) {
    const SingleReduceOp &r = reductions[i];
    if (creates)
      outputs.push_back(
          reduce(graph, r.in, r.outType, r.dims, r.params, sets, {info, r.debugName}, options));
    else
      reduceWithOutput(graph, r.in, outputs[i], r.dims, r.params, sets, {info, r.debugName},
                       options);
  }
  execute(sets, prog, info);
}

} // namespace popops
