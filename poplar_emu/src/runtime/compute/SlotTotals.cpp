// SPDX-License-Identifier: MIT
// Sorts the vertices of supersteps by tile once, and adds up their slots whenever a chunk has run.
#include "runtime/compute/SlotTotals.hpp"

#include "plan/VertexPlace.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>

namespace poplar_emu::runtime {
namespace {

/// Of the supervisor that starts a vertex on all workers and waits for it.
constexpr std::uint64_t kSupervisorOverhead = 11;

} // namespace

SlotTotals::SlotTotals(const plan::Plan &plan, const CodeTable &code)
    : plan_(plan), steps_(plan.computes.size()) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (canCount(plan.computes[i], code)) steps_[i] = tableOf(plan.computes[i]);
  }
}

std::size_t SlotTotals::mostVertices() const {
  std::size_t most = 0;
  for (const Step &step : steps_)
    most = std::max(most, step.vertices.size());
  return most;
}

bool SlotTotals::canCount(const plan::ComputeStep &step, const CodeTable &code) const {
  if (step.estimates.empty()) return false;
  return std::all_of(step.batches.begin(), step.batches.end(), [&](const plan::Batch &batch) {
    const auto first = step.estimates.begin() + batch.firstVertex;
    return code.types[batch.type].counting != nullptr ||
           std::find(first, first + batch.count, plan::kNone) == first + batch.count;
  });
}

struct SlotTotals::Placed {
  std::uint32_t tile, id, index;
  plan::VertexThreads threads;
};

/// By tile and in the order of their creation.
std::vector<SlotTotals::Placed> SlotTotals::placedIn(const plan::ComputeStep &step,
                                                     std::size_t chunk) const {
  std::vector<Placed> placed;
  const std::size_t end = step.chunks.empty() ? step.work.size() : step.chunks[chunk + 1];
  for (std::size_t w = step.chunks.empty() ? 0 : step.chunks[chunk]; w < end; ++w)
    for (std::uint32_t b = step.work[w].batchBegin; b < step.work[w].batchEnd; ++b) {
      const plan::Batch &batch = step.batches[b];
      for (std::uint32_t i = 0; i < batch.count;) {
        const plan::VertexPlace place = plan::placeOf(step, batch, i);
        for (const std::uint32_t last = i + place.following; i < last; ++i) {
          const std::uint32_t index = batch.firstVertex + i;
          placed.push_back({place.tile.value, step.vertices[index].id, index,
                            plan_.vertexTypes[batch.type].threads});
        }
      }
    }
  std::sort(placed.begin(), placed.end(), [](const Placed &a, const Placed &b) {
    return a.tile != b.tile ? a.tile < b.tile : a.id < b.id;
  });
  return placed;
}

void SlotTotals::addTile(const plan::ComputeStep &step, std::span<const Placed> ofTile,
                         Step &table) {
  Run run{TileKind::Single, static_cast<std::uint32_t>(ofTile.size()),
          static_cast<std::uint32_t>(table.tiles.size()), 1,
          static_cast<std::uint32_t>(table.vertices.size())};
  const bool plain = std::all_of(ofTile.begin(), ofTile.end(), [&](const Placed &vertex) {
    return vertex.threads == plan::VertexThreads::OneWorker &&
           step.estimates[vertex.index] == plan::kNone;
  });
  if (!plain)
    run.kind = TileKind::Mixed;
  else if (run.verticesPerTile > 1)
    run.kind = TileKind::Plain;
  for (const Placed &vertex : ofTile) {
    table.vertices.push_back(vertex.index);
    table.threads.push_back(vertex.threads);
  }
  table.tiles.push_back(ofTile.front().tile);
  Run *last = table.runs.size() > table.chunks.back().firstRun ? &table.runs.back() : nullptr;
  if (last != nullptr && last->kind == run.kind && last->verticesPerTile == run.verticesPerTile)
    ++last->numTiles;
  else
    table.runs.push_back(run);
}

SlotTotals::Step SlotTotals::tableOf(const plan::ComputeStep &step) const {
  Step table;
  table.vertices.reserve(step.vertices.size());
  table.threads.reserve(step.vertices.size());
  table.chunks.emplace_back();
  const std::size_t numChunks = step.chunks.empty() ? 1 : step.chunks.size() - 1;
  for (std::size_t c = 0; c < numChunks; ++c) {
    const std::vector<Placed> placed = placedIn(step, c);
    for (auto first = placed.begin(); first != placed.end();) {
      const auto next = std::find_if(
          first, placed.end(), [&](const Placed &vertex) { return vertex.tile != first->tile; });
      addTile(step, {first, next}, table);
      first = next;
    }
    // Vertices are numbered chunk by chunk.
    const std::uint32_t firstVertex = table.chunks.back().firstVertex;
    for (auto v = table.vertices.begin() + firstVertex; v != table.vertices.end(); ++v)
      POPLAR_EMU_CHECK(*v >= firstVertex && *v < table.vertices.size());
    table.chunks.push_back({static_cast<std::uint32_t>(table.runs.size()),
                            static_cast<std::uint32_t>(table.vertices.size())});
  }
  return table;
}

