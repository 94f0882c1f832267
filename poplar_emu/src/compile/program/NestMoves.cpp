// SPDX-License-Identifier: MIT
// Walks nests in stretches that stay on one tile and evenly spaced on both sides.
#include "compile/program/NestMoves.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::compile {

/// Follows the elements of one side and knows the span that the current one lies in.
class NestMoves::Cursor {
 public:
  Cursor(const Side &side, std::uint64_t width) : side_(side), width_(width) {
    if (side.layout) span_ = side.layout->spans.data();
  }

  void seek(std::uint64_t element) {
    element_ = element;
    if (element >= span_->begin && element < span_->end) return;
    const StorageMap::TileSpan *next = span_ + 1;
    const auto &spans = side_.layout->spans;
    if (next < spans.data() + spans.size() && element >= next->begin && element < next->end)
      span_ = next;
    else
      span_ = spans.data() + side_.layout->find(element);
  }

  /// How many of the next elements, `stride` apart, lie in the span.
  std::uint64_t steps(std::int64_t stride) const {
    if (stride == 1) return span_->end - element_;
    if (stride == 0) return std::numeric_limits<std::uint64_t>::max();
    return stride > 0 ? (span_->end - 1 - element_) / static_cast<std::uint64_t>(stride) + 1
                      : (element_ - span_->begin) /
                                (std::uint64_t{0} - static_cast<std::uint64_t>(stride)) +
                            1;
  }

  std::uint64_t address() const {
    return side_.address + (span_->packed + (element_ - span_->begin)) * width_;
  }
  TileId tile() const { return span_->tile; }

 private:
  static constexpr StorageMap::TileSpan kEverything{0, std::numeric_limits<std::uint64_t>::max(), 0,
                                                    TileId()};

  Side side_;
  std::uint64_t width_;
  std::uint64_t element_ = 0;
  const StorageMap::TileSpan *span_ = &kEverything;
};

NestMoves::Side NestMoves::side(VariableId variable) const {
  if (variable == kHostBuffer) return {};
  if (variable == kStaging) return {staging_, nullptr};
  const StorageMap::Layout &layout = storage_.layout(variable);
  return {layout.address, &layout};
}

/// Calls f(source, destination, n, source stride, destination stride) for every stretch: cursors at
/// its first element, strides in elements.
template <class F>
void NestMoves::forEachStretch(const view::Nest &nest, F &&f) const {
  Cursor source(side(nest.srcVariable), width_), destination(side(nest.dstVariable), width_);
  const std::size_t inner = nest.dims.size() - 1;
  const view::NestDim row = nest.dims[inner];
  view::InlineVector<std::uint64_t, 4> index(inner, 0);
  auto s = static_cast<std::uint64_t>(nest.srcOffset);
  auto d = static_cast<std::uint64_t>(nest.dstOffset);
  const auto advance = [&](const view::NestDim &dim, std::uint64_t steps) {
    s += steps * static_cast<std::uint64_t>(dim.srcStride);
    d += steps * static_cast<std::uint64_t>(dim.dstStride);
  };
  for (;;) {
    const std::uint64_t rowSource = s, rowDestination = d;
    for (std::uint64_t left = row.extent; left > 0;) {
      source.seek(s);
      destination.seek(d);
      const std::uint64_t n =
          left == 1
              ? 1
              : std::min({left, source.steps(row.srcStride), destination.steps(row.dstStride)});
      f(source, destination, n, row.srcStride, row.dstStride);
      advance(row, n);
      left -= n;
    }
    s = rowSource;
    d = rowDestination;

    std::size_t level = inner;
    for (; level > 0; --level) {
      const view::NestDim &dim = nest.dims[level - 1];
      advance(dim, 1);
      if (++index[level - 1] < dim.extent) break;
      advance(dim, std::uint64_t{0} - dim.extent);
      index[level - 1] = 0;
    }
    if (level == 0) return;
  }
}

void NestMoves::addMoves(const view::Nest &nest, MoveListBuilder &moves) const {
  const auto width = static_cast<std::int64_t>(width_);
  const Side from = side(nest.srcVariable), to = side(nest.dstVariable);
  if (from.inOrder() && to.inOrder()) {
    const std::uint64_t source = from.address + static_cast<std::uint64_t>(nest.srcOffset * width);
    const std::uint64_t destination =
        to.address + static_cast<std::uint64_t>(nest.dstOffset * width);
    if (nest.dims.size() == 1 && (nest.dims[0].extent == 1 ||
                                  (nest.dims[0].srcStride == 1 && nest.dims[0].dstStride == 1))) {
      moves.add(source, destination, nest.dims[0].extent * width_);
      return;
    }
    Loops loops;
    for (const view::NestDim &dim : nest.dims)
      loops.push_back({dim.extent, dim.srcStride * width, dim.dstStride * width});
    moves.addNest(source, destination, width_, {loops.data(), loops.size()});
    return;
  }
  forEachStretch(nest, [&](const Cursor &source, const Cursor &destination, std::uint64_t n,
                           std::int64_t srcStride, std::int64_t dstStride) {
    if (srcStride == 1 && dstStride == 1) {
      moves.add(source.address(), destination.address(), n * width_);
    } else {
      const plan::MoveLoop loop{n, srcStride * width, dstStride * width};
      moves.addNest(source.address(), destination.address(), width_, {&loop, 1});
    }
  });
}

void NestMoves::count(const view::Nest &nest, ExchangeCounter &exchange) const {
  const Side from = side(nest.srcVariable), to = side(nest.dstVariable);
  if (from.onOneTile() && to.onOneTile()) {
    exchange.add(from.firstTile(), to.firstTile(), nest.numElements() * width_);
    return;
  }
  forEachStretch(
      nest, [&](const Cursor &source, const Cursor &destination, std::uint64_t n, std::int64_t,
                std::int64_t) { exchange.add(source.tile(), destination.tile(), n * width_); });
}

} // namespace poplar_emu::compile
