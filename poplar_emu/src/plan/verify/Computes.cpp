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

void verifyTileStarts(const Plan &plan, const ComputeStep &step, const std::string &where) {
  const auto ascending = [](const TileStart &a, const TileStart &b) { return a.vertex < b.vertex; };
  if (!std::is_sorted(step.tileStarts.begin(), step.tileStarts.end(), ascending))
    fail("{}: the starts of tiles are not sorted", where);
  for (const TileStart &start : step.tileStarts) {
    if (start.vertex >= step.vertices.size()) fail("{}: vertex {}", where, start.vertex);
    verifyTile(plan, start.tile, where);
  }
}

void verifyField(const VertexTypeUse &type, const FieldUse &field) {
  constexpr std::uint32_t kPointer = 8, kSpan = 16;
  const bool hasSize = field.shape != FieldShape::Scalar;
  const bool hasRows = field.shape == FieldShape::Scalars || field.shape == FieldShape::Vectors;
  const std::uint32_t row = field.shape == FieldShape::Vectors ? kSpan : kPointer;
  if (!contains({0, type.stride}, field.offset, hasSize ? kSpan : kPointer) ||
      field.offset % kPointer != 0 || field.elementBytes == 0 ||
      (hasRows && (field.rowBytes < row || field.rowBytes % kPointer != 0)))
    fail("field '{}' of vertex type '{}' does not fit", field.name, type.name);
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
  verifyTileStarts(plan, step, where);
  if (!step.workers.empty() && step.workers.size() != step.vertices.size())
    fail("{}: {} workers for {} vertices", where, step.workers.size(), step.vertices.size());
  for (const std::uint8_t worker : step.workers)
    if (worker >= plan.machine.numWorkers) fail("{}: worker {}", where, worker);
  if (!step.estimates.empty() && step.estimates.size() != step.vertices.size())
    fail("{}: {} estimates for {} vertices", where, step.estimates.size(), step.vertices.size());
  if (step.status != kNoAddress) verifyScalar(plan, {step.status, ElementType::Bool}, where);
}

} // namespace

void verifyComputes(const Plan &plan) {
  for (const VertexTypeUse &type : plan.vertexTypes)
    for (const FieldUse &field : type.fields)
      verifyField(type, field);
  for (const ComputeStep &step : plan.computes)
    verifyCompute(plan, step);
}

} // namespace poplar_emu::plan
