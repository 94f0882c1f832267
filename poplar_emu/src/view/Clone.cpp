// SPDX-License-Identifier: MIT
// Lays out the variables of a clone and carries the view over to them.
//
// A clone is a map from storage of the source to storage of new variables: a sorted list of moves.
// A piece that lies in one move is shifted; only where a piece spreads over several moves the view
// is rebuilt from its rows.
#include "view/Clone.hpp"

#include "support/Diagnostic.hpp"
#include "view/Ops.hpp"
#include "view/ops/Checks.hpp"
#include "view/ops/Merge.hpp"
#include "view/regions/RunBuilder.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace poplar_emu::view {
namespace {

/// Elements [begin, end) of a variable of the source become elements from `target` of a new
/// variable; the next copy of them lies copyStride elements further.
struct Move {
  VarRegion from;
  VariableId variable;
  std::uint64_t target = 0;
  std::uint64_t copyStride = 0;
};

struct Layout {
  std::vector<CloneVariable> variables;
  std::vector<Move> moves; ///< sorted by `from`, disjoint
};

View viewOfRegions(std::span<const VarRegion> regions) {
  std::vector<Piece> pieces;
  std::uint64_t at = 0;
  for (const VarRegion &region : regions) {
    Piece piece;
    piece.variable = region.variable;
    piece.offset = static_cast<std::int64_t>(region.begin);
    const Digit digit{region.size(), 1};
    piece.addAxis(at, {&digit, 1});
    pieces.push_back(std::move(piece));
    at += region.size();
  }
  mergeAlong(pieces, 0);
  return View(Shape{at}, std::move(pieces));
}

/// One new variable per variable of the source, in storage order, without the elements not used.
Layout preservingLayout(const View &view) {
  Layout out;
  const std::vector<VarRegion> regions = storageRegions(view);
  for (std::size_t i = 0; i < regions.size();) {
    const std::size_t first = i;
    const VariableId variable(out.variables.size());
    std::uint64_t size = 0;
    for (; i < regions.size() && regions[i].variable == regions[first].variable; ++i) {
      out.moves.push_back({regions[i], variable, size, 0});
      size += regions[i].size();
    }
    out.variables.push_back({size, viewOfRegions({regions.data() + first, i - first})});
  }
  return out;
}

/// Places storage in the order in which it is met, each element once.
class Gatherer {
 public:
  void add(VariableId variable, std::uint64_t begin, std::uint64_t end) {
    auto next = moves_.upper_bound({variable, begin});
    if (next != moves_.begin()) {
      const auto previous = std::prev(next);
      if (previous->first.first == variable) begin = std::max(begin, previous->second.from.end);
    }
    while (begin < end) {
      const bool hasNext = next != moves_.end() && next->first.first == variable;
      const std::uint64_t until = hasNext ? std::min(end, next->second.from.begin) : end;
      if (begin < until) place({variable, begin, until});
      if (!hasNext) return;
      begin = std::max(begin, next->second.from.end);
      ++next;
    }
  }

  Layout finish() {
    Layout out;
    if (order_.empty()) return out;
    out.variables.push_back({size_, viewOfRegions(order_)});
    for (auto &[key, move] : moves_) {
      Move *last = out.moves.empty() ? nullptr : &out.moves.back();
      if (last && last->from.variable == move.from.variable && last->from.end == move.from.begin &&
          last->target + last->from.size() == move.target)
        last->from.end = move.from.end;
      else
        out.moves.push_back(move);
    }
    return out;
  }

 private:
  void place(const VarRegion &region) {
    moves_.emplace(std::pair(region.variable, region.begin), Move{region, VariableId(0), size_, 0});
    order_.push_back(region);
    size_ += region.size();
  }

