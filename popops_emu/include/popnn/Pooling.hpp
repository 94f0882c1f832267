// SPDX-License-Identifier: MIT
// Pooling: maxima, means and sums of windows of a field.
#ifndef POPNN_POOLING_HPP
#define POPNN_POOLING_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <popnn/PoolingDef.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace popnn {
namespace pooling {

/// Windows of `kernelShape`, `stride` apart, on a field that is padded (positive) or truncated
/// (negative). All vectors have one entry a dimension of the field.
struct POPLAR_EMU_EXPORT PoolParams {
  PoolingType poolingType;
  std::vector<std::size_t> inputFieldShape;
  std::vector<std::size_t> kernelShape;
  std::vector<unsigned> stride;
  std::vector<int> inputTruncationOrPaddingLower;
  std::vector<int> inputTruncationOrPaddingUpper;
  std::size_t numChannels;
  std::size_t batchSize;
  poplar::Type dType;

  PoolParams(PoolingType poolingType, std::vector<std::size_t> inputFieldShape,
             std::vector<std::size_t> kernelShape, std::vector<unsigned> stride,
             std::vector<int> inputTruncationOrPaddingLower,
             std::vector<int> inputTruncationOrPaddingUpper, std::size_t numChannels,
             std::size_t batchSize, poplar::Type dType);

  std::size_t getNumFieldDims() const { return inputFieldShape.size(); }
  /// ceil((size + lower + upper - kernel + 1) / stride) in each dimension.
  std::vector<std::size_t> getOutputFieldShape() const;
};

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const PoolParams &params);
/// "max", "avg", "sum".
POPLAR_EMU_EXPORT const char *asString(const PoolingType &type);
POPLAR_EMU_EXPORT std::vector<std::size_t> getOutputFieldShape(const PoolParams &params);

// Types: FLOAT, HALF; sums are in float and rounded once.
// Options: poolUseIntrospectiveMapping [true], optimizeForSpeed [false],
// useFloatPartialsWhereBeneficial [false]; accepted, none changes results.
// Errors: poputil::poplibs_error for parameters that contradict each other or the tensors;
// poplar::invalid_option. Cost: one superstep; gradients of MAX that are scaled and of AVG two.

/// in [N,C,field...] to [N,C,output field...]. Padding never counts: the mean is that of the real
/// elements of a window, and a window of padding alone gives 0.
POPLAR_EMU_EXPORT poplar::Tensor pool(poplar::Graph &graph, const PoolParams &params,
                                      const poplar::Tensor &in, poplar::program::Sequence &prog,
                                      const poplar::DebugContext &debugContext = {},
                                      const poplar::OptionFlags &options = {});

/// Gradient [N,C,field...] of any kind. MAX gives the gradient to every element of a window that
/// equals its maximum, divided by their number if useScaledGradient.
POPLAR_EMU_EXPORT poplar::Tensor
poolInputGradient(poplar::Graph &graph, const PoolParams &params, const poplar::Tensor &in,
                  const poplar::Tensor &pooled, const poplar::Tensor &pooledGradient,
                  bool useScaledGradient, poplar::program::Sequence &prog,
                  const poplar::DebugContext &debugContext = {},
                  const poplar::OptionFlags &options = {});
/// The same for AVG and SUM; fwdChansPerGroup is a hint for layouts.
POPLAR_EMU_EXPORT poplar::Tensor poolInputGradient(poplar::Graph &graph, const PoolParams &params,
                                                   unsigned fwdChansPerGroup,
                                                   const poplar::Tensor &pooledGradient,
                                                   poplar::program::Sequence &prog,
                                                   const poplar::DebugContext &debugContext = {},
                                                   const poplar::OptionFlags &options = {});

POPLAR_EMU_EXPORT std::uint64_t getFwdFlops(const PoolParams &params);
POPLAR_EMU_EXPORT std::uint64_t getBwdFlops(const PoolParams &params);
/// Cycles if every vector unit of the machine were busy all the time.
POPLAR_EMU_EXPORT double getFwdPerfectCycleCount(const poplar::Graph &graph,
                                                 const PoolParams &params);
POPLAR_EMU_EXPORT double getBwdPerfectCycleCount(const poplar::Graph &graph,
                                                 const PoolParams &params);

} // namespace pooling
} // namespace popnn

#endif
