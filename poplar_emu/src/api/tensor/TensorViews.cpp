// SPDX-License-Identifier: MIT
// The view operations of poplar::Tensor: index algebra of the view layer on the tensor's view.
#include "api/tensor/Intervals.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "view/Ops.hpp"

#include <algorithm>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

/// The tensor over f(view).
template <class F>
Tensor derive(const Tensor &tensor, const char *what, const SourceLocation &loc, F &&f) {
  const TensorRef &state = need(tensor, what, loc);
  return namingTensor(*state, loc, [&] { return withView(*state, f(state->view)); });
}

template <class F>
std::vector<Tensor> deriveMany(const Tensor &tensor, const char *what, const SourceLocation &loc,
                               F &&f) {
  const TensorRef &state = need(tensor, what, loc);
  std::vector<view::View> views = namingTensor(*state, loc, [&] { return f(state->view); });
  std::vector<Tensor> tensors;
  tensors.reserve(views.size());
  for (view::View &view : views)
    tensors.push_back(withView(*state, std::move(view)));
  return tensors;
}

view::Indices indices(ArrayRef<std::size_t> values) {
  return {values.data(), values.size()};
}
view::Dims dims(ArrayRef<unsigned> values) {
  return {values.data(), values.size()};
}

} // namespace

Tensor Tensor::operator[](std::size_t i) const & {
  return derive(*this, "operator[]", {}, [&](const view::View &v) { return view::index(v, i); });
}

Tensor Tensor::operator[](std::size_t i) && {
  return static_cast<const Tensor &>(*this)[i];
}

Tensor Tensor::slice(std::size_t begin, std::size_t end, unsigned dimension,
                     SourceLocation loc) const & {
  return derive(*this, "slice", loc,
                [&](const view::View &v) { return view::slice(v, begin, end, dimension); });
}

Tensor Tensor::slice(std::size_t begin, std::size_t end, unsigned dimension,
                     SourceLocation loc) && {
  return static_cast<const Tensor &>(*this).slice(begin, end, dimension, loc);
}

Tensor Tensor::slice(std::size_t begin, std::size_t end, SourceLocation loc) const {
  return slice(begin, end, 0u, loc);
}

Tensor Tensor::slice(const Interval &region, unsigned dimension, SourceLocation loc) const {
  return slice(region.begin(), region.end(), dimension, loc);
}

Tensor Tensor::slice(ArrayRef<std::size_t> begin, ArrayRef<std::size_t> end,
                     SourceLocation loc) const {
  return derive(*this, "slice", loc,
                [&](const view::View &v) { return view::slice(v, indices(begin), indices(end)); });
}

std::vector<Tensor> Tensor::slices(ArrayRef<Interval> regions, unsigned dimension,
                                   SourceLocation loc) const {
  return deriveMany(*this, "slices", loc, [&](const view::View &v) {
    return view::slices(v, std::span<const view::Interval>(toView(regions)), dimension);
  });
}

std::vector<Tensor> Tensor::slices(const std::vector<std::vector<Interval>> &regions,
                                   unsigned dimension, SourceLocation loc) const {
  std::vector<std::vector<view::Interval>> lists;
  lists.reserve(regions.size());
  for (const std::vector<Interval> &list : regions)
    lists.push_back(toView(list));
  return deriveMany(*this, "slices", loc, [&](const view::View &v) {
    return view::slices(v, std::span<const std::vector<view::Interval>>(lists), dimension);
  });
}

std::vector<Tensor> Tensor::slices(const ArrayRef<unsigned> &positions, unsigned dimension,
                                   SourceLocation loc) const {
  return deriveMany(*this, "slices", loc, [&](const view::View &v) {
    return view::slices(v, dims(positions), dimension);
  });
}

Tensor Tensor::index(ArrayRef<std::size_t> positions, SourceLocation loc) const {
  return derive(*this, "index", loc,
                [&](const view::View &v) { return view::index(v, indices(positions)); });
}

