// SPDX-License-Identifier: MIT
// Shapes and transforms of a convolution.
#ifndef POPLIN_CONV_PARAMS_HPP
#define POPLIN_CONV_PARAMS_HPP

#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <vector>

namespace poplin {

/// A convolution of `batchSize` inputs of `numConvGroups * inputChannelsPerConvGroup` channels.
///
/// Per dimension of the field, input and kernel are truncated, dilated (dilation - 1 zeros between
/// elements), padded with zeros and flipped, in this order. The output at o is the sum over kernel
/// elements k and input channels of input[o + k] * kernel[k]; it is truncated, every stride-th
/// element is kept, and zeros are added around.
struct POPLAR_EMU_EXPORT ConvParams {
  struct POPLAR_EMU_EXPORT InputTransform {
    std::vector<unsigned> truncationLower, truncationUpper;
    std::vector<unsigned> dilation;
    std::vector<unsigned> paddingLower, paddingUpper;
    std::vector<bool> flip;

    InputTransform() = default;
    /// Changes nothing.
    InputTransform(std::size_t numFieldDims);
    InputTransform(std::vector<unsigned> truncationLower, std::vector<unsigned> truncationUpper,
                   std::vector<unsigned> dilation, std::vector<unsigned> paddingLower,
                   std::vector<unsigned> paddingUpper, std::vector<bool> flip);
  };
  struct POPLAR_EMU_EXPORT OutputTransform {
    std::vector<unsigned> truncationLower, truncationUpper;
    std::vector<unsigned> stride;
    std::vector<unsigned> paddingLower, paddingUpper;

    OutputTransform() = default;
    /// Changes nothing.
    OutputTransform(std::size_t numFieldDims);
    OutputTransform(std::vector<unsigned> truncationLower, std::vector<unsigned> truncationUpper,
                    std::vector<unsigned> stride, std::vector<unsigned> paddingLower,
                    std::vector<unsigned> paddingUpper);
  };

  poplar::Type inputType;
  poplar::Type outputType;
  std::size_t batchSize;
  std::vector<std::size_t> inputFieldShape;
  std::vector<std::size_t> kernelShape;
  std::size_t inputChannelsPerConvGroup;
  std::size_t outputChannelsPerConvGroup;
  std::size_t numConvGroups;
  InputTransform inputTransform;
  InputTransform kernelTransform;
  OutputTransform outputTransform;

  ConvParams() = default;
  ConvParams(poplar::Type dataType, std::size_t batchSize, std::vector<std::size_t> inputFieldShape,
             std::vector<std::size_t> kernelShape, std::size_t inputChannelsPerConvGroup,
             std::size_t outputChannelsPerConvGroup, std::size_t numConvGroups);
  ConvParams(poplar::Type inputType, poplar::Type outputType, std::size_t batchSize,
             std::vector<std::size_t> inputFieldShape, std::vector<std::size_t> kernelShape,
             std::size_t inputChannelsPerConvGroup, std::size_t outputChannelsPerConvGroup,
             std::size_t numConvGroups);
  ConvParams(poplar::Type inputType, poplar::Type outputType, std::size_t batchSize,
             std::vector<std::size_t> inputFieldShape, std::vector<std::size_t> kernelShape,
             std::size_t inputChannelsPerConvGroup, std::size_t outputChannelsPerConvGroup,
             std::size_t numConvGroups, InputTransform inputTransform,
             InputTransform kernelTransform, OutputTransform outputTransform);

  /// Before the output transform.
  std::size_t getUntransformedOutputSize(unsigned dim) const;
  std::size_t getOutputSize(unsigned dim) const;
  std::size_t getInputSize(unsigned dim) const { return inputFieldShape[dim]; }
  std::size_t getNumOutputChansPerConvGroup() const { return outputChannelsPerConvGroup; }
  std::size_t getNumOutputChans() const { return outputChannelsPerConvGroup * numConvGroups; }
  std::size_t getNumInputChansPerConvGroup() const { return inputChannelsPerConvGroup; }
  std::size_t getNumInputChans() const { return inputChannelsPerConvGroup * numConvGroups; }
  std::size_t getNumConvGroups() const { return numConvGroups; }
  std::size_t getNumFieldDims() const { return inputFieldShape.size(); }
  std::size_t getBatchSize() const { return batchSize; }
  std::vector<std::size_t> getInputFieldShape() const { return inputFieldShape; }
  std::vector<std::size_t> getKernelShape() const { return kernelShape; }
  std::vector<std::size_t> getOutputFieldShape() const;

  unsigned getTruncatedInputSize(unsigned dim) const;
  unsigned getTruncatedKernelSize(unsigned dim) const;
  unsigned getTransformedInputSize(unsigned dim) const;
  unsigned getTransformedKernelSize(unsigned dim) const;

  /// Throws poputil::poplibs_error when sizes contradict each other: numbers of dimensions differ,
  /// a stride or dilation is 0, a truncation exceeds its size, or the transformed kernel is empty
  /// or larger than the transformed input.
  void validate() const;
  /// Equal parameters for equal convolutions: validated, with transforms that do nothing reset.
  ConvParams canonicalize() const;
};

POPLAR_EMU_EXPORT bool operator<(const ConvParams::InputTransform &a,
                                 const ConvParams::InputTransform &b);
POPLAR_EMU_EXPORT bool operator==(const ConvParams::InputTransform &a,
                                  const ConvParams::InputTransform &b);
POPLAR_EMU_EXPORT bool operator!=(const ConvParams::InputTransform &a,
                                  const ConvParams::InputTransform &b);
POPLAR_EMU_EXPORT bool operator<(const ConvParams::OutputTransform &a,
                                 const ConvParams::OutputTransform &b);
POPLAR_EMU_EXPORT bool operator==(const ConvParams::OutputTransform &a,
                                  const ConvParams::OutputTransform &b);
POPLAR_EMU_EXPORT bool operator!=(const ConvParams::OutputTransform &a,
                                  const ConvParams::OutputTransform &b);
POPLAR_EMU_EXPORT bool operator<(const ConvParams &a, const ConvParams &b);
POPLAR_EMU_EXPORT bool operator==(const ConvParams &a, const ConvParams &b);
POPLAR_EMU_EXPORT bool operator!=(const ConvParams &a, const ConvParams &b);

POPLAR_EMU_EXPORT std::size_t hash_value(const ConvParams::InputTransform &transform);
POPLAR_EMU_EXPORT std::size_t hash_value(const ConvParams::OutputTransform &transform);

/// One line a member.
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const ConvParams &params);
/// Reads a JSON object with the names of the members; "dataType" stands for both types, which are
/// "half", "float" or "quarter". Members that are absent keep neutral values.
POPLAR_EMU_EXPORT std::istream &operator>>(std::istream &in, ConvParams &params);

} // namespace poplin

namespace std {
template <>
struct hash<poplin::ConvParams::InputTransform> {
  size_t operator()(const poplin::ConvParams::InputTransform &transform) const {
    return poplin::hash_value(transform);
  }
};
template <>
struct hash<poplin::ConvParams::OutputTransform> {
  size_t operator()(const poplin::ConvParams::OutputTransform &transform) const {
    return poplin::hash_value(transform);
  }
};
template <>
struct POPLAR_EMU_EXPORT hash<poplin::ConvParams> {
  size_t operator()(const poplin::ConvParams &params) const;
};
} // namespace std

#endif
