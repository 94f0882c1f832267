// SPDX-License-Identifier: MIT
// The tables of a superstep fit together.
#include "plan/verify/Verifier.hpp"

#include <algorithm>
#include <vector>

namespace poplar_emu::plan {
namespace {

void verifyRange(std::uint32_t begin, std::uint32_t end, std::size_t size, const std::string &where,
                 const char *what) {
  if (begin > end || end > size) fail("{}: {} [{}, {}) of {}", where, what, begin, end, size);
}

/// Consecutive ranges: each begins where the one before it ended.
void verifyPartition(const std::vector<std::uint32_t> &bounds, std::size_t size,
                     const std::string &where, const char *what) {
  if (bounds.empty() ? size != 0
                     : bounds.front() != 0 || bounds.back() != size ||
                           !std::is_sorted(bounds.begin(), bounds.end()))
    fail("{}: {} do not cover the work", where, what);
}

void verifyBatch(const Plan &plan, const ComputeStep &step, const Batch &batch,
                 const std::string &where) {
  if (batch.type >= plan.vertexTypes.size()) fail("{}: vertex type {}", where, batch.type);
  const Memory &memory = plan.memory;
  const Extent image{memory.instances, memory.instances + memory.instanceImage.size()};
  if (!contains(image, batch.instances,
                saturatingProduct(plan.vertexTypes[batch.type].stride, batch.count)))
    fail("{}: instances at {} lie outside", where, batch.instances);
  verifyTile(plan, batch.tile, where);
  if (!contains({0, step.vertices.size()}, batch.firstVertex, batch.count))
    fail("{}: vertices of a batch do not exist", where);
}

void verifyCompute(const Plan &plan, const ComputeStep &step) {
  const std::string where = "compute set '" + step.name + "'";
  const Extent memory = memoryOf(plan);
  verifyMoves(step.gathers, memory, memory, where + ", gathers");
  verifyMoves(step.scatters, memory, memory, where + ", scatters");
  for (const TileWork &work : step.work) {
    verifyRange(work.gatherBegin, work.gatherEnd, step.gathers.moves.size(), where, "gathers");
    verifyRange(work.batchBegin, work.batchEnd, step.batches.size(), where, "batches");
    verifyRange(work.scatterBegin, work.scatterEnd, step.scatters.moves.size(), where, "scatters");
    verifyTile(plan, work.tile, where);
  }
  verifyPartition(step.chunks, step.work.size(), where, "chunks");
  for (const Batch &batch : step.batches)
    verifyBatch(plan, step, batch, where);
  for (const PlannedVertex &vertex : step.vertices)
    if (vertex.site != kNone && vertex.site >= plan.sites.size())
      fail("{}: site {}", where, vertex.site);
  if (!step.workers.empty() && step.workers.size() != step.vertices.size())
    fail("{}: {} workers for {} vertices", where, step.workers.size(), step.vertices.size());
  for (const std::uint8_t worker : step.workers)
    if (worker >= plan.machine.numWorkers) fail("{}: worker {}", where, worker);
  if (step.status != kNoAddress) verifyScalar(plan, {step.status, ElementType::Bool}, where);
}

} // namespace

void verifyComputes(const Plan &plan) {
  for (const ComputeStep &step : plan.computes)
    verifyCompute(plan, step);
}

} // namespace poplar_emu::plan