Tensor Tensor::flatten(SourceLocation loc) const {
  return derive(*this, "flatten", loc, [](const view::View &v) { return view::flatten(v); });
}

Tensor Tensor::flatten(unsigned dimBegin, unsigned dimEnd, SourceLocation loc) const {
  return derive(*this, "flatten", loc,
                [&](const view::View &v) { return view::flatten(v, dimBegin, dimEnd); });
}

Tensor Tensor::reshape(ArrayRef<std::size_t> shape, SourceLocation loc) const {
  return derive(*this, "reshape", loc,
                [&](const view::View &v) { return view::reshape(v, indices(shape)); });
}

Tensor Tensor::reshapePartial(unsigned beginIndex, unsigned endIndex, ArrayRef<std::size_t> newDims,
                              SourceLocation loc) const {
  return derive(*this, "reshapePartial", loc, [&](const view::View &v) {
    return view::reshapePartial(v, beginIndex, endIndex, indices(newDims));
  });
}

Tensor Tensor::dimShuffle(ArrayRef<unsigned> permutation, SourceLocation loc) const {
  return derive(*this, "dimShuffle", loc,
                [&](const view::View &v) { return view::dimShuffle(v, dims(permutation)); });
}

Tensor Tensor::dimShufflePartial(ArrayRef<unsigned> source, ArrayRef<unsigned> destination,
                                 SourceLocation loc) const {
  return derive(*this, "dimShufflePartial", loc, [&](const view::View &v) {
    return view::dimShufflePartial(v, dims(source), dims(destination));
  });
}

Tensor Tensor::dimRoll(unsigned dimIndex, unsigned newIndex, SourceLocation loc) const {
  return derive(*this, "dimRoll", loc,
                [&](const view::View &v) { return view::dimRoll(v, dimIndex, newIndex); });
}

Tensor Tensor::expand(ArrayRef<std::size_t> positions, SourceLocation loc) const {
  return derive(*this, "expand", loc,
                [&](const view::View &v) { return view::expand(v, indices(positions)); });
}

Tensor Tensor::squeeze(ArrayRef<std::size_t> positions, SourceLocation loc) const {
  return derive(*this, "squeeze", loc,
                [&](const view::View &v) { return view::squeeze(v, indices(positions)); });
}

Tensor Tensor::transpose(SourceLocation loc) const {
  return derive(*this, "transpose", loc, [](const view::View &v) { return view::transpose(v); });
}

Tensor Tensor::subSample(unsigned stride, unsigned dimension, SourceLocation loc) const {
  return derive(*this, "subSample", loc,
                [&](const view::View &v) { return view::subSample(v, stride, dimension); });
}

Tensor Tensor::upsample(unsigned scale, unsigned dimension, UpsampleMethod,
                        SourceLocation loc) const {
  return derive(*this, "upsample", loc,
                [&](const view::View &v) { return view::upsample(v, scale, dimension); });
}

Tensor Tensor::broadcast(unsigned n, unsigned dimension, SourceLocation loc) const {
  return derive(*this, "broadcast", loc,
                [&](const view::View &v) { return view::broadcast(v, n, dimension); });
}

Tensor Tensor::reverse(unsigned dimension, SourceLocation loc) const {
  return derive(*this, "reverse", loc,
                [&](const view::View &v) { return view::reverse(v, dimension); });
}

Tensor Tensor::reinterpret(const Type &type, SourceLocation loc) const {
  const TensorRef &state = need(*this, "reinterpret", loc);
  const ElementType to = Access::elementType(type);
  if (sizeInBytes(to) != sizeInBytes(state->type) || to == ElementType::Invalid) {
    Diagnostic(Code::PE0110, "{} cannot be reinterpreted as {}", describeTensor(*state), name(to))
        .at(siteOf(loc))
        .note("{} has {} bytes, {} has {}", name(state->type), sizeInBytes(state->type), name(to),
              sizeInBytes(to))
        .raise();
  }
  return makeTensor(state->core, to, state->view,
                    to == ElementType::Quarter ? state->metadata : nullptr);
}

} // namespace poplar
