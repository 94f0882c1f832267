// SPDX-License-Identifier: MIT
// Pooling and its gradients on tiles.
#include "nonlinearity/Softmax.hpp"
#include "pooling/Windows.hpp"
#include "support/Errors.hpp"
#include "support/Regions.hpp"

#include <popnn/Pooling.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <limits>

namespace popnn {
namespace pooling {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Execute;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;
using Tensors = std::vector<Tensor>;

namespace {

std::string pooledBy(PoolingType type) {
  return type == PoolingType::MAX   ? "popnn::PoolingType::MAX"
         : type == PoolingType::AVG ? "popnn::PoolingType::AVG"
                                    : "popnn::PoolingType::SUM";
}

void checkOptions(const OptionFlags &flags) {
  using poplibs::OptionHandler;
  bool ignored = false;
  const poplibs::OptionSpec spec{
      {"poolUseIntrospectiveMapping", OptionHandler::createWithBool(ignored)},
      {"optimizeForSpeed", OptionHandler::createWithBool(ignored)},
      {"useFloatPartialsWhereBeneficial", OptionHandler::createWithBool(ignored)}};
  for (const auto &[key, value] : flags)
    spec.parse(key, value);
}

void checkParams(const std::string &operation, const PoolParams &params) {
  const std::size_t dims = params.inputFieldShape.size();
  if (params.kernelShape.size() != dims || params.stride.size() != dims ||
      params.inputTruncationOrPaddingLower.size() != dims ||
      params.inputTruncationOrPaddingUpper.size() != dims)
    fail(operation,
         "the field has " + std::to_string(dims) +
             " dimensions, and kernelShape, stride or a padding another number of entries",
         "give each one entry a dimension");
  for (std::size_t d = 0; d < dims; ++d) {
    const std::string where = "in dimension " + std::to_string(d) + " ";
    if (params.stride[d] == 0 || params.kernelShape[d] == 0)
      fail(operation, where + "the kernel or the stride is 0", "use 1 or more");
    const long size = static_cast<long>(params.inputFieldShape[d]);
    const long lower = params.inputTruncationOrPaddingLower[d],
               upper = params.inputTruncationOrPaddingUpper[d];
    if (std::min(lower, 0L) + std::min(upper, 0L) + size < 0 ||
        size + lower + upper < static_cast<long>(params.kernelShape[d]))
      fail(operation,
           where + "a field of " + std::to_string(size) + " with padding " + std::to_string(lower) +
               " and " + std::to_string(upper) + " is smaller than a kernel of " +
               std::to_string(params.kernelShape[d]),
           "pad the field, or use a smaller kernel");
  }
}

void checkTensor(const std::string &operation, const PoolParams &params, const Tensor &t,
                 const std::vector<std::size_t> &field) {
  std::vector<std::size_t> shape = {params.batchSize, params.numChannels};
  shape.insert(shape.end(), field.begin(), field.end());
  checkReal(operation, t);
  if (t.shape() == shape && t.elementType() == params.dType) return;
  std::string wanted = popops::support::nameOf(params.dType) + "[";
  for (std::size_t d = 0; d < shape.size(); ++d)
    wanted += (d == 0 ? "" : ", ") + std::to_string(shape[d]);
  fail(operation, "a tensor is " + describe(t) + ", the parameters say " + wanted + "]",
       "make the parameters and the tensor agree");
}

/// A new tensor of the shape of the output or the input, spread over all tiles.
Tensor addResult(Graph &graph, const PoolParams &params, const std::vector<std::size_t> &field,
                 const DebugContext &name) {
  std::vector<std::size_t> shape = {params.batchSize, params.numChannels};
  shape.insert(shape.end(), field.begin(), field.end());
  const Tensor t = graph.addVariable(params.dType, shape, name);
  poputil::mapTensorLinearly(graph, t);
  return t;
}

/// parts of tensors[1...] as one field of rows.
Tensors rowsFrom(const Tensors &parts, std::size_t begin, std::size_t count) {
  const auto first = parts.begin() + static_cast<std::ptrdiff_t>(begin);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

Tensors join(const Tensor &first, const Tensors &a, const Tensors &b = {}) {
  Tensors all = {first};
  all.insert(all.end(), a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

/// Gradients divided by the number of real elements of their windows.
Tensor shareGradient(Graph &graph, const PoolParams &params, const Tensor &gradient, Sequence &prog,
                     const poplar::DebugNameAndId &name) {
  const Tensor out = addResult(graph, params, params.getOutputFieldShape(), {name, "shared"});
  const ComputeSet cs = graph.addComputeSet({name, "ShareGradient"});
  const std::string type = templateVertex("popnn::ShareGradient", params.dType);
  popops::support::forEachTile(
      graph, {out, gradient, windowCounts(graph, params)}, [&](unsigned tile, Tensors &parts) {
        const VertexRef vertex = graph.addVertex(
            cs, type, {{"out", parts[0]}, {"gradient", parts[1]}, {"counts", parts[2]}});
        graph.setTileMapping(vertex, tile);
      });
  prog.add(Execute(cs, {name}));
  return out;
}

Tensor shareMaxGradient(Graph &graph, const PoolParams &params, const Tensor &in,
                        const Tensor &pooled, const Tensor &gradient, Sequence &prog,
                        const poplar::DebugNameAndId &name) {
  const Tensor out = addResult(graph, params, params.getOutputFieldShape(), {name, "shared"});
  const ComputeSet cs = graph.addComputeSet({name, "ShareMaxGradient"});
  const std::string type = templateVertex("popnn::ShareMaxGradient", params.dType);
  const Tensors elements =
      windowElements(graph, params, in, -std::numeric_limits<float>::infinity());
  popops::support::forEachTile(
      graph, join(out, {pooled, gradient}, elements), [&](unsigned tile, Tensors &parts) {
        const VertexRef vertex = graph.addVertex(
            cs, type, {{"out", parts[0]}, {"pooled", parts[1]}, {"gradient", parts[2]}});
        graph.connect(vertex["in"], rowsFrom(parts, 3, elements.size()));
        graph.setTileMapping(vertex, tile);
      });
  prog.add(Execute(cs, {name}));
  return out;
}

/// `pooled` is valid for maxima.
Tensor sumGradients(Graph &graph, const PoolParams &params, const Tensor &in, const Tensor &pooled,
                    const Tensor &gradient, Sequence &prog, const poplar::DebugNameAndId &name) {
  const Tensor out = addResult(graph, params, params.inputFieldShape, {name, "inGradient"});
  const ComputeSet cs = graph.addComputeSet({name, "PoolGradient"});
  const bool max = params.poolingType == PoolingType::MAX;
  const std::string type = templateVertex("popnn::PoolGradient", params.dType,
                                          pooledBy(max ? PoolingType::MAX : PoolingType::SUM));
  const Tensors gradients = valuesOfWindows(graph, params, gradient);
  const Tensors maxima = max ? valuesOfWindows(graph, params, pooled) : Tensors();
  popops::support::forEachTile(
      graph, join(out, gradients, join(max ? in : out, maxima)),
      [&](unsigned tile, Tensors &parts) {
        const VertexRef vertex = graph.addVertex(cs, type, {{"out", parts[0]}});
        graph.connect(vertex["gradients"], rowsFrom(parts, 1, gradients.size()));
        if (max) {
          graph.connect(vertex["in"], parts[1 + gradients.size()]);
          graph.connect(vertex["pooled"], rowsFrom(parts, 2 + gradients.size(), maxima.size()));
        } else {
          graph.connect(vertex["in"], parts[0].slice(0, 0));
          graph.setFieldSize(vertex["pooled"], 0);
        }
        graph.setTileMapping(vertex, tile);
      });
  prog.add(Execute(cs, {name}));
  return out;
}

} // namespace

Tensor pool(Graph &graph, const PoolParams &params, const Tensor &in, Sequence &prog,
            const DebugContext &debugContext, const OptionFlags &options) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(in, options));
  checkOptions(options);
  checkParams("popnn::pooling::pool", params);
  checkTensor("popnn::pooling::pool", params, in, params.inputFieldShape);
  const Tensor out = addResult(graph, params, params.getOutputFieldShape(), {di, "out"});
  const ComputeSet cs = graph.addComputeSet({di, "Pool"});
  const std::string type =
      templateVertex("popnn::Pool", params.dType, pooledBy(params.poolingType));
  const bool max = params.poolingType == PoolingType::MAX;
  const Tensors elements =
      windowElements(graph, params, in, max ? -std::numeric_limits<float>::infinity() : 0.0f);
  popops::support::forEachTile(graph, join(out, {windowCounts(graph, params)}, elements),
                               [&](unsigned tile, Tensors &parts) {
                                 const VertexRef vertex = graph.addVertex(
                                     cs, type, {{"out", parts[0]}, {"counts", parts[1]}});
                                 graph.connect(vertex["in"], rowsFrom(parts, 2, elements.size()));
                                 graph.setTileMapping(vertex, tile);
                               });
  prog.add(Execute(cs, {di}));
  di.addOutput(out);
  return out;
}

Tensor poolInputGradient(Graph &graph, const PoolParams &params, const Tensor &in,
                         const Tensor &pooled, const Tensor &pooledGradient, bool useScaledGradient,
                         Sequence &prog, const DebugContext &debugContext,
                         const OptionFlags &options) {
  if (params.poolingType != PoolingType::MAX)
    return poolInputGradient(graph, params, 1, pooledGradient, prog, debugContext, options);
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(in, pooled, pooledGradient, options));
  const std::string operation = "popnn::pooling::poolInputGradient";
  checkOptions(options);
  checkParams(operation, params);
  checkTensor(operation, params, in, params.inputFieldShape);
  checkTensor(operation, params, pooled, params.getOutputFieldShape());
  checkTensor(operation, params, pooledGradient, params.getOutputFieldShape());
  const Tensor gradient =
      useScaledGradient ? shareMaxGradient(graph, params, in, pooled, pooledGradient, prog, {di})
                        : pooledGradient;
  const Tensor out = sumGradients(graph, params, in, pooled, gradient, prog, {di});
  di.addOutput(out);
  return out;
}

Tensor poolInputGradient(Graph &graph, const PoolParams &params, unsigned fwdChansPerGroup,
                         const Tensor &pooledGradient, Sequence &prog,
                         const DebugContext &debugContext, const OptionFlags &options) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(fwdChansPerGroup, pooledGradient, options));
  const std::string operation = "popnn::pooling::poolInputGradient";
  checkOptions(options);
  checkParams(operation, params);
  if (params.poolingType == PoolingType::MAX)
    fail(operation, "the gradient of a maximum needs the input and the pooled values",
         "use the form that takes them");
  checkTensor(operation, params, pooledGradient, params.getOutputFieldShape());
  const Tensor gradient = params.poolingType == PoolingType::AVG
                              ? shareGradient(graph, params, pooledGradient, prog, {di})
                              : pooledGradient;
  const Tensor out = sumGradients(graph, params, {}, {}, gradient, prog, {di});
  di.addOutput(out);
  return out;
}

} // namespace pooling
} // namespace popnn
