// SPDX-License-Identifier: MIT
// Strided slices of padded tensors.
#include "pooling/Windows.hpp"

#include <algorithm>

namespace popnn {
namespace pooling {

using poplar::Graph;
using poplar::Tensor;
using Index = std::vector<std::size_t>;

namespace {

/// The dimension of a tensor that is dimension d of the field; batch and channels come first.
unsigned dimOf(std::size_t d) {
  return static_cast<unsigned>(d + 2);
}

Tensor constantLike(Graph &graph, const Tensor &t, unsigned dim, std::size_t size, float value) {
  Tensor constant = graph.addConstant(t.elementType(), {1}, value);
  graph.setTileMapping(constant, 0);
  std::vector<std::size_t> shape = t.shape();
  shape[dim] = size;
  constant = constant.reshape(std::vector<std::size_t>(shape.size(), 1));
  for (unsigned d = 0; d < shape.size(); ++d)
    constant = constant.broadcast(static_cast<unsigned>(shape[d]), d);
  return constant;
}

/// Adds elements before (or removes the first, if negative) and then makes the dimension `size`
/// long.
Tensor shift(Graph &graph, Tensor t, unsigned dim, long before, std::size_t size, float value) {
  if (before < 0)
    t = t.slice(std::min<std::size_t>(static_cast<std::size_t>(-before), t.dim(dim)), t.dim(dim),
                dim);
  else if (before > 0)
    t = concat(constantLike(graph, t, dim, static_cast<std::size_t>(before), value), t, dim);
  if (t.dim(dim) > size) return t.slice(0, size, dim);
  if (t.dim(dim) < size)
    return concat(t, constantLike(graph, t, dim, size - t.dim(dim), value), dim);
  return t;
}

/// stride - 1 zeros between elements.
Tensor dilate(Graph &graph, const Tensor &t, unsigned dim, unsigned stride) {
  const std::size_t n = t.dim(dim);
  if (stride == 1 || n == 0) return t;
  const Tensor spread = t.expand({dim + 1});
  const Tensor zeros = constantLike(graph, spread, dim + 1, stride - 1, 0.0f);
  return concat(spread, zeros, dim + 1)
      .reshapePartial(dim, dim + 2, {n * stride})
      .slice(0, (n - 1) * stride + 1, dim);
}

template <class F>
void forEachIndex(const Index &shape, F f) {
  Index index(shape.size(), 0);
  std::size_t count = 1;
  for (const std::size_t size : shape)
    count *= size;
  for (std::size_t i = 0; i < count; ++i) {
    f(index);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

} // namespace

std::vector<Tensor> windowElements(Graph &graph, const PoolParams &params, const Tensor &in,
                                   float padding) {
  const Index out = params.getOutputFieldShape();
  Tensor padded = in;
  for (std::size_t d = 0; d < out.size(); ++d) {
    const long lower = params.inputTruncationOrPaddingLower[d];
    const long size =
        static_cast<long>(in.dim(dimOf(d))) + lower + params.inputTruncationOrPaddingUpper[d];
    padded = shift(graph, padded, dimOf(d), lower, static_cast<std::size_t>(size), padding);
  }
  std::vector<Tensor> elements;
  forEachIndex(params.kernelShape, [&](const Index &k) {
    Tensor element = padded;
    for (std::size_t d = 0; d < out.size(); ++d)
      element = element.slice(k[d], k[d] + (out[d] - 1) * params.stride[d] + 1, dimOf(d))
                    .subSample(params.stride[d], dimOf(d));
    elements.push_back(element);
  });
  return elements;
}

std::vector<Tensor> valuesOfWindows(Graph &graph, const PoolParams &params, const Tensor &out) {
  Tensor spread = out;
  for (std::size_t d = 0; d < params.getNumFieldDims(); ++d)
    spread = dilate(graph, spread, dimOf(d), params.stride[d]);
  std::vector<Tensor> values;
  forEachIndex(params.kernelShape, [&](const Index &k) {
    Tensor value = spread;
    for (std::size_t d = 0; d < k.size(); ++d)
      value = shift(graph, value, dimOf(d),
                    static_cast<long>(k[d]) - params.inputTruncationOrPaddingLower[d],
                    params.inputFieldShape[d], 0.0f);
    values.push_back(value);
  });
  return values;
}

Tensor windowCounts(Graph &graph, const PoolParams &params) {
  const Index out = params.getOutputFieldShape();
  std::vector<unsigned> counts;
  forEachIndex(out, [&](const Index &o) {
    std::size_t count = 1;
    for (std::size_t d = 0; d < out.size(); ++d) {
      const long begin =
          static_cast<long>(o[d] * params.stride[d]) - params.inputTruncationOrPaddingLower[d];
      const long end = begin + static_cast<long>(params.kernelShape[d]);
      const long size = static_cast<long>(params.inputFieldShape[d]);
      count *= static_cast<std::size_t>(std::max(0L, std::min(end, size) - std::max(begin, 0L)));
    }
    counts.push_back(static_cast<unsigned>(count));
  });
  Tensor t;
  if (std::equal(counts.begin() + 1, counts.end(), counts.begin())) {
    t = graph.addConstant(poplar::UNSIGNED_INT, {1}, counts[0])
            .reshape(std::vector<std::size_t>(out.size(), 1));
    for (unsigned d = 0; d < out.size(); ++d)
      t = t.broadcast(static_cast<unsigned>(out[d]), d);
  } else {
    t = graph.addConstant<unsigned>(poplar::UNSIGNED_INT, out, poplar::ArrayRef<unsigned>(counts));
  }
  graph.setTileMapping(t, 0);
  return t.expand({0, 0})
      .broadcast(static_cast<unsigned>(params.batchSize), 0)
      .broadcast(static_cast<unsigned>(params.numChannels), 1);
}

} // namespace pooling
} // namespace popnn