  std::map<std::pair<VariableId, std::uint64_t>, Move> moves_;
  std::vector<VarRegion> order_;
  std::uint64_t size_ = 0;
};

/// The parts of [0, numElements) with their tiles; unmapped ones included, with an invalid tile.
std::vector<MappedInterval> withGaps(std::vector<MappedInterval> mapped,
                                     std::uint64_t numElements) {
  std::vector<MappedInterval> out;
  std::uint64_t at = 0;
  for (const MappedInterval &interval : mapped) {
    if (at < interval.begin) out.push_back({at, interval.begin, {}});
    out.push_back(interval);
    at = interval.end;
  }
  if (at < numElements) out.push_back({at, numElements, {}});
  return out;
}

Layout gatheringLayout(const View &view, const MappingLookup &lookup) {
  const View flat = flatten(view);
  std::vector<MappedInterval> intervals = withGaps(tileIntervals(flat, lookup), flat.numElements());
  // The invalid tile is the largest id: unmapped elements come last.
  std::sort(intervals.begin(), intervals.end(),
            [](const MappedInterval &a, const MappedInterval &b) {
              return std::tie(a.tile, a.begin) < std::tie(b.tile, b.begin);
            });
  Gatherer gatherer;
  for (const MappedInterval &interval : intervals)
    for (const Run &run : runs(flat, {interval.begin, interval.end})) {
      const std::uint64_t rows = run.stride == 0 ? 1 : run.count;
      for (std::uint64_t row = 0; row < rows; ++row)
        gatherer.add(run.variable, run.rowStart(row), run.rowStart(row) + run.length);
    }
  return gatherer.finish();
}

class MoveTable {
 public:
  explicit MoveTable(std::span<const Move> moves) : moves_(moves) {}

  const Move &at(VariableId variable, std::uint64_t element) const {
    const auto after =
        std::upper_bound(moves_.begin(), moves_.end(), std::pair(variable, element),
                         [](const auto &key, const Move &move) {
                           return key < std::pair(move.from.variable, move.from.begin);
                         });
    POPLAR_EMU_CHECK(after != moves_.begin());
    const Move &move = *std::prev(after);
    POPLAR_EMU_CHECK(move.from.variable == variable && element < move.from.end);
    return move;
  }

 private:
  std::span<const Move> moves_;
};

Piece copiedPiece(const Move &move, std::uint64_t copies, std::uint64_t element) {
  Piece piece;
  piece.variable = move.variable;
  piece.offset = static_cast<std::int64_t>(move.target + (element - move.from.begin));
  const Digit digit{copies, static_cast<std::int64_t>(move.copyStride)};
  piece.addAxis(0, {&digit, 1});
  return piece;
}

/// The view row by row: for pieces that several moves tear apart.
View movedRows(const View &view, const MoveTable &table, std::uint64_t copies) {
  std::vector<Piece> pieces;
  std::uint64_t at = 0;
  for (const Run &run : runs(view)) {
    const Move &first = table.at(run.variable, run.start);
    const bool repeated = run.stride == 0 && run.start + run.length <= first.from.end;
    if (repeated) {
      const Digit digits[] = {{run.count, 0}, {run.length, 1}};
      pieces.push_back(copiedPiece(first, copies, run.start));
      pieces.back().addAxis(at, digits);
      at += run.numElements();
      continue;
    }
    forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      for (const std::uint64_t end = begin + length; begin < end;) {
        const Move &move = table.at(run.variable, begin);
        const Digit digit{std::min(end, move.from.end) - begin, 1};
        pieces.push_back(copiedPiece(move, copies, begin));
        pieces.back().addAxis(at, {&digit, 1});
        at += digit.extent;
        begin += digit.extent;
      }
    });
  }
  mergeAlong(pieces, 1);
  const View flat(Shape{copies, view.numElements()}, std::move(pieces));
  return reshapePartial(flat, 1, 2, view.shape());
}

