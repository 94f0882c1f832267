// SPDX-License-Identifier: MIT
// Sums by tile.
#include "compile/ExchangeCounter.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::compile {

ExchangeCounter::ExchangeCounter(const ir::Machine &machine, Crossing crossing)
    : crossing_(crossing), tilesPerIpu_(machine.tilesPerIpu), tiles_(machine.numTiles()),
      isActive_(machine.numIpus) {}

ExchangeCounter::Tile &ExchangeCounter::touch(TileId tile) {
  Tile &sums = tiles_[tile.index()];
  if (sums.sent == 0 && sums.received == 0) touched_.push_back(tile);
  return sums;
}

void ExchangeCounter::add(TileId from, TileId to, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (from.valid()) takesPart(from);
  if (to.valid()) takesPart(to);
  const bool crossesReplicas = crossing_ == Crossing::Replicas;
  if (from == to && !crossesReplicas) return;
  summary_.totalBytes += bytes;
  if (from.valid()) touch(from).sent += bytes;
  if (to.valid()) touch(to).received += bytes;
  if (!from.valid() || !to.valid()) return;
  const std::uint32_t source = from.value / tilesPerIpu_, destination = to.value / tilesPerIpu_;
  if (source == destination && !crossesReplicas) return;
  summary_.interIpuBytes += bytes;
  flows_[{source, destination}] += bytes;
}

plan::ExchangeSummary ExchangeCounter::summary() {
  for (const TileId tile : touched_) {
    Tile &sums = tiles_[tile.index()];
    summary_.maxSentBytes = std::max(summary_.maxSentBytes, sums.sent);
    summary_.maxReceivedBytes = std::max(summary_.maxReceivedBytes, sums.received);
    sums = {};
  }
  summary_.tiles = static_cast<std::uint32_t>(touched_.size());
  touched_.clear();
  for (const auto &[ends, bytes] : flows_)
    summary_.flows.push_back({ends.first, ends.second, bytes});
  flows_.clear();
  for (std::uint32_t ipu = 0; ipu < isActive_.size(); ++ipu)
    if (isActive_[ipu]) summary_.ipus.push_back(ipu);
  isActive_.assign(isActive_.size(), false);
  return std::exchange(summary_, {});
}

} // namespace poplar_emu::compile
