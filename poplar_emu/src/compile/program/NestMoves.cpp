// SPDX-License-Identifier: MIT
// Walks nests in stretches that stay on one tile and evenly spaced on both sides.
#include "compile/program/NestMoves.hpp"

#include <algorithm>
#include <limits>
#include <vector>

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

  /// How many of the boxes at `element`, `element + stride`, ... lie in one span, that of the
  /// first. A box covers the elements from `low` to `high`, counted from its own.
  std::uint64_t boxes(std::uint64_t element, std::int64_t low, std::int64_t high,
                      std::int64_t stride) {
    seek(element + static_cast<std::uint64_t>(low));
    const std::uint64_t last = element + static_cast<std::uint64_t>(high);
    if (last >= span_->end) return 0;
    if (stride == 0) return std::numeric_limits<std::uint64_t>::max();
    return stride > 0 ? (span_->end - 1 - last) / static_cast<std::uint64_t>(stride) + 1
                      : (element_ - span_->begin) /
                                (std::uint64_t{0} - static_cast<std::uint64_t>(stride)) +
                            1;
  }

  std::uint64_t address() const {
    return side_.address + (span_->packed + (element_ - span_->begin)) * width_;
  }
  TileId tile() const { return span_->tile; }
  /// Of the first element, if storage was in element order.
  plan::Address base() const { return side_.address; }

 private:
  static constexpr StorageMap::TileSpan kEverything{0, std::numeric_limits<std::uint64_t>::max(), 0,
                                                    TileId()};

  Side side_;
  std::uint64_t width_;
  std::uint64_t element_ = 0;
  const StorageMap::TileSpan *span_ = &kEverything;
};

/// Adds up the bytes of a nest by tile. What stays on one tile on both sides is one box, however
/// many loops go around it: a broadcast costs no more than the tiles that it reaches.
class NestMoves::Counter {
 public:
  Counter(const view::Nest &nest, Cursor source, Cursor destination, std::uint64_t width,
          ExchangeCounter &exchange, SentParts &sent)
      : nest_(nest), source_(source), destination_(destination), width_(width), exchange_(exchange),
        sent_(sent), boxes_(nest.dims.size() + 1) {
    boxes_.back() = {{}, {}, width, width};
    for (std::size_t level = nest.dims.size(); level-- > 0;) {
      const view::NestDim &dim = nest.dims[level];
      Box box = boxes_[level + 1];
      const auto steps = static_cast<std::int64_t>(dim.extent) - 1;
      grow(box.source, steps * dim.srcStride);
      grow(box.destination, steps * dim.dstStride);
      box.bytes *= dim.extent;
      if (dim.srcStride != 0) box.sourceBytes *= dim.extent;
      boxes_[level] = box;
    }
  }

  void count() {
    count(0, static_cast<std::uint64_t>(nest_.srcOffset),
          static_cast<std::uint64_t>(nest_.dstOffset), 1);
  }

 private:
  struct Reach {
    std::int64_t low = 0, high = 0;
  };
  /// What one iteration of the loop around it covers.
  struct Box {
    Reach source, destination;
    std::uint64_t bytes = 0;
    std::uint64_t sourceBytes = 0; ///< what is repeated once
  };

  static void grow(Reach &reach, std::int64_t by) { (by < 0 ? reach.low : reach.high) += by; }

  /// The loops from `level` inwards, everything `times` over.
  void count(std::size_t level, std::uint64_t s, std::uint64_t d, std::uint64_t times) {
    const view::NestDim &dim = nest_.dims[level];
    const Box &box = boxes_[level + 1];
    for (std::uint64_t left = dim.extent; left > 0;) {
      const std::uint64_t from = source_.boxes(s, box.source.low, box.source.high, dim.srcStride);
      const std::uint64_t to =
          destination_.boxes(d, box.destination.low, box.destination.high, dim.dstStride);
      std::uint64_t n = 1;
      if (from > 0 && to > 0) {
        n = std::min({left, from, to});
        Box all = box;
        const std::int64_t steps = static_cast<std::int64_t>(n) - 1;
        grow(all.source, steps * dim.srcStride);
        all.bytes *= n * times;
        if (dim.srcStride != 0) all.sourceBytes *= n;
        add(s, all);
      } else {
        // The same elements again and again, to or from one tile: once is enough.
        if (to > 0 && dim.srcStride == 0) n = std::min(left, to);
        if (from > 0 && dim.dstStride == 0) n = std::min(left, from);
        count(level + 1, s, d, n * times);
      }
      s += n * static_cast<std::uint64_t>(dim.srcStride);
      d += n * static_cast<std::uint64_t>(dim.dstStride);
      left -= n;
    }
  }

  /// A box between the tiles of both cursors.
  void add(std::uint64_t s, const Box &box) {
    const TileId from = source_.tile(), to = destination_.tile();
    if (!from.valid()) return exchange_.addHost(to, box.bytes, HostIs::Source);
    if (!to.valid()) return exchange_.addHost(from, box.bytes, HostIs::Destination);
    const ExchangeCounter::Reach reach = exchange_.reach(from, to);
    if (from == to && reach == ExchangeCounter::Reach::OwnIpu)
      return exchange_.copyOn(from, box.bytes);
    const std::uint64_t begin = s + static_cast<std::uint64_t>(box.source.low),
                        length = static_cast<std::uint64_t>(box.source.high - box.source.low) + 1;
    const plan::Address address = source_.base() + begin * width_;
    exchange_.receive(from, to, box.bytes, address);
    sent_.add({address, box.sourceBytes, length * width_ == box.sourceBytes ? 1U : 2U, from},
              reach);
  }

  const view::Nest &nest_;
  Cursor source_, destination_;
  std::uint64_t width_;
  ExchangeCounter &exchange_;
  SentParts &sent_;
  std::vector<Box> boxes_; ///< inside the loop of each level; the last is one element
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

void NestMoves::count(const view::Nest &nest, ExchangeCounter &exchange, SentParts &sent) const {
  Counter(nest, Cursor(side(nest.srcVariable), width_), Cursor(side(nest.dstVariable), width_),
          width_, exchange, sent)
      .count();
}

} // namespace poplar_emu::compile
