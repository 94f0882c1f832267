// SPDX-License-Identifier: MIT
// Sizes, checks and order of convolution parameters.
#include "support/Errors.hpp"

#include <poplin/ConvParams.hpp>

#include <algorithm>
#include <tuple>

namespace poplin {

using popops::support::fail;
using Numbers = std::vector<unsigned>;

namespace {

auto members(const ConvParams::InputTransform &t) {
  return std::tie(t.truncationLower, t.truncationUpper, t.dilation, t.paddingLower, t.paddingUpper,
                  t.flip);
}

auto members(const ConvParams::OutputTransform &t) {
  return std::tie(t.truncationLower, t.truncationUpper, t.stride, t.paddingLower, t.paddingUpper);
}

auto members(const ConvParams &p) {
  return std::tie(p.inputType, p.outputType, p.batchSize, p.inputFieldShape, p.kernelShape,
                  p.inputChannelsPerConvGroup, p.outputChannelsPerConvGroup, p.numConvGroups,
                  p.inputTransform, p.kernelTransform, p.outputTransform);
}

unsigned dilated(unsigned size, unsigned dilation) {
  return size == 0 ? 0 : 1 + (size - 1) * dilation;
}

unsigned truncated(std::size_t size, const ConvParams::InputTransform &t, unsigned dim) {
  return static_cast<unsigned>(size) - t.truncationLower[dim] - t.truncationUpper[dim];
}

unsigned transformed(std::size_t size, const ConvParams::InputTransform &t, unsigned dim) {
  return t.paddingLower[dim] + dilated(truncated(size, t, dim), t.dilation[dim]) +
         t.paddingUpper[dim];
}

[[noreturn]] void failSize(const std::string &what, const std::string &fix) {
  fail("poplin::ConvParams", what, fix);
}

void requireLength(const char *name, std::size_t length, std::size_t numDims) {
  if (length != numDims)
    failSize(std::string(name) + " has " + std::to_string(length) + " entries, the field " +
                 std::to_string(numDims) + " dimensions",
             "give one entry a dimension of inputFieldShape");
}

void requireNonZero(const char *name, const Numbers &values) {
  if (std::count(values.begin(), values.end(), 0u) > 0)
    failSize(std::string(name) + " is 0 in a dimension", "use 1 to change nothing");
}

void requireTruncation(const char *name, std::size_t size, unsigned lower, unsigned upper) {
  if (std::uint64_t{lower} + upper > size)
    failSize(std::string(name) + " is truncated by " + std::to_string(lower) + " and " +
                 std::to_string(upper) + " of its " + std::to_string(size) + " elements",
             "truncate less");
}

void checkInput(const char *name, const ConvParams::InputTransform &t,
                const std::vector<std::size_t> &shape) {
  const std::string prefix = std::string(name) + "Transform.";
  const auto length = [&](const char *member, std::size_t n) {
    requireLength((prefix + member).c_str(), n, shape.size());
  };
  length("truncationLower", t.truncationLower.size());
  length("truncationUpper", t.truncationUpper.size());
  length("dilation", t.dilation.size());
  length("paddingLower", t.paddingLower.size());
  length("paddingUpper", t.paddingUpper.size());
  length("flip", t.flip.size());
  requireNonZero((prefix + "dilation").c_str(), t.dilation);
  for (std::size_t d = 0; d < shape.size(); ++d)
    requireTruncation(name, shape[d], t.truncationLower[d], t.truncationUpper[d]);
}

void checkOutput(const ConvParams::OutputTransform &t, std::size_t numDims) {
  requireLength("outputTransform.truncationLower", t.truncationLower.size(), numDims);
  requireLength("outputTransform.truncationUpper", t.truncationUpper.size(), numDims);
  requireLength("outputTransform.stride", t.stride.size(), numDims);
  requireLength("outputTransform.paddingLower", t.paddingLower.size(), numDims);
  requireLength("outputTransform.paddingUpper", t.paddingUpper.size(), numDims);
  requireNonZero("outputTransform.stride", t.stride);
}

} // namespace

ConvParams::InputTransform::InputTransform(std::size_t n)
    : InputTransform(Numbers(n, 0), Numbers(n, 0), Numbers(n, 1), Numbers(n, 0), Numbers(n, 0),
                     std::vector<bool>(n, false)) {}

ConvParams::InputTransform::InputTransform(Numbers truncationLower_, Numbers truncationUpper_,
                                           Numbers dilation_, Numbers paddingLower_,
                                           Numbers paddingUpper_, std::vector<bool> flip_)
    : truncationLower(std::move(truncationLower_)), truncationUpper(std::move(truncationUpper_)),
      dilation(std::move(dilation_)), paddingLower(std::move(paddingLower_)),
      paddingUpper(std::move(paddingUpper_)), flip(std::move(flip_)) {}

ConvParams::OutputTransform::OutputTransform(std::size_t n)
    : OutputTransform(Numbers(n, 0), Numbers(n, 0), Numbers(n, 1), Numbers(n, 0), Numbers(n, 0)) {}

ConvParams::OutputTransform::OutputTransform(Numbers truncationLower_, Numbers truncationUpper_,
                                             Numbers stride_, Numbers paddingLower_,
                                             Numbers paddingUpper_)
    : truncationLower(std::move(truncationLower_)), truncationUpper(std::move(truncationUpper_)),
      stride(std::move(stride_)), paddingLower(std::move(paddingLower_)),
      paddingUpper(std::move(paddingUpper_)) {}

ConvParams::ConvParams(poplar::Type dataType, std::size_t batchSize_,
                       std::vector<std::size_t> inputFieldShape_,
                       std::vector<std::size_t> kernelShape_, std::size_t inputChannels,
                       std::size_t outputChannels, std::size_t groups)
    : ConvParams(dataType, dataType, batchSize_, std::move(inputFieldShape_),
                 std::move(kernelShape_), inputChannels, outputChannels, groups) {}

ConvParams::ConvParams(poplar::Type inputType_, poplar::Type outputType_, std::size_t batchSize_,
                       std::vector<std::size_t> inputFieldShape_,
                       std::vector<std::size_t> kernelShape_, std::size_t inputChannels,
                       std::size_t outputChannels, std::size_t groups)
    : ConvParams(inputType_, outputType_, batchSize_, inputFieldShape_, kernelShape_, inputChannels,
                 outputChannels, groups, InputTransform(inputFieldShape_.size()),
                 InputTransform(inputFieldShape_.size()),
                 OutputTransform(inputFieldShape_.size())) {}

ConvParams::ConvParams(poplar::Type inputType_, poplar::Type outputType_, std::size_t batchSize_,
                       std::vector<std::size_t> inputFieldShape_,
                       std::vector<std::size_t> kernelShape_, std::size_t inputChannels,
                       std::size_t outputChannels, std::size_t groups, InputTransform input,
                       InputTransform kernel, OutputTransform output)
    : inputType(inputType_), outputType(outputType_), batchSize(batchSize_),
      inputFieldShape(std::move(inputFieldShape_)), kernelShape(std::move(kernelShape_)),
      inputChannelsPerConvGroup(inputChannels), outputChannelsPerConvGroup(outputChannels),
      numConvGroups(groups), inputTransform(std::move(input)), kernelTransform(std::move(kernel)),
      outputTransform(std::move(output)) {}

std::size_t ConvParams::getUntransformedOutputSize(unsigned dim) const {
  return getTransformedInputSize(dim) - getTransformedKernelSize(dim) + 1;
}

std::size_t ConvParams::getOutputSize(unsigned dim) const {
  const OutputTransform &t = outputTransform;
  const std::size_t kept =
      getUntransformedOutputSize(dim) - t.truncationLower[dim] - t.truncationUpper[dim];
  return t.paddingLower[dim] + (kept + t.stride[dim] - 1) / t.stride[dim] + t.paddingUpper[dim];
}

std::vector<std::size_t> ConvParams::getOutputFieldShape() const {
  std::vector<std::size_t> shape;
  for (unsigned d = 0; d < getNumFieldDims(); ++d)
    shape.push_back(getOutputSize(d));
  return shape;
}

unsigned ConvParams::getTruncatedInputSize(unsigned dim) const {
  return truncated(inputFieldShape[dim], inputTransform, dim);
}
unsigned ConvParams::getTruncatedKernelSize(unsigned dim) const {
  return truncated(kernelShape[dim], kernelTransform, dim);
}
unsigned ConvParams::getTransformedInputSize(unsigned dim) const {
  return transformed(inputFieldShape[dim], inputTransform, dim);
}
unsigned ConvParams::getTransformedKernelSize(unsigned dim) const {
  return transformed(kernelShape[dim], kernelTransform, dim);
}

void ConvParams::validate() const {
  const std::size_t numDims = inputFieldShape.size();
  requireLength("kernelShape", kernelShape.size(), numDims);
  checkInput("input", inputTransform, inputFieldShape);
  checkInput("kernel", kernelTransform, kernelShape);
  checkOutput(outputTransform, numDims);
  for (unsigned d = 0; d < numDims; ++d) {
    const unsigned input = getTransformedInputSize(d), kernel = getTransformedKernelSize(d);
    const std::string sizes = "after transforms, dimension " + std::to_string(d) +
                              " of the field has " + std::to_string(input) +
                              " elements and the kernel " + std::to_string(kernel);
    if (kernel == 0) failSize(sizes, "keep at least one element of the kernel");
    if (input < kernel) failSize(sizes, "pad the field, or use a smaller kernel");
    requireTruncation("output", getUntransformedOutputSize(d), outputTransform.truncationLower[d],
                      outputTransform.truncationUpper[d]);
  }
}

ConvParams ConvParams::canonicalize() const {
  validate();
  ConvParams p = *this;
  for (unsigned d = 0; d < getNumFieldDims(); ++d) {
    // One element has no others to be spread from, and looks the same in a mirror if unpadded.
    if (getTruncatedInputSize(d) <= 1) p.inputTransform.dilation[d] = 1;
    if (getTruncatedKernelSize(d) <= 1) p.kernelTransform.dilation[d] = 1;
    if (getTransformedInputSize(d) <= 1) p.inputTransform.flip[d] = false;
    if (getTransformedKernelSize(d) <= 1) p.kernelTransform.flip[d] = false;
    const auto &out = outputTransform;
    if (getOutputSize(d) - out.paddingLower[d] - out.paddingUpper[d] <= 1) {
      // One kept element is the first: what a stride would skip is truncated instead.
      const std::size_t full = getUntransformedOutputSize(d) - out.truncationLower[d];
      if (full > out.truncationUpper[d])
        p.outputTransform.truncationUpper[d] = static_cast<unsigned>(full - 1);
      p.outputTransform.stride[d] = 1;
    }
  }
  return p;
}

bool operator<(const ConvParams::InputTransform &a, const ConvParams::InputTransform &b) {
  return members(a) < members(b);
}
bool operator==(const ConvParams::InputTransform &a, const ConvParams::InputTransform &b) {
  return members(a) == members(b);
}
bool operator!=(const ConvParams::InputTransform &a, const ConvParams::InputTransform &b) {
  return !(a == b);
}
bool operator<(const ConvParams::OutputTransform &a, const ConvParams::OutputTransform &b) {
  return members(a) < members(b);
}
bool operator==(const ConvParams::OutputTransform &a, const ConvParams::OutputTransform &b) {
  return members(a) == members(b);
}
bool operator!=(const ConvParams::OutputTransform &a, const ConvParams::OutputTransform &b) {
  return !(a == b);
}
bool operator<(const ConvParams &a, const ConvParams &b) {
  return members(a) < members(b);
}
bool operator==(const ConvParams &a, const ConvParams &b) {
  return members(a) == members(b);
}
bool operator!=(const ConvParams &a, const ConvParams &b) {
  return !(a == b);
}

} // namespace poplin