/// The view over the new variables, with a leading dimension of `copies`.
View moved(const View &view, std::span<const Move> moves, std::uint64_t copies) {
  const MoveTable table(moves);
  std::vector<Piece> pieces;
  pieces.reserve(view.pieces().size());
  for (const Piece &piece : view.pieces()) {
    const Footprint footprint = footprintOf(piece);
    const Move &move = table.at(piece.variable, static_cast<std::uint64_t>(footprint.begin));
    if (static_cast<std::uint64_t>(footprint.end) > move.from.end)
      return movedRows(view, table, copies);
    pieces.push_back(copiedPiece(move, copies, move.from.begin));
    Piece &out = pieces.back();
    out.offset += piece.offset - static_cast<std::int64_t>(move.from.begin);
    for (std::size_t d = 0; d < view.rank(); ++d)
      out.addAxis(piece.axes[d].origin, piece.axisDigits(d));
  }
  Shape shape{copies};
  shape.append(view.shape());
  return View(std::move(shape), std::move(pieces));
}

/// The clone of a variable that the pieces use in one and the same nested pattern, such as a column
/// of a matrix: ranks take the place of offsets, and nothing is done per row.
std::optional<ClonePlan> patternClone(const View &view, std::uint64_t copies) {
  const Footprint pattern = footprintOf(view.pieces().front());
  if (!isNested(pattern)) return std::nullopt;
  for (const Piece &piece : view.pieces())
    if (!(footprintOf(piece) == pattern)) return std::nullopt;

  const std::uint64_t size = extentOf(pattern.digits);
  // The stride that counts only elements of the pattern, for a stride of the source.
  const auto rankStride = [&](std::int64_t stride) {
    std::uint64_t rank = 0, left = static_cast<std::uint64_t>(std::abs(stride)), inner = size;
    for (const Digit &digit : pattern.digits) {
      inner /= digit.extent;
      rank += left / static_cast<std::uint64_t>(digit.stride) * inner;
      left %= static_cast<std::uint64_t>(digit.stride);
    }
    return stride < 0 ? -static_cast<std::int64_t>(rank) : static_cast<std::int64_t>(rank);
  };
  std::vector<Piece> pieces;
  for (const Piece &piece : view.pieces()) {
    Piece out;
    out.variable = VariableId(0);
    const Digit copy{copies, static_cast<std::int64_t>(size)};
    out.addAxis(0, {&copy, 1});
    for (std::size_t d = 0; d < view.rank(); ++d) {
      Digits digits(piece.axisDigits(d));
      for (Digit &digit : digits) {
        digit.stride = rankStride(digit.stride);
        if (digit.stride < 0)
          out.offset -= static_cast<std::int64_t>(digit.extent - 1) * digit.stride;
      }
      out.addAxis(piece.axes[d].origin, digits);
    }
    pieces.push_back(std::move(out));
  }
  Shape shape{copies};
  shape.append(view.shape());

  Piece source;
  source.variable = pattern.variable;
  source.offset = pattern.begin;
  source.addAxis(0, pattern.digits);
  ClonePlan plan;
  plan.variables.push_back(
      {size * copies, broadcast(View(Shape{size}, std::move(source)), copies, 0)});
  plan.view = View(std::move(shape), std::move(pieces));
  return plan;
}

/// The copies of a whole variable one after the other.
void duplicateByOuterDimension(Layout &layout, std::uint64_t copies) {
  for (Move &move : layout.moves)
    move.copyStride = layout.variables[move.variable.index()].numElements;
  for (CloneVariable &variable : layout.variables) {
    variable.numElements *= copies;
    variable.source = broadcast(variable.source, copies, 0);
  }
}

