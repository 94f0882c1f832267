// SPDX-License-Identifier: MIT
// The convolutions that are the gradients of a convolution.
//
// With x' and k' the transformed input and kernel, y' the output before its transform:
//   y'[o] = sum over k of x'[o + k] k'[k]
//   dx'   = dy', padded by K' - 1 on both sides, with k' reversed
//   dk'   = x' with dy' as kernel
// What a transform does to an operand, the other direction undoes as an output transform: padding
// becomes truncation, dilation stride, truncation padding. A flip of the result is a flip of both
// operands.
#include <poplin/ConvUtil.hpp>

namespace poplin {

namespace {

ConvParams::OutputTransform undo(const ConvParams::InputTransform &t) {
  return {t.paddingLower, t.paddingUpper, t.dilation, t.truncationLower, t.truncationUpper};
}

/// What turns the gradient of an output back to that before the output transform.
ConvParams::InputTransform undoOutput(const ConvParams &params) {
  const auto &t = params.outputTransform;
  ConvParams::InputTransform result(t.paddingLower, t.paddingUpper, t.stride, t.truncationLower,
                                    t.truncationUpper,
                                    std::vector<bool>(params.getNumFieldDims(), false));
  for (unsigned d = 0; d < params.getNumFieldDims(); ++d) {
    const auto full = static_cast<unsigned>(params.getUntransformedOutputSize(d));
    const unsigned outputs =
        static_cast<unsigned>(params.getOutputSize(d)) - t.paddingLower[d] - t.paddingUpper[d];
    // Elements behind the last one that the stride kept.
    result.paddingUpper[d] = full - t.truncationLower[d] - getDilatedSize(outputs, t.stride[d]);
  }
  return result;
}

} // namespace

ConvParams getGradientParams(const ConvParams &params) {
  const ConvParams p = params.canonicalize();
  ConvParams gradient(p.inputType, p.outputType, p.batchSize, p.getOutputFieldShape(),
                      p.kernelShape, p.outputChannelsPerConvGroup, p.inputChannelsPerConvGroup,
                      p.numConvGroups, undoOutput(p), p.kernelTransform, undo(p.inputTransform));
  auto &kernel = gradient.kernelTransform;
  // The weights come reversed, so that their lower side is the upper one.
  std::swap(kernel.truncationLower, kernel.truncationUpper);
  std::swap(kernel.paddingLower, kernel.paddingUpper);
  for (unsigned d = 0; d < p.getNumFieldDims(); ++d) {
    gradient.inputTransform.paddingLower[d] += p.getTransformedKernelSize(d) - 1;
    gradient.inputTransform.paddingUpper[d] += p.getTransformedKernelSize(d) - 1;
    if (!p.inputTransform.flip[d]) continue;
    gradient.inputTransform.flip[d] = true;
    kernel.flip[d] = !kernel.flip[d];
  }
  return gradient.canonicalize();
}

ConvParams getWeightUpdateParams(const ConvParams &params) {
  const ConvParams p = params.canonicalize();
  ConvParams update(p.inputType, p.outputType, p.inputChannelsPerConvGroup, p.inputFieldShape,
                    p.getOutputFieldShape(), p.batchSize, p.outputChannelsPerConvGroup,
                    p.numConvGroups, p.inputTransform, undoOutput(p), undo(p.kernelTransform));
  for (unsigned d = 0; d < p.getNumFieldDims(); ++d) {
    if (!p.kernelTransform.flip[d]) continue;
    update.inputTransform.flip[d] = !update.inputTransform.flip[d];
    update.kernelTransform.flip[d] = true;
  }
  return update.canonicalize();
}

} // namespace poplin
