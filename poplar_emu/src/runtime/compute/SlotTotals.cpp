// SPDX-License-Identifier: MIT
// Sorts the vertices of supersteps by tile once, and sums their slots after every run.
#include "runtime/compute/SlotTotals.hpp"

#include "plan/VertexPlace.hpp"

#include <algorithm>

namespace poplar_emu::runtime {
namespace {

/// Of the supervisor that starts a vertex on all workers and waits for it.
constexpr std::uint64_t kSupervisorOverhead = 11;

/// Workers of a tile and what runs alone.
class Tile {
 public:
  explicit Tile(std::uint32_t numWorkers) : byWorker_(numWorkers) {}

  void add(std::uint32_t worker, std::uint64_t cycles) {
    byWorker_[worker] += cycles;
    threads_ += cycles;
  }
  void addAlone(std::uint64_t cycles) { alone_ += cycles; }
  std::uint64_t cycles() const {
    return byWorker_.size() * *std::max_element(byWorker_.begin(), byWorker_.end()) + alone_;
  }
  std::uint64_t threadCycles() const { return threads_ + alone_; }
  void clear() {
    std::fill(byWorker_.begin(), byWorker_.end(), 0);
    alone_ = threads_ = 0;
  }

 private:
  std::vector<std::uint64_t> byWorker_;
  std::uint64_t alone_ = 0, threads_ = 0;
};

} // namespace

SlotTotals::SlotTotals(const plan::Plan &plan, const CodeTable &code, std::uint32_t numReplicas)
    : plan_(plan), steps_(plan.computes.size()) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!canCount(plan.computes[i], code)) continue;
    steps_[i] = tableOf(plan.computes[i]);
    largest_ = std::max(largest_, plan.computes[i].vertices.size());
  }
  slots_.resize(largest_ * numReplicas);
}

bool SlotTotals::canCount(const plan::ComputeStep &step, const CodeTable &code) const {
  if (step.estimates.empty()) return false;
  return std::all_of(step.batches.begin(), step.batches.end(), [&](const plan::Batch &batch) {
    const auto first = step.estimates.begin() + batch.firstVertex;
    return code.types[batch.type].counting != nullptr ||
           std::find(first, first + batch.count, plan::kNone) == first + batch.count;
  });
}

SlotTotals::Step SlotTotals::tableOf(const plan::ComputeStep &step) const {
  struct Placed {
    std::uint32_t tile, id;
    Vertex vertex;
  };
  Step table;
  table.vertices.reserve(step.vertices.size());
  table.chunks.push_back(0);
  std::vector<Placed> placed;
  const std::size_t numChunks = step.chunks.empty() ? 1 : step.chunks.size() - 1;
  for (std::size_t c = 0; c < numChunks; ++c) {
    placed.clear();
    const std::size_t end = step.chunks.empty() ? step.work.size() : step.chunks[c + 1];
    for (std::size_t w = step.chunks.empty() ? 0 : step.chunks[c]; w < end; ++w)
      for (std::uint32_t b = step.work[w].batchBegin; b < step.work[w].batchEnd; ++b) {
        const plan::Batch &batch = step.batches[b];
        for (std::uint32_t i = 0; i < batch.count;) {
          const plan::VertexPlace place = plan::placeOf(step, batch, i);
          for (const std::uint32_t last = i + place.following; i < last; ++i) {
            const std::uint32_t index = batch.firstVertex + i;
            placed.push_back({place.tile.value,
                              step.vertices[index].id,
                              {index, 0, plan_.vertexTypes[batch.type].threads, false}});
          }
        }
      }
    std::sort(placed.begin(), placed.end(), [](const Placed &a, const Placed &b) {
      return a.tile != b.tile ? a.tile < b.tile : a.id < b.id;
    });
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
      Vertex vertex = placed[i].vertex;
      vertex.startsTile = i == 0 || placed[i].tile != placed[i - 1].tile;
      rank = vertex.startsTile ? 0 : rank + 1;
      vertex.worker = static_cast<std::uint16_t>(rank % plan_.machine.numWorkers);
      table.vertices.push_back(vertex);
      if (vertex.startsTile) table.tiles.push_back(placed[i].tile);
    }
    table.chunks.push_back(static_cast<std::uint32_t>(table.vertices.size()));
  }
  return table;
}

template <class F>
void SlotTotals::forEachTile(std::uint32_t compute, std::uint32_t first, std::uint32_t last,
                             std::uint32_t replica, F &&f) const {
  const Step &step = steps_[compute];
  const std::vector<std::uint32_t> &estimates = plan_.computes[compute].estimates;
  const std::uint64_t *slots = slots_.data() + replica * largest_;
  const std::uint32_t numWorkers = plan_.machine.numWorkers;
  Tile tile(numWorkers);
  for (std::uint32_t v = first; v < last; ++v) {
    const Vertex &vertex = step.vertices[v];
    if (vertex.startsTile && v != first) {
      f(tile.cycles(), tile.threadCycles());
      tile.clear();
    }
    const bool estimated = estimates[vertex.index] != plan::kNone;
    const std::uint64_t cycles = estimated ? estimates[vertex.index] : slots[vertex.index];
    if (vertex.threads == plan::VertexThreads::OneWorker)
      tile.add(vertex.worker, cycles);
    else if (estimated)
      tile.addAlone(cycles);
    else
      tile.addAlone(kSupervisorOverhead +
                    (vertex.threads == plan::VertexThreads::AllWorkers ? numWorkers : 1) * cycles);
  }
  if (first != last) f(tile.cycles(), tile.threadCycles());
}

std::uint64_t SlotTotals::slowestTile(std::uint32_t compute, std::uint32_t chunk,
                                      std::uint32_t replica) const {
  const std::vector<std::uint32_t> &chunks = steps_[compute].chunks;
  std::uint64_t slowest = 0;
  forEachTile(compute, chunks[chunk], chunks[chunk + 1], replica,
              [&](std::uint64_t cycles, std::uint64_t) { slowest = std::max(slowest, cycles); });
  return slowest;
}

std::uint64_t SlotTotals::addTiles(std::uint32_t compute, std::uint32_t replica,
                                   std::span<std::uint64_t> cyclesByTile) const {
  const Step &step = steps_[compute];
  std::uint64_t threads = 0;
  std::size_t next = 0;
  forEachTile(compute, 0, step.chunks.back(), replica,
              [&](std::uint64_t cycles, std::uint64_t threadCycles) {
                std::uint64_t &tile = cyclesByTile[step.tiles[next++]];
                tile = std::max(tile, cycles);
                threads += threadCycles;
              });
  return threads;
}

} // namespace poplar_emu::runtime
