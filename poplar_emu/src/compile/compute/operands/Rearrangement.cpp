// SPDX-License-Identifier: MIT
// Walks the spans of variables and joins what is neighbours in a tile's memory.
#include "compile/compute/operands/Rearrangement.hpp"

#include "model/cycles/Constants.hpp"

#include <unordered_map>
#include <utility>

namespace poplar_emu::compile {
namespace {

constexpr std::uint32_t kNoSpan = ~std::uint32_t{0};

} // namespace

PieceCycles Rearrangement::copyOf(const Piece &piece) const {
  constexpr std::uint64_t kWord = 4;
  const std::uint64_t bytes = (piece.end - piece.begin) * storage_.elementBytes(piece.variable);
  const std::uint64_t whole = model_.pieceCopyCycles +
                              (bytes + model_.copyBytesPerCycle - 1) / model_.copyBytesPerCycle,
                      byWord = model::kSpacedWordCycles * ((bytes + kWord - 1) / kWord);
  PieceCycles cycles;
  if (whole <= byWord)
    cycles.add(whole, piece.rows);
  else
    cycles.add(byWord * piece.rows, 1);
  return cycles;
}

/// In the memory of a tile the elements of a variable that it has stand in their order.
bool Rearrangement::continues(const Piece &before, std::uint64_t element) {
  if (before.rows != 1) return false;
  if (before.end == element) return true;
  const StorageMap::Layout &layout = storage_.layout(before.variable);
  const std::size_t span = layout.find(before.end - 1);
  if (before.end != layout.spans[span].end) return false;
  const std::size_t next = nextSpan(before.variable, span);
  return next != kNoSpan && layout.spans[next].begin == element;
}

std::size_t Rearrangement::nextSpan(VariableId variable, std::size_t span) {
  std::vector<std::uint32_t> &next = next_[variable.index()];
  const std::vector<StorageMap::TileSpan> &spans = storage_.layout(variable).spans;
  if (next.empty()) {
    next.resize(spans.size());
    lastSpan_.assign(lastSpan_.size(), kNoSpan);
    for (std::size_t i = spans.size(); i-- > 0;)
      next[i] = std::exchange(lastSpan_[spans[i].tile.index()], static_cast<std::uint32_t>(i));
  }
  return next[span];
}

void Rearrangement::addPiece(Piece piece) {
  if (!std::exchange(interrupted_, false) && !pieces_.empty()) {
    Piece &last = pieces_.back();
    if (last.variable == piece.variable && piece.rows == 1 && continues(last, piece.begin)) {
      last.end = piece.end;
      return;
    }
  }
  pieces_.push_back(piece);
}

void Rearrangement::addRegion(const ir::Region &region, TileId tile) {
  const StorageMap::Layout &layout = storage_.layout(region.variable);
  const std::uint64_t rows = isContiguous(region) ? 1 : region.count;
  const std::uint64_t length = isContiguous(region) ? numElements(region) : region.length;
  for (std::uint64_t row = 0; row < rows;) {
    const std::uint64_t begin = rowStart(region, row), end = begin + length;
    std::size_t i = layout.find(begin);
    if (rows > 1 && region.stride > 0 && end <= layout.spans[i].end) {
      // All rows that begin and end in this span are apart on its tile.
      const auto stride = static_cast<std::uint64_t>(region.stride);
      const std::uint64_t count = std::min(rows - row, (layout.spans[i].end - end) / stride + 1);
      if (layout.spans[i].tile == tile)
        addPiece({region.variable, begin, end, count});
      else
        interrupted_ = true;
      row += count;
      continue;
    }
    for (; i < layout.spans.size() && layout.spans[i].begin < end; ++i)
      if (layout.spans[i].tile == tile)
        addPiece({region.variable, std::max(begin, layout.spans[i].begin),
                  std::min(end, layout.spans[i].end), 1});
      else
        interrupted_ = true;
    ++row;
  }
}

PieceCycles Rearrangement::cyclesOf(std::span<const ir::Region> regions, TileId tile) {
  pieces_.clear();
  interrupted_ = false;
  for (const ir::Region &region : regions)
    if (numElements(region) != 0) addRegion(region, tile);
  std::unordered_map<VariableId, std::uint64_t> numPieces;
  bool inPieces = false;
  for (const Piece &piece : pieces_)
    inPieces = (numPieces[piece.variable] += piece.rows) > 1 || inPieces;
  PieceCycles cycles;
  if (!inPieces) return cycles;
  for (const Piece &piece : pieces_)
    cycles += copyOf(piece);
  return cycles;
}

} // namespace poplar_emu::compile
