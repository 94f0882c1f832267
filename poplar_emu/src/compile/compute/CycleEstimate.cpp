// SPDX-License-Identifier: MIT
// The model's constants are those of Graphcore's IPUModel as far as they are published.
#include "compile/compute/CycleEstimate.hpp"

#include "support/Alignment.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

constexpr std::uint64_t kEntryAndExit = 12;
/// Supervisor code that starts the workers and waits for them.
constexpr std::uint64_t kSupervisorOverhead = 11;

std::uint64_t streamingSlots(std::uint64_t elements) {
  return (63 * elements + 9) / 10;
}

} // namespace

bool isEstimated(const ir::VertexTable &table, VertexId id) {
  return id.index() < table.hasEstimate.size() && table.hasEstimate[id.index()];
}

std::uint64_t estimateCycles(const ir::VertexTable &table, VertexId id, const TypeLayout &layout,
                             std::uint64_t elements, std::uint32_t numWorkers) {
  if (isEstimated(table, id)) return table.estimates[id.index()].cycles;
  if (!layout.runsAlone) return kEntryAndExit + streamingSlots(elements);
  const std::uint64_t perWorker = divideUp(elements, numWorkers);
  return kSupervisorOverhead + numWorkers * (kEntryAndExit + streamingSlots(perWorker));
}

std::uint64_t longestField(const ir::VertexTable &table, VertexId id) {
  std::uint64_t longest = 0;
  std::uint64_t current = 0;
  std::uint32_t field = ir::kNone;
  for (std::uint32_t e = table[id].firstEdge; e != ir::kNone; e = table.edges[e].next) {
    const ir::Edge &edge = table.edges[e];
    current = edge.field == field ? current + edge.numElements : edge.numElements;
    field = edge.field;
    longest = std::max(longest, current);
  }
  return longest;
}

TileCycles::Sums TileCycles::take() {
  const std::uint64_t slowest = *std::max_element(byWorker_.begin(), byWorker_.end());
  const Sums sums{byWorker_.size() * slowest + alone_, threads_ + alone_};
  std::fill(byWorker_.begin(), byWorker_.end(), 0);
  alone_ = threads_ = 0;
  return sums;
}

} // namespace poplar_emu::compile
