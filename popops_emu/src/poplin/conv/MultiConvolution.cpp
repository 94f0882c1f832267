// SPDX-License-Identifier: MIT
// Convolutions one after another.
#include "support/Errors.hpp"

#include <poplin/MultiConvolution.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>

namespace poplin {
namespace multiconv {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

void checkOptions(const OptionFlags &flags) {
  using poplibs::OptionHandler;
  std::string type;
  unsigned tiles = 0;
  double backOff = 0;
  const poplibs::OptionSpec spec{
      {"planType", OptionHandler::createWithEnum(
                       type, std::map<std::string, std::string>{{"parallel", ""}, {"serial", ""}})},
      {"perConvReservedTiles", OptionHandler::createWithInteger(tiles)},
      {"cycleBackOff", OptionHandler::createWithDouble(backOff)}};
  for (const auto &[key, value] : flags)
    spec.parse(key, value);
}

const CreateTensorArgs &argsAt(const char *operation, const std::vector<CreateTensorArgs> &args,
                               unsigned index) {
  if (index >= args.size())
    popops::support::fail(operation,
                          "there is no convolution " + std::to_string(index) + " among " +
                              std::to_string(args.size()),
                          "choose an index below the number of convolutions");
  return args[index];
}

template <class Args>
void updateAll(Graph &graph, const std::vector<Args> &args, Sequence &prog,
               const DebugContext &debugContext, PlanningCache *cache) {
  for (const Args &a : args)
    poplin::convolutionWeightUpdate(graph, a.zDeltas, a.weights, a.activations, a.params, a.scale,
                                    prog, debugContext, a.options, cache);
}

} // namespace

Tensor createInput(Graph &graph, const std::vector<CreateTensorArgs> &args, unsigned convIndex,
                   const DebugContext &debugContext, const OptionFlags &options,
                   PlanningCache *cache) {
  checkOptions(options);
  const CreateTensorArgs &a = argsAt("poplin::multiconv::createInput", args, convIndex);
  return poplin::createInput(graph, a.params, {debugContext, a.name}, a.options, cache);
}

Tensor createWeights(Graph &graph, const std::vector<CreateTensorArgs> &args, unsigned convIndex,
                     const DebugContext &debugContext, const OptionFlags &options,
                     PlanningCache *cache) {
  checkOptions(options);
  const CreateTensorArgs &a = argsAt("poplin::multiconv::createWeights", args, convIndex);
  return poplin::createWeights(graph, a.params, {debugContext, a.name}, a.options, cache);
}

std::vector<Tensor> convolution(Graph &graph, const std::vector<ConvolutionArgs> &args,
                                bool transposeAndFlipWeights, Sequence &prog,
                                const DebugContext &debugContext, const OptionFlags &options,
                                PlanningCache *cache) {
  checkOptions(options);
  std::vector<Tensor> outs;
  for (const ConvolutionArgs &a : args)
    outs.push_back(poplin::convolution(graph, a.inputs, a.weights, a.params,
                                       transposeAndFlipWeights, prog, debugContext, a.options,
                                       cache));
  return outs;
}

std::vector<Tensor> calculateWeightDeltas(Graph &graph,
                                          const std::vector<CalculateWeightDeltasArgs> &args,
                                          Sequence &prog, const DebugContext &debugContext,
                                          const OptionFlags &options, PlanningCache *cache) {
  checkOptions(options);
  std::vector<Tensor> deltas;
  for (const CalculateWeightDeltasArgs &a : args)
    deltas.push_back(poplin::calculateWeightDeltas(graph, a.zDeltas, a.activations, a.params, prog,
                                                   debugContext, a.options, cache));
  return deltas;
}

void convolutionWeightUpdate(Graph &graph, const std::vector<ConvWeightUpdateArgs> &args,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options, PlanningCache *cache) {
  checkOptions(options);
  updateAll(graph, args, prog, debugContext, cache);
}

void convolutionWeightUpdate(Graph &graph, const std::vector<ConvWeightUpdateArgsScalar> &args,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options, PlanningCache *cache) {
  checkOptions(options);
  updateAll(graph, args, prog, debugContext, cache);
}

void weightsTransposeChansFlipXY(Graph &graph, std::vector<ConvolutionArgs> &args,
                                 const std::vector<Tensor> &weightsIn, Sequence &prog,
                                 const OptionFlags &options, const DebugContext &debugContext,
                                 PlanningCache *) {
  checkOptions(options);
  if (args.size() != weightsIn.size())
    popops::support::fail("poplin::multiconv::weightsTransposeChansFlipXY",
                          std::to_string(args.size()) + " convolutions have " +
                              std::to_string(weightsIn.size()) + " weight tensors",
                          "give one weight tensor to each");
  for (std::size_t i = 0; i < args.size(); ++i)
    poplin::weightsTransposeChansFlipXY(graph, weightsIn[i], args[i].weights, prog, debugContext,
                                        args[i].options);
}

} // namespace multiconv
} // namespace poplin
