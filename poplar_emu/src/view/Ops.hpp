// SPDX-License-Identifier: MIT
// Every operation of poplar::Tensor that makes a view from views.
//
// Cost of each: proportional to the number of pieces, never to the number of elements, unless said
// otherwise. Errors: PE0102 (index), PE0103 (dimension), PE0104 (slice), PE0105 (reshape), PE0106
// (permutation), PE0107 (shapes), PE0108 (empty concat), PE0111 (squeeze), PE0112 (rank), PE0113
// (stride, factor, overflow).
#pragma once

#include "view/View.hpp"

#include <initializer_list>

namespace poplar_emu::view {

using Indices = std::span<const std::uint64_t>;
using Dims = std::span<const unsigned>;

/// Elements [begin, end) of dimension `dim`; the rank stays. On dimension 0 pieces are found by
/// bisection, so cutting a concatenation of n tensors into n slices costs n log n.
View slice(const View &view, std::uint64_t begin, std::uint64_t end, unsigned dim = 0,
           SiteId site = {});
/// Slices dimensions 0 .. begin.size()-1; the others stay whole.
View slice(const View &view, Indices begin, Indices end, SiteId site = {});
/// One view per interval.
std::vector<View> slices(const View &view, std::span<const Interval> intervals, unsigned dim = 0,
                         SiteId site = {});
/// One view per list: the concatenation of its slices. An empty list gives a slice of size 0.
std::vector<View> slices(const View &view, std::span<const std::vector<Interval>> lists,
                         unsigned dim = 0, SiteId site = {});
/// One slice of size 1 per index.
std::vector<View> slices(const View &view, Dims indices, unsigned dim = 0, SiteId site = {});
/// Drops the leading indices.size() dimensions.
View index(const View &view, Indices indices, SiteId site = {});
inline View index(const View &view, std::uint64_t i, SiteId site = {}) {
  return index(view, Indices(&i, 1), site);
}
/// Elements 0, stride, 2 * stride, ... of a dimension.
View subSample(const View &view, std::uint64_t stride, unsigned dim, SiteId site = {});

View flatten(const View &view, SiteId site = {});
/// Collapses dimensions [dimBegin, dimEnd) to one; dimBegin == dimEnd inserts a dimension of
/// size 1.
View flatten(const View &view, unsigned dimBegin, unsigned dimEnd, SiteId site = {});
/// Regroups digits; a piece is split only where no digits express the new shape.
View reshape(const View &view, Indices shape, SiteId site = {});
View reshapePartial(const View &view, unsigned dimBegin, unsigned dimEnd, Indices newDims,
                    SiteId site = {});
/// Inserts a dimension of size 1 before each of `dims`, which count dimensions of the given view.
View expand(const View &view, Indices dims, SiteId site = {});
/// Removes dimensions of size 1.
View squeeze(const View &view, Indices dims, SiteId site = {});

/// Dimension i of the result is dimension permutation[i] of `view`.
View dimShuffle(const View &view, Dims permutation, SiteId site = {});
/// Dimension source[k] moves to position destination[k]; the others fill the gaps in order.
View dimShufflePartial(const View &view, Dims source, Dims destination, SiteId site = {});
View dimRoll(const View &view, unsigned dim, unsigned newPosition = 0, SiteId site = {});
View transpose(const View &view, SiteId site = {});
View reverse(const View &view, unsigned dim, SiteId site = {});

/// n copies one after the other along a dimension. A piece that covers only a part of the dimension
/// becomes n pieces.
View broadcast(const View &view, std::uint64_t n, unsigned dim, SiteId site = {});
/// Each element repeated `scale` times.
View upsample(const View &view, std::uint64_t scale, unsigned dim, SiteId site = {});
/// 5.4 of the host API reference: the smallest slice found that, broadcast back, gives `view`.
View findUnbroadcast(const View &view);

/// Joins along a dimension. Pieces that continue each other become one.
View concat(std::span<const View *const> views, unsigned dim = 0, SiteId site = {});
View concat(std::span<const View> views, unsigned dim = 0, SiteId site = {});
inline View concat(std::initializer_list<View> views, unsigned dim = 0, SiteId site = {}) {
  return concat(std::span<const View>(views.begin(), views.size()), dim, site);
}
/// `added` lacks dimension `dim`; it becomes the last index of that dimension.
View append(const View &view, const View &added, unsigned dim = 0, SiteId site = {});

/// Same shape and, element by element, the same elements of the same variables.
bool equal(const View &a, const View &b);

} // namespace poplar_emu::view
