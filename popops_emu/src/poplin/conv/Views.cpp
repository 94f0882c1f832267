// SPDX-License-Identifier: MIT
// Transforms and windows without moving data.
#include "conv/Views.hpp"

#include "support/Arithmetic.hpp"

#include <algorithm>

namespace poplin {

using poplar::Graph;
using poplar::Tensor;
using popops::support::volume;
using Shape = std::vector<std::size_t>;

namespace {

Shape join(Shape a, const Shape &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Tensor zeros(Graph &graph, const Tensor &like, unsigned dim, std::size_t size) {
  Tensor t = graph.addConstant(like.elementType(), {1}, 0.0f);
  graph.setTileMapping(t, 0);
  Shape shape = like.shape();
  shape[dim] = size;
  t = t.reshape(Shape(shape.size(), 1));
  for (unsigned d = 0; d < shape.size(); ++d)
    t = t.broadcast(static_cast<unsigned>(shape[d]), d);
  return t;
}

Tensor dilate(Graph &graph, const Tensor &t, unsigned dim, unsigned dilation) {
  const std::size_t n = t.dim(dim);
  if (dilation == 1 || n == 0) return t;
  const Tensor spread = t.expand({dim + 1});
  return concat(spread, zeros(graph, spread, dim + 1, dilation - 1), dim + 1)
      .reshapePartial(dim, dim + 2, {n * dilation})
      .slice(0, (n - 1) * dilation + 1, dim);
}

Tensor transform(Graph &graph, Tensor t, const ConvParams::InputTransform &transform,
                 unsigned firstDim) {
  for (unsigned d = 0; d < transform.flip.size(); ++d) {
    const unsigned dim = firstDim + d;
    t = t.slice(transform.truncationLower[d], t.dim(dim) - transform.truncationUpper[d], dim);
    t = dilate(graph, t, dim, transform.dilation[d]);
    t = padWithZeros(graph, t, dim, transform.paddingLower[d], transform.paddingUpper[d]);
    if (transform.flip[d]) t = t.reverse(dim);
  }
  return t;
}

/// Where element `index` (after truncation) is in the transformed kernel.
std::size_t kernelPlace(const ConvParams &params, unsigned d, std::size_t index) {
  const auto &t = params.kernelTransform;
  const std::size_t place = t.paddingLower[d] + index * t.dilation[d];
  return t.flip[d] ? params.getTransformedKernelSize(d) - 1 - place : place;
}

/// Moves the dimensions [first, first + count) to the front, in order.
std::vector<unsigned> numbers(unsigned first, std::size_t count) {
  std::vector<unsigned> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

std::vector<unsigned> join(std::vector<unsigned> a, const std::vector<unsigned> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// [N, G*C, field...] to [G, N * field, C].
Tensor channelsLast(const Tensor &t, std::size_t groups) {
  const std::size_t dims = t.rank() - 2, channels = t.dim(1) / std::max<std::size_t>(groups, 1);
  const Tensor split = t.reshapePartial(1, 2, {groups, channels});
  const auto order = join(join({1, 0}, numbers(3, dims)), std::vector<unsigned>{2});
  Shape shape = {groups, t.dim(0), channels};
  for (unsigned d = 0; d < dims; ++d)
    shape[1] *= t.dim(d + 2);
  return split.dimShuffle(order).reshape(shape);
}

} // namespace

Tensor padWithZeros(Graph &graph, const Tensor &t, unsigned dim, std::size_t lower,
                    std::size_t upper) {
  Tensor padded = t;
  if (lower > 0) padded = concat(zeros(graph, t, dim, lower), padded, dim);
  if (upper > 0) padded = concat(padded, zeros(graph, t, dim, upper), dim);
  return padded;
}

ConvSizes sizesOf(const ConvParams &params) {
  ConvSizes sizes;
  const auto &out = params.outputTransform;
  for (unsigned d = 0; d < params.getNumFieldDims(); ++d) {
    sizes.field.push_back(params.getOutputSize(d) - out.paddingLower[d] - out.paddingUpper[d]);
    sizes.kernel.push_back(params.getTruncatedKernelSize(d));
  }
  sizes.rows = params.batchSize * volume(sizes.field);
  sizes.depth = volume(sizes.kernel) * params.inputChannelsPerConvGroup;
  return sizes;
}

std::vector<Tensor> windowColumns(Graph &graph, const ConvParams &params, const Tensor &in) {
  const ConvSizes sizes = sizesOf(params);
  const Tensor transformed = transform(graph, in, params.inputTransform, 2);
  const auto &out = params.outputTransform;
  std::vector<Tensor> columns;
  Shape index(sizes.kernel.size(), 0);
  for (std::size_t i = 0; i < volume(sizes.kernel); ++i) {
    Tensor column = transformed;
    for (unsigned d = 0; d < index.size(); ++d) {
      const std::size_t begin = kernelPlace(params, d, index[d]) + out.truncationLower[d];
      const std::size_t n = sizes.field[d];
      column = column.slice(begin, n == 0 ? begin : begin + (n - 1) * out.stride[d] + 1, d + 2);
      if (n > 0) column = column.subSample(out.stride[d], d + 2);
    }
    columns.push_back(channelsLast(column, params.numConvGroups));
    for (std::size_t d = index.size(); d-- > 0;) {
      if (++index[d] < sizes.kernel[d]) break;
      index[d] = 0;
    }
  }
  return columns;
}

Tensor windows(Graph &graph, const ConvParams &params, const Tensor &in) {
  const auto columns = windowColumns(graph, params, in);
  return columns.size() == 1 ? columns[0] : concat(columns, 2);
}

Tensor kernelMatrix(const ConvParams &params, const Tensor &weights) {
  Tensor used = weights;
  const auto &t = params.kernelTransform;
  const std::size_t dims = params.getNumFieldDims();
  for (unsigned d = 0; d < dims; ++d)
    used = used.slice(t.truncationLower[d], used.dim(d + 3) - t.truncationUpper[d], d + 3);
  const auto order = join(join({0}, numbers(3, dims)), std::vector<unsigned>{2, 1});
  return used.dimShuffle(order).reshape(
      {params.numConvGroups, sizesOf(params).depth, params.outputChannelsPerConvGroup});
}

Tensor outputMatrix(const ConvParams &params, const Tensor &out) {
  Tensor kept = out;
  const auto &t = params.outputTransform;
  for (unsigned d = 0; d < params.getNumFieldDims(); ++d)
    kept = kept.slice(t.paddingLower[d], kept.dim(d + 2) - t.paddingUpper[d], d + 2);
  return channelsLast(kept, params.numConvGroups);
}

Tensor outputOf(const ConvParams &params, const Tensor &matrix) {
  const ConvSizes sizes = sizesOf(params);
  const auto dims = static_cast<unsigned>(sizes.field.size());
  const Shape split = join(join({params.numConvGroups, params.batchSize}, sizes.field),
                           Shape{params.outputChannelsPerConvGroup});
  const auto order = join({1, 0, dims + 2}, numbers(2, dims));
  return matrix.reshape(split).dimShuffle(order).reshape(
      join({params.batchSize, params.getNumOutputChans()}, sizes.field));
}

Tensor kernelOf(const ConvParams &params, const Tensor &matrix) {
  const ConvSizes sizes = sizesOf(params);
  const auto dims = static_cast<unsigned>(sizes.kernel.size());
  const Shape split =
      join(join({params.numConvGroups}, sizes.kernel),
           Shape{params.inputChannelsPerConvGroup, params.outputChannelsPerConvGroup});
  return matrix.reshape(split).dimShuffle(join({0, dims + 2, dims + 1}, numbers(1, dims)));
}

Tensor withGroups(const ConvParams &params, const Tensor &weights) {
  return params.numConvGroups == 1 && weights.rank() == params.getNumFieldDims() + 2
             ? weights.expand({0})
             : weights;
}

Tensor transposeAndFlip(const Tensor &weights) {
  Tensor t = weights.dimShufflePartial({1, 2}, {2, 1});
  for (unsigned d = 3; d < t.rank(); ++d)
    t = t.reverse(d);
  return t;
}

} // namespace poplin