/// The copies of each region that lies on one tile side by side.
void duplicateByTileRegion(Layout &layout, std::uint64_t copies, const MappingLookup &lookup) {
  std::vector<std::vector<MappedInterval>> regions;
  for (CloneVariable &variable : layout.variables) {
    regions.push_back(withGaps(tileIntervals(variable.source, lookup), variable.numElements));
    std::vector<View> parts;
    for (const MappedInterval &region : regions.back())
      parts.push_back(broadcast(slice(variable.source, region.begin, region.end), copies, 0));
    variable.source = concat(parts);
    variable.numElements *= copies;
  }
  std::vector<Move> moves;
  for (const Move &move : layout.moves) {
    const std::vector<MappedInterval> &cuts = regions[move.variable.index()];
    auto region = std::upper_bound(cuts.begin(), cuts.end(), move.target,
                                   [](std::uint64_t element, const MappedInterval &interval) {
                                     return element < interval.end;
                                   });
    std::uint64_t target = move.target, from = move.from.begin;
    while (from < move.from.end) {
      const std::uint64_t count = std::min(move.from.end - from, region->end - target);
      moves.push_back({{move.from.variable, from, from + count},
                       move.variable,
                       region->begin * copies + (target - region->begin),
                       region->size()});
      from += count;
      target += count;
      if (target == region->end) ++region;
    }
  }
  layout.moves = std::move(moves);
}

ClonePlan newOrder(const View &view, std::uint64_t copies) {
  ClonePlan plan;
  Shape shape{copies};
  shape.append(view.shape());
  plan.variables.push_back({view.numElements() * copies, broadcast(flatten(view), copies, 0)});
  plan.view = wholeVariable(VariableId(0), shape);
  return plan;
}

ClonePlan plan(const View &view, std::uint64_t copies, CloneMethod method,
               CloneDuplication duplication, const MappingLookup &lookup) {
  if (view.numElements() == 0 || copies == 0) {
    Shape shape{copies};
    shape.append(view.shape());
    return {{}, emptyView(std::move(shape))};
  }
  if (method == CloneMethod::CreateNewOrder ||
      (method == CloneMethod::PreserveOrderUnlessAliases && containsAliases(view)))
    return newOrder(view, copies);

  const bool gathers = method == CloneMethod::GatherAndPreserveTileOrderAndAliases;
  if (!gathers && duplication == CloneDuplication::ByOuterDimension)
    if (auto simple = patternClone(view, copies)) return std::move(*simple);
  Layout layout = gathers ? gatheringLayout(view, lookup) : preservingLayout(view);
  if (duplication == CloneDuplication::ByOuterDimension)
    duplicateByOuterDimension(layout, copies);
  else
    duplicateByTileRegion(layout, copies, lookup);
  return {std::move(layout.variables), moved(view, layout.moves, copies)};
}

} // namespace

ClonePlan planClone(const View &view, CloneMethod method, const MappingLookup &lookup) {
  ClonePlan out = plan(view, 1, method, CloneDuplication::ByOuterDimension, lookup);
  out.view = index(out.view, 0);
  return out;
}

ClonePlan planCloneN(const View &view, std::uint64_t n, CloneMethod method,
                     CloneDuplication duplication, const MappingLookup &lookup, SiteId site) {
  const bool keepsAll = method == CloneMethod::PreserveOrderAndAliases ||
                        method == CloneMethod::GatherAndPreserveTileOrderAndAliases;
  if (duplication == CloneDuplication::ByTileContiguousRegion && !keepsAll)
    Diagnostic(Code::PE0223,
               "cloneN by tile-contiguous region of a tensor of shape {} with method {}",
               shapeText(view.shape()),
               method == CloneMethod::CreateNewOrder ? "CREATE_NEW_ORDER"
                                                     : "PRESERVE_ORDER_UNLESS_ALIASES")
        .at(site)
        .note("DUPLICATE_BY_TILE_CONTIGUOUS_REGION needs a method that keeps order and aliases")
        .fix("use PRESERVE_ORDER_AND_ALIASES, or DUPLICATE_BY_OUTER_DIMENSION")
        .raise();
  const std::uint64_t extents[] = {n, view.numElements()};
  if (!checkedProduct(extents))
    Diagnostic(Code::PE0113, "{} clones of a tensor of shape {} have too many elements", n,
               shapeText(view.shape()))
        .at(site)
        .note("the number of elements must be below 2^63")
        .raise();
  return plan(view, n, method, duplication, lookup);
}

} // namespace poplar_emu::view
