// SPDX-License-Identifier: MIT
// Remembers what supersteps were counted as, and merges the figures of chunks and replicas.
#include "runtime/compute/StepCounts.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace poplar_emu::runtime {

StepCounts::StepCounts(const plan::Plan &plan, const CodeTable &code, std::uint32_t numReplicas,
                       std::optional<std::uint32_t> only)
    : totals_(plan, code), numReplicas_(numReplicas), firstCounted_(only.value_or(0)),
      endCounted_(only ? *only + 1 : numReplicas),
      numTiles_(std::size_t{plan.machine.numIpus} * plan.machine.tilesPerIpu),
      slots_(totals_.mostVertices() * numReplicas), kept_(plan.computes.size()) {}

void StepCounts::begin(std::uint32_t compute, ByTile byTile) {
  compute_ = compute;
  numChunks_ = totals_.numChunks(compute);
  count_ = &placeOf(compute, byTile);
}

StepCounts::Count &StepCounts::placeOf(std::uint32_t compute, ByTile byTile) {
  std::unique_ptr<Count> &kept = kept_[compute];
  const bool wanted = byTile == ByTile::Yes;
  if (wanted && kept) return *kept;
  const std::size_t numTiles = wanted ? numTiles_ * numReplicas_ : 0;
  const std::size_t numSlots = totals_.numVertices(compute) * numReplicas_;
  const std::size_t bytes = (numTiles + numSlots) * sizeof(std::uint64_t);
  Count &count = wanted && bytes <= bytesLeft_ ? *(kept = std::make_unique<Count>()) : passing_;
  count.byTile.assign(numTiles, 0);
  count.merged.resize(wanted && endCounted_ - firstCounted_ > 1 ? numTiles_ : 0);
  count.chunks.resize(std::size_t{numChunks_} * numReplicas_);
  if (kept && wanted) {
    bytesLeft_ -= bytes;
    count.slots.assign(numSlots, std::numeric_limits<std::uint64_t>::max()); // what no vertex takes
  }
  return count;
}

void StepCounts::addUp(std::uint32_t chunk, std::uint32_t replica) {
  const std::uint64_t *slots = this->slots(replica);
  if (!count_->slots.empty()) {
    const SlotTotals::Range range = totals_.verticesOf(compute_, chunk);
    std::uint64_t *last =
        count_->slots.data() + replica * totals_.numVertices(compute_) + range.begin;
    const std::size_t bytes = (range.end - range.begin) * sizeof(std::uint64_t);
    if (std::memcmp(slots + range.begin, last, bytes) == 0) return;
    std::memcpy(last, slots + range.begin, bytes);
  }
  std::uint64_t *byTile =
      count_->byTile.empty() ? nullptr : count_->byTile.data() + replica * numTiles_;
  count_->chunks[std::size_t{replica} * numChunks_ + chunk] = {
      totals_.addUp(compute_, chunk, slots, byTile), true};
}

ComputeCycles StepCounts::finish() {
  bool changed = false;
  for (ChunkCount &chunk : count_->chunks)
    changed |= std::exchange(chunk.changed, false);
  if (changed) addUpReplicas();
  return count_->cycles;
}

void StepCounts::addUpReplicas() {
  ComputeCycles cycles;
  for (std::uint32_t replica = firstCounted_; replica < endCounted_; ++replica) {
    std::uint64_t threads = 0, tiles = 0;
    for (std::uint32_t chunk = 0; chunk < numChunks_; ++chunk) {
      const TileTotals &totals = count_->chunks[std::size_t{replica} * numChunks_ + chunk].totals;
      cycles.slowest = std::max(cycles.slowest, totals.slowest);
      threads += totals.threads;
      tiles += totals.tiles;
    }
    cycles.threads = std::max(cycles.threads, threads);
    cycles.tiles = std::max(cycles.tiles, tiles);
  }
  if (count_->byTile.empty()) cycles.tiles = cycles.threads = 0; // not wanted
  if (!count_->merged.empty()) cycles.tiles = mergeReplicas();
  cycles.byTile = count_->merged;
  if (count_->merged.empty() && !count_->byTile.empty())
    cycles.byTile = std::span(count_->byTile).subspan(firstCounted_ * numTiles_, numTiles_);
  count_->cycles = cycles;
}

std::uint64_t StepCounts::mergeReplicas() {
  std::copy_n(count_->byTile.data() + firstCounted_ * numTiles_, numTiles_, count_->merged.begin());
  for (std::uint32_t replica = firstCounted_ + 1; replica < endCounted_; ++replica) {
    const std::uint64_t *row = count_->byTile.data() + replica * numTiles_;
    for (std::size_t tile = 0; tile < numTiles_; ++tile)
      count_->merged[tile] = std::max(count_->merged[tile], row[tile]);
  }
  return std::accumulate(count_->merged.begin(), count_->merged.end(), std::uint64_t{0});
}

} // namespace poplar_emu::runtime
