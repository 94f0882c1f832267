// SPDX-License-Identifier: MIT
// The moves of a collective's pieces, and whether they are independent of each other.
#include "compile/program/NestMoves.hpp"
#include "compile/program/Overlap.hpp"
#include "compile/program/Transfers.hpp"

#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <unordered_set>

namespace poplar_emu::compile {
namespace {

using Nests = std::vector<view::Nest>;

/// What a piece reads (or, without chains, writes) of the flattened source.
view::Interval rangeOf(const ir::CollectivePiece &piece) {
  const std::uint64_t begin = piece.chains.empty() ? piece.destination : piece.source;
  return {begin, begin + piece.elements};
}

bool areDisjoint(std::vector<view::Interval> ranges) {
  std::sort(ranges.begin(), ranges.end());
  for (std::size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end) return false;
  return true;
}

/// Source and destination share no variable, or every piece stays in its own place.
bool areIndependent(const ir::Collective &collective, const view::View &source,
                    const view::View &destination, const std::vector<Nests> &pieces) {
  std::unordered_set<VariableId> written;
  for (const view::Piece &piece : destination.pieces())
    written.insert(piece.variable);
  const std::span<const view::Piece> sources = source.pieces();
  if (std::none_of(sources.begin(), sources.end(),
                   [&](const view::Piece &piece) { return written.contains(piece.variable); }))
    return true;
  std::vector<view::Interval> ranges;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!std::all_of(pieces[i].begin(), pieces[i].end(), isIdentity)) return false;
    ranges.push_back(rangeOf(collective.pieces[i]));
  }
  return view::equal(source, destination) && areDisjoint(std::move(ranges));
}

} // namespace

std::optional<std::vector<plan::MoveList>>
Transfers::collective(const ir::Collective &collective) const {
  const view::View source = view::flatten(collective.source.view);
  const view::View destination = view::flatten(collective.destination.view);
  std::vector<Nests> nests;
  for (const ir::CollectivePiece &piece : collective.pieces) {
    const view::View to =
        view::slice(destination, piece.destination, piece.destination + piece.elements);
    const view::View from = piece.chains.empty()
                                ? to
                                : view::slice(source, piece.source, piece.source + piece.elements);
    nests.push_back(view::joint(from, to));
  }
  if (!areIndependent(collective, source, destination, nests)) return std::nullopt;

  const NestMoves lowering(storage_, sizeInBytes(collective.source.type));
  std::vector<plan::MoveList> lists;
  for (const Nests &piece : nests) {
    MoveListBuilder moves;
    for (const view::Nest &nest : piece)
      lowering.addMoves(nest, moves);
    lists.push_back(std::move(moves).finish(Chunking::Balanced));
  }
  return lists;
}

} // namespace poplar_emu::compile
