// SPDX-License-Identifier: MIT
// Which elements of input, kernel and output of a convolution meet; parameters of its gradients.
#ifndef POPLIN_CONV_UTIL_HPP
#define POPLIN_CONV_UTIL_HPP

#include <poplar_emu/Export.hpp>
#include <poplin/ConvParams.hpp>

#include <utility>

namespace poplin {

/// 1 + (size - 1) * dilation, or 0 for size 0.
POPLAR_EMU_EXPORT unsigned getDilatedSize(unsigned size, unsigned dilation);

/// The element of the input (kernel) that meets an element of the kernel (input) in an output, by
/// their indices before transforms; ~0U if there is none. `dim` is a dimension of the field.
POPLAR_EMU_EXPORT unsigned getInputIndex(unsigned dim, unsigned outputIndex, unsigned kernelIndex,
                                         const ConvParams &params);
POPLAR_EMU_EXPORT unsigned getKernelIndex(unsigned dim, unsigned outputIndex, unsigned inputIndex,
                                          const ConvParams &params);

// The smallest range [first, second) with all indices that meet any of the given ones; {0, 0} if
// none does. Ranges of outputs are limited to the one given.

POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getOutputRangeForKernelIndex(unsigned dim, std::pair<unsigned, unsigned> outputRange,
                             unsigned kernelIndex, const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getOutputRangeForInputIndex(unsigned dim, std::pair<unsigned, unsigned> outputRange,
                            unsigned inputIndex, const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getOutputRangeForKernelRange(unsigned dim, std::pair<unsigned, unsigned> outputRange,
                             std::pair<unsigned, unsigned> kernelRange, const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getOutputRangeForInputRange(unsigned dim, std::pair<unsigned, unsigned> outputRange,
                            std::pair<unsigned, unsigned> inputRange, const ConvParams &params);

POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getInputRange(unsigned dim, std::pair<unsigned, unsigned> outputRange, unsigned kernelIndex,
              const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getInputRange(unsigned dim, std::pair<unsigned, unsigned> outputRange,
              std::pair<unsigned, unsigned> kernelRange, const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getInputRange(unsigned dim, unsigned outputIndex, std::pair<unsigned, unsigned> kernelRange,
              const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned> getInputRange(unsigned dim, unsigned outputIndex,
                                                              const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getInputRange(unsigned dim, std::pair<unsigned, unsigned> outputRange, const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getKernelRange(unsigned dim, std::pair<unsigned, unsigned> outputRange, unsigned inputIndex,
               const ConvParams &params);
POPLAR_EMU_EXPORT std::pair<unsigned, unsigned>
getKernelRange(unsigned dim, std::pair<unsigned, unsigned> outputRange,
               std::pair<unsigned, unsigned> inputRange, const ConvParams &params);

/// The convolution that gives the gradient of the input from that of the output, with
/// transposeAndFlipWeights.
POPLAR_EMU_EXPORT ConvParams getGradientParams(const ConvParams &params);
/// The convolution that gives the gradient of the weights: its input is the forward input with
/// batch and channels exchanged, its kernel the gradient of the output.
POPLAR_EMU_EXPORT ConvParams getWeightUpdateParams(const ConvParams &params);

} // namespace poplin

#endif
