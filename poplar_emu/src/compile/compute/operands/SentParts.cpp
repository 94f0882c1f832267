// SPDX-License-Identifier: MIT
// Sorts the parts of each tile by address and counts what they cover.
#include "compile/compute/operands/SentParts.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

template <class Stretches>
void sortByAddress(Stretches &stretches) {
  if (!std::is_sorted(stretches.begin(), stretches.end()))
    std::sort(stretches.begin(), stretches.end());
}

template <class Stretches>
std::uint64_t coveredBytes(Stretches &stretches) {
  sortByAddress(stretches);
  std::uint64_t bytes = 0;
  plan::Address covered = 0; // up to here
  for (const auto &stretch : stretches) {
    if (stretch.end <= covered) continue;
    bytes += stretch.end - std::max(covered, stretch.begin);
    covered = stretch.end;
  }
  return bytes;
}

template <class Stretches>
std::uint64_t differentBytes(Stretches &rows) {
  sortByAddress(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::uint64_t bytes = 0;
  for (const auto &row : rows)
    bytes += row.end - row.begin;
  return bytes;
}

} // namespace

void SentParts::add(const RemoteParts::Part &part, ExchangeCounter::Reach reach) {
  Joint &joint = reach == ExchangeCounter::Reach::OwnIpu ? toOwnIpu_ : toOtherIpus_;
  if (joint.tiles.size() <= part.owner.index()) joint.tiles.resize(part.owner.index() + 1);
  OfTile &tile = joint.tiles[part.owner.index()];
  if (tile.stretches.empty() && tile.rows.empty()) joint.used.push_back(part.owner);
  const Stretch added{part.begin, part.begin + part.bytes};
  if (part.rows > 1) {
    if (tile.rows.empty() || tile.rows.back() != added) tile.rows.push_back(added);
    return;
  }
  if (!tile.stretches.empty()) {
    Stretch &last = tile.stretches.back();
    if (added.begin >= last.begin && added.begin <= last.end) {
      last.end = std::max(last.end, added.end);
      return;
    }
  }
  tile.stretches.push_back(added);
}

void SentParts::flush(ExchangeCounter &counter) {
  flush(toOwnIpu_, ExchangeCounter::Reach::OwnIpu, counter);
  flush(toOtherIpus_, ExchangeCounter::Reach::OtherIpu, counter);
}

void SentParts::flush(Joint &joint, ExchangeCounter::Reach reach, ExchangeCounter &counter) {
  for (const TileId id : joint.used) {
    OfTile &tile = joint.tiles[id.index()];
    counter.send(id, coveredBytes(tile.stretches) + differentBytes(tile.rows), reach);
    tile.stretches.clear();
    tile.rows.clear();
  }
  joint.used.clear();
}

} // namespace poplar_emu::compile