/// What one chunk adds up to.
struct SlotTotals::Sums {
  const Step &step;
  const std::vector<std::uint32_t> &estimates;
  const std::uint64_t *slots;
  std::uint64_t numWorkers;
  std::uint64_t *cyclesByTile;
  TileTotals totals = {};

  void add(std::uint32_t tile, std::uint64_t cycles, std::uint64_t threads) {
    totals.slowest = std::max(totals.slowest, cycles);
    totals.tiles += cycles;
    totals.threads += threads;
    if (cyclesByTile != nullptr) cyclesByTile[tile] = cycles;
  }
  void addSingle(const Run &run) {
    const std::uint32_t *vertices = step.vertices.data() + run.firstVertex;
    const std::uint32_t *tiles = step.tiles.data() + run.firstTile;
    std::uint64_t even = 0, odd = 0, sum = 0;
    const auto take = [&](std::uint32_t i, std::uint64_t &most) {
      const std::uint64_t taken = slots[vertices[i]];
      most = std::max(most, taken);
      sum += taken;
      if (cyclesByTile != nullptr) cyclesByTile[tiles[i]] = numWorkers * taken;
    };
    // Two at a time: each maximum waits for the last one.
    std::uint32_t i = 0;
    for (; i + 1 < run.numTiles; i += 2) {
      take(i, even);
      take(i + 1, odd);
    }
    if (i < run.numTiles) take(i, even);
    totals.slowest = std::max(totals.slowest, numWorkers * std::max(even, odd));
    totals.tiles += numWorkers * sum;
    totals.threads += sum;
  }
  void addPlain(std::uint32_t tile, std::span<const std::uint32_t> vertices) {
    std::uint64_t busiest = 0, threads = 0;
    const auto addWorker = [&](std::uint64_t taken) {
      busiest = std::max(busiest, taken);
      threads += taken;
    };
    if (vertices.size() <= numWorkers) {
      for (const std::uint32_t vertex : vertices)
        addWorker(slots[vertex]);
    } else {
      for (std::size_t first = 0; first < numWorkers; ++first) {
        std::uint64_t worker = 0;
        for (std::size_t v = first; v < vertices.size(); v += numWorkers)
          worker += slots[vertices[v]];
        addWorker(worker);
      }
    }
    add(tile, numWorkers * busiest, threads);
  }
  void addMixed(std::uint32_t tile, std::span<const std::uint32_t> vertices,
                const plan::VertexThreads *kinds) {
    std::uint64_t busiest = 0, threads = 0, alone = 0;
    for (std::size_t first = 0; first < std::min(numWorkers, vertices.size()); ++first) {
      std::uint64_t worker = 0;
      for (std::size_t v = first; v < vertices.size(); v += numWorkers) {
        const bool estimated = estimates[vertices[v]] != plan::kNone;
        const std::uint64_t cycles = estimated ? estimates[vertices[v]] : slots[vertices[v]];
        if (kinds[v] == plan::VertexThreads::OneWorker)
          worker += cycles;
        else if (estimated)
          alone += cycles;
        else
          alone += kSupervisorOverhead +
                   (kinds[v] == plan::VertexThreads::AllWorkers ? numWorkers : 1) * cycles;
      }
      busiest = std::max(busiest, worker);
      threads += worker;
    }
    add(tile, numWorkers * busiest + alone, threads + alone);
  }
  void add(const Run &run) {
    if (run.kind == TileKind::Single) return addSingle(run);
    const std::span<const std::uint32_t> all(step.vertices);
    for (std::uint32_t i = 0; i < run.numTiles; ++i) {
      const std::uint32_t tile = step.tiles[run.firstTile + i];
      const std::size_t first = run.firstVertex + std::size_t{i} * run.verticesPerTile;
      if (run.kind == TileKind::Plain)
        addPlain(tile, all.subspan(first, run.verticesPerTile));
      else
        addMixed(tile, all.subspan(first, run.verticesPerTile), step.threads.data() + first);
    }
  }
};

TileTotals SlotTotals::addUp(std::uint32_t compute, std::uint32_t chunk, const std::uint64_t *slots,
                             std::uint64_t *cyclesByTile) const {
  const Step &step = steps_[compute];
  Sums sums{step, plan_.computes[compute].estimates, slots, plan_.machine.numWorkers, cyclesByTile};
  for (std::uint32_t run = step.chunks[chunk].firstRun; run < step.chunks[chunk + 1].firstRun;
       ++run)
    sums.add(step.runs[run]);
  return sums.totals;
}

} // namespace poplar_emu::runtime
