// SPDX-License-Identifier: MIT
// Index arithmetic of convolutions.
#include <poplin/ConvUtil.hpp>

#include <algorithm>
#include <cstdint>

namespace poplin {

using Range = std::pair<unsigned, unsigned>;

namespace {

constexpr unsigned kNone = ~0U;

/// Where element `index` of a size is after a transform of it; -1 if it is truncated.
std::int64_t placeOf(unsigned index, std::size_t size, unsigned transformedSize,
                     const ConvParams::InputTransform &t, unsigned dim) {
  if (index < t.truncationLower[dim] || index + t.truncationUpper[dim] >= size) return -1;
  const std::int64_t place = std::int64_t{t.paddingLower[dim]} +
                             std::int64_t{index - t.truncationLower[dim]} * t.dilation[dim];
  return t.flip[dim] ? transformedSize - 1 - place : place;
}

/// The inverse; kNone for padding and for zeros between elements.
unsigned indexAt(std::int64_t place, std::size_t size, unsigned transformedSize,
                 const ConvParams::InputTransform &t, unsigned dim) {
  if (place < 0 || place >= transformedSize) return kNone;
  if (t.flip[dim]) place = transformedSize - 1 - place;
  place -= t.paddingLower[dim];
  if (place < 0 || place % t.dilation[dim] != 0) return kNone;
  const std::int64_t index = place / t.dilation[dim] + t.truncationLower[dim];
  return index + t.truncationUpper[dim] < static_cast<std::int64_t>(size)
             ? static_cast<unsigned>(index)
             : kNone;
}

/// Where the window of an output begins; -1 for padding.
std::int64_t windowAt(unsigned output, unsigned dim, const ConvParams &params) {
  const auto &t = params.outputTransform;
  if (output < t.paddingLower[dim] || output + t.paddingUpper[dim] >= params.getOutputSize(dim))
    return -1;
  return std::int64_t{t.truncationLower[dim]} +
         std::int64_t{output - t.paddingLower[dim]} * t.stride[dim];
}

/// The smallest range around all indices below `size` for which f is true.
template <class F>
Range rangeAround(Range limits, F f) {
  Range range(0, 0);
  for (unsigned i = limits.first; i < limits.second; ++i) {
    if (!f(i)) continue;
    if (range.first == range.second) range.first = i;
    range.second = i + 1;
  }
  return range;
}

template <class F>
bool any(Range range, F f) {
  for (unsigned i = range.first; i < range.second; ++i)
    if (f(i)) return true;
  return false;
}

Range whole(std::size_t size) {
  return {0, static_cast<unsigned>(size)};
}

} // namespace

unsigned getDilatedSize(unsigned size, unsigned dilation) {
  return size == 0 ? 0 : 1 + (size - 1) * dilation;
}

unsigned getInputIndex(unsigned dim, unsigned outputIndex, unsigned kernelIndex,
                       const ConvParams &params) {
  const std::int64_t window = windowAt(outputIndex, dim, params);
  const std::int64_t place =
      placeOf(kernelIndex, params.kernelShape[dim], params.getTransformedKernelSize(dim),
              params.kernelTransform, dim);
  if (window < 0 || place < 0) return kNone;
  return indexAt(window + place, params.inputFieldShape[dim], params.getTransformedInputSize(dim),
                 params.inputTransform, dim);
}

unsigned getKernelIndex(unsigned dim, unsigned outputIndex, unsigned inputIndex,
                        const ConvParams &params) {
  const std::int64_t window = windowAt(outputIndex, dim, params);
  const std::int64_t place =
      placeOf(inputIndex, params.inputFieldShape[dim], params.getTransformedInputSize(dim),
              params.inputTransform, dim);
  if (window < 0 || place < 0) return kNone;
  return indexAt(place - window, params.kernelShape[dim], params.getTransformedKernelSize(dim),
                 params.kernelTransform, dim);
}

Range getOutputRangeForKernelIndex(unsigned dim, Range outputRange, unsigned kernelIndex,
                                   const ConvParams &params) {
  return rangeAround(
      outputRange, [&](unsigned o) { return getInputIndex(dim, o, kernelIndex, params) != kNone; });
}

Range getOutputRangeForInputIndex(unsigned dim, Range outputRange, unsigned inputIndex,
                                  const ConvParams &params) {
  return rangeAround(
      outputRange, [&](unsigned o) { return getKernelIndex(dim, o, inputIndex, params) != kNone; });
}

Range getOutputRangeForKernelRange(unsigned dim, Range outputRange, Range kernelRange,
                                   const ConvParams &params) {
  return rangeAround(outputRange, [&](unsigned o) {
    return any(kernelRange, [&](unsigned k) { return getInputIndex(dim, o, k, params) != kNone; });
  });
}

Range getOutputRangeForInputRange(unsigned dim, Range outputRange, Range inputRange,
                                  const ConvParams &params) {
  return rangeAround(outputRange, [&](unsigned o) {
    return any(inputRange, [&](unsigned i) { return getKernelIndex(dim, o, i, params) != kNone; });
  });
}

Range getInputRange(unsigned dim, Range outputRange, unsigned kernelIndex,
                    const ConvParams &params) {
  return getInputRange(dim, outputRange, Range(kernelIndex, kernelIndex + 1), params);
}

Range getInputRange(unsigned dim, Range outputRange, Range kernelRange, const ConvParams &params) {
  unsigned first = kNone, last = 0;
  any(outputRange, [&](unsigned o) {
    any(kernelRange, [&](unsigned k) {
      const unsigned i = getInputIndex(dim, o, k, params);
      if (i != kNone) {
        first = std::min(first, i);
        last = std::max(last, i + 1);
      }
      return false;
    });
    return false;
  });
  return first == kNone ? Range(0, 0) : Range(first, last);
}

Range getInputRange(unsigned dim, unsigned outputIndex, Range kernelRange,
                    const ConvParams &params) {
  return getInputRange(dim, Range(outputIndex, outputIndex + 1), kernelRange, params);
}

Range getInputRange(unsigned dim, unsigned outputIndex, const ConvParams &params) {
  return getInputRange(dim, outputIndex, whole(params.kernelShape[dim]), params);
}

Range getInputRange(unsigned dim, Range outputRange, const ConvParams &params) {
  return getInputRange(dim, outputRange, whole(params.kernelShape[dim]), params);
}

Range getKernelRange(unsigned dim, Range outputRange, unsigned inputIndex,
                     const ConvParams &params) {
  return getKernelRange(dim, outputRange, Range(inputIndex, inputIndex + 1), params);
}

Range getKernelRange(unsigned dim, Range outputRange, Range inputRange, const ConvParams &params) {
  return rangeAround(whole(params.kernelShape[dim]), [&](unsigned k) {
    return any(outputRange, [&](unsigned o) {
      const unsigned i = getInputIndex(dim, o, k, params);
      return i != kNone && i >= inputRange.first && i < inputRange.second;
    });
  });
}

} // namespace poplin
