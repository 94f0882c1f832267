// SPDX-License-Identifier: MIT
// Several convolutions in one call.
#ifndef POPLIN_MULTI_CONVOLUTION_HPP
#define POPLIN_MULTI_CONVOLUTION_HPP

#include <poplar_emu/Export.hpp>
#include <poplin/Convolution.hpp>

#include <string>
#include <vector>

namespace poplin {
namespace multiconv {

struct CreateTensorArgs {
  ConvParams params;
  poplar::OptionFlags options;
  std::string name;
};
struct ConvolutionArgs {
  poplar::Tensor inputs;
  poplar::Tensor weights;
  ConvParams params;
  poplar::OptionFlags options;
};
struct CalculateWeightDeltasArgs {
  poplar::Tensor zDeltas;
  poplar::Tensor activations;
  ConvParams params;
  poplar::OptionFlags options;
};
struct ConvWeightUpdateArgs {
  poplar::Tensor zDeltas;
  poplar::Tensor weights;
  poplar::Tensor activations;
  poplar::Tensor scale;
  ConvParams params;
  poplar::OptionFlags options;
};
struct ConvWeightUpdateArgsScalar {
  poplar::Tensor zDeltas;
  poplar::Tensor weights;
  poplar::Tensor activations;
  float scale;
  ConvParams params;
  poplar::OptionFlags options;
};

// As the functions of Convolution.hpp of the same names, one convolution after another; args[i]
// gives result i. Options: planType [parallel] (parallel, serial), perConvReservedTiles [50],
// cycleBackOff [0.1]; accepted, none changes results.

POPLAR_EMU_EXPORT poplar::Tensor
createInput(poplar::Graph &graph, const std::vector<CreateTensorArgs> &args, unsigned convIndex,
            const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createWeights(poplar::Graph &graph, const std::vector<CreateTensorArgs> &args, unsigned convIndex,
              const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
convolution(poplar::Graph &graph, const std::vector<ConvolutionArgs> &args,
            bool transposeAndFlipWeights, poplar::program::Sequence &prog,
            const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {},
            PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
calculateWeightDeltas(poplar::Graph &graph, const std::vector<CalculateWeightDeltasArgs> &args,
                      poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void convolutionWeightUpdate(poplar::Graph &graph,
                                               const std::vector<ConvWeightUpdateArgs> &args,
                                               poplar::program::Sequence &prog,
                                               const poplar::DebugContext &debugContext = {},
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void convolutionWeightUpdate(poplar::Graph &graph,
                                               const std::vector<ConvWeightUpdateArgsScalar> &args,
                                               poplar::program::Sequence &prog,
                                               const poplar::DebugContext &debugContext = {},
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void
weightsTransposeChansFlipXY(poplar::Graph &graph, std::vector<ConvolutionArgs> &args,
                            const std::vector<poplar::Tensor> &weightsIn,
                            poplar::program::Sequence &prog, const poplar::OptionFlags &options,
                            const poplar::DebugContext &debugContext, PlanningCache *cache);

} // namespace multiconv
} // namespace poplin

#endif
