// SPDX-License-Identifier: MIT
// Spreads a superstep over the pool and gathers what its chunks have to say.
#include "runtime/compute/ComputeRunner.hpp"

#include "plan/VertexPlace.hpp"
#include "runtime/compute/Chunk.hpp"
#include "runtime/compute/FetchAhead.hpp"
#include "runtime/executor/ChunkErrors.hpp"
#include "support/Diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <ostream>
#include <tuple>

namespace poplar_emu::runtime {
namespace {

/// Steps that touch fewer bytes start on the calling thread: waking the pool takes longer.
constexpr std::uint64_t kInlineCost = 64 << 10;
/// Code may take long on few bytes. After this time the rest of the step goes to the pool after
/// all.
constexpr std::chrono::microseconds kInlinePatience{15};
/// A step that took as long this many times in a row starts on the pool. Once may be a cold cache,
/// or the system that gave the core to somebody else.
constexpr std::uint8_t kHeavyAfter = 4;

/// Tile, worker, instance; then the order in which the text came.
struct PrintOrder {
  std::uint32_t tile, worker, vertex;
  std::size_t position;
  const PrintedText *text;

  friend bool operator<(const PrintOrder &a, const PrintOrder &b) {
    return std::tie(a.tile, a.worker, a.vertex, a.position) <
           std::tie(b.tile, b.worker, b.vertex, b.position);
  }
};

std::uint32_t numChunksOf(const plan::ComputeStep &step) {
  return step.chunks.empty() ? 1 : static_cast<std::uint32_t>(step.chunks.size() - 1);
}

/// Counted here; none if the one that is asked for runs elsewhere.
std::optional<std::uint32_t> onlyReplica(const RuntimeSettings &settings,
                                         const Replicas &replicas) {
  if (!settings.countedReplica) return std::nullopt;
  const std::uint32_t local = *settings.countedReplica - replicas.first();
  return local < replicas.count() ? std::optional(local) : std::nullopt;
}

} // namespace

ComputeRunner::ComputeRunner(const plan::Plan &plan, const CodeTable &code,
                             const RuntimeSettings &settings, const Replicas &replicas, Pool &pool)
    : plan_(&plan), settings_(settings), replicas_(&replicas), pool_(&pool),
      tiles_(plan, code.statics, settings, replicas), slowRuns_(plan.computes.size()),
      reported_(plan.vertexTypes.size()) {
  POPLAR_EMU_CHECK(code.types.size() == plan.vertexTypes.size());
  for (std::size_t i = 0; i < code.types.size(); ++i) {
    const VertexCode &functions = code.types[i];
    const plan::VertexTypeUse &type = plan.vertexTypes[i];
    types_.push_back(
        {functions.batch, functions.trapping != nullptr ? functions.trapping : functions.batch,
         functions.counting != nullptr ? functions.counting : functions.batch, type.stride,
         type.usesContext, type.hasMutableStatics, FetchAhead::pays(type)});
  }
  if (std::any_of(code.types.begin(), code.types.end(),
                  [](const VertexCode &type) { return type.counting != nullptr; }))
    counts_.emplace(plan, code, replicas.count(), onlyReplica(settings, replicas));
}

void ComputeRunner::load() {
  tiles_.load();
}

void ComputeRunner::configure(const RuntimeSettings &settings) {
  settings_.vertexFalse = settings.vertexFalse;
  tiles_.setSeed(settings.prngSeed);
}

void ComputeRunner::beginRun() {
  std::fill(reported_.begin(), reported_.end(), std::uint8_t{0});
}

/// Code that watches floating-point flags is no code that counts.
bool ComputeRunner::countsSlots(std::uint32_t compute) const {
  return counts_ && counts_->counts(compute) && !raisesFpExceptions();
}

ComputeCycles ComputeRunner::estimated(std::uint32_t compute, ByTile byTile) {
  const plan::ComputeStep &step = plan_->computes[compute];
  ComputeCycles cycles;
  cycles.slowest = step.cycles;
  if (byTile == ByTile::No || step.tileEstimates.empty()) return cycles;
  tileCycles_.assign(std::size_t{plan_->machine.numIpus} * plan_->machine.tilesPerIpu, 0);
  for (const plan::TileEstimate &tile : step.tileEstimates) {
    tileCycles_[tile.tile] = tile.cycles;
    cycles.threads += tile.threadCycles;
    cycles.tiles += tile.cycles;
  }
  cycles.byTile = tileCycles_;
  return cycles;
}

ComputeCycles ComputeRunner::run(std::uint32_t compute, std::uint64_t cycles, ByTile byTile,
                                 const ComputeOutputs &outputs) {
  const plan::ComputeStep &step = plan_->computes[compute];
  const std::uint32_t perReplica = numChunksOf(step);
  const std::uint32_t numChunks = perReplica * replicas_->count();
  cycles_ = cycles;
  const bool counting = countsSlots(compute);
  if (outcomes_.size() < numChunks) outcomes_.resize(numChunks);
  if (counting) counts_->begin(compute, byTile);
  std::exception_ptr error;
  try {
    runChunks(compute, numChunks, step.costEstimate * replicas_->count(), [&](std::uint32_t c) {
      const std::uint32_t chunk = c % perReplica;
      const std::uint32_t begin = step.chunks.empty() ? 0 : step.chunks[chunk];
      const std::uint32_t end = step.chunks.empty() ? static_cast<std::uint32_t>(step.work.size())
                                                    : step.chunks[chunk + 1];
      const std::uint32_t replica = c / perReplica;
      std::uint64_t *slots = counting ? counts_->slots(replica) : nullptr;
      Chunk(*this, step, replica, begin, end, outcomes_[c], slots).runAndReport();
      if (counting) counts_->addUp(chunk, replica);
    });
  } catch (...) {
    // What vertices printed before the failure helps to find it.
    error = std::current_exception();
  }
  if (step.status != plan::kNoAddress && !error) storeStatus(step);
  if (somethingToSay_.load(std::memory_order_relaxed)) report(step, outputs);
  if (error) std::rethrow_exception(error);
  return counting ? counts_->finish() : estimated(compute, byTile);
}

void ComputeRunner::runChunks(std::uint32_t compute, std::uint32_t numChunks, std::uint64_t cost,
                              const std::function<void(std::uint32_t)> &body) {
  if (numChunks > 1 && (cost > kInlineCost || slowRuns_[compute] >= kHeavyAfter))
    return pool_->forEachChunk(numChunks, body);
  ChunkErrors errors;
  const auto start = std::chrono::steady_clock::now();
  std::uint32_t chunk = 0;
  while (chunk < numChunks) {
    errors.guard(chunk++, body);
    if (chunk >= numChunks || std::chrono::steady_clock::now() - start < kInlinePatience) continue;
    ++slowRuns_[compute];
    const std::uint32_t done = chunk;
    const auto rest = [&](std::uint32_t c) { errors.guard(done + c, body); };
    pool_->forEachChunk(numChunks - done, rest);
    return errors.rethrow();
  }
  slowRuns_[compute] = 0;
  errors.rethrow();
}

void ComputeRunner::storeStatus(const plan::ComputeStep &step) const {
  const std::uint32_t perReplica = numChunksOf(step);
  for (std::uint32_t replica = 0; replica < replicas_->count(); ++replica) {
    const auto first = outcomes_.begin() + replica * perReplica;
    const bool all = std::all_of(first, first + perReplica, [](const ChunkOutcome &outcome) {
      return outcome.falseVertices.empty();
    });
    replicas_->memory(replica)[step.status] = std::byte{all};
  }
}

void ComputeRunner::report(const plan::ComputeStep &step, const ComputeOutputs &outputs) {
  somethingToSay_.store(false, std::memory_order_relaxed);
  const std::uint32_t perReplica = numChunksOf(step);
  std::vector<ChunkOutcome> said(perReplica * replicas_->count());
  std::swap_ranges(said.begin(), said.end(), outcomes_.begin());

  for (std::uint32_t replica = 0; replica < replicas_->count(); ++replica) {
    std::vector<PrintOrder> order;
    for (std::uint32_t c = 0; c < perReplica; ++c)
      for (const PrintedText &text : said[replica * perReplica + c].printed)
        order.push_back({text.tile, text.worker, text.vertex, order.size(), &text});
    std::sort(order.begin(), order.end());
    for (const PrintOrder &next : order)
      *outputs.print << next.text->text;
    if (!order.empty()) outputs.print->flush();
  }
  if (step.status != plan::kNoAddress) return;
  for (std::uint32_t c = 0; c < said.size(); ++c)
    for (const FalseVertex &vertex : said[c].falseVertices)
      reportFalse(step, vertex, c / perReplica, outputs);
}

void ComputeRunner::reportFalse(const plan::ComputeStep &step, const FalseVertex &vertex,
                                std::uint32_t replica, const ComputeOutputs &outputs) {
  const std::string who = plan::describeVertex(*plan_, step, *vertex.batch, vertex.instance,
                                               replicas_->first() + replica);
  if (settings_.vertexFalse == VertexFalse::Error)
    Diagnostic(Code::PE0603, "compute() returned false in {}", plan::computeSetName(step))
        .at({}, "{}", who)
        .fix("return true, or read the result with Execute(computeSet, status)")
        .raise();
  if (reported_[vertex.batch->type] != 0) return;
  reported_[vertex.batch->type] = 1;
  *outputs.warnings << fmt::format("warning[PE0603]: compute() returned false in {}\n"
                                   "  --> {}\n"
                                   "  further vertices of this type are not reported in this run\n",
                                   plan::computeSetName(step), who);
  outputs.warnings->flush();
}

} // namespace poplar_emu::runtime
