// SPDX-License-Identifier: MIT
// Decides which vertex types are counted and loads their counting images.
#include "engine/executable/CountedCode.hpp"

#include "codelet/Loader.hpp"
#include "support/Warning.hpp"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

namespace poplar_emu::engine {
namespace {

bool recordsBlocks(const plan::Plan &plan) {
  return std::any_of(plan.blocks.begin(), plan.blocks.end(),
                     [](const plan::BlockStep &block) { return block.recorded; });
}

bool wantsCounting(const plan::Plan &plan, const model::EngineOptionValues &values) {
  switch (values.vertexCycles) {
  case model::VertexCycles::Counted:
    return true;
  case model::VertexCycles::Estimated:
    return false;
  default:
    return values.instrumentsCompute || !plan.cycleStamps.empty() || recordsBlocks(plan);
  }
}

/// Types that have a vertex without an estimate.
std::vector<VertexTypeId> typesToCount(const plan::Plan &plan) {
  std::vector<bool> counted(plan.vertexTypes.size());
  for (const plan::ComputeStep &step : plan.computes) {
    if (step.estimates.empty()) continue;
    for (const plan::Batch &batch : step.batches)
      for (std::uint32_t i = 0; i < batch.count && !counted[batch.type]; ++i)
        counted[batch.type] = step.estimates[batch.firstVertex + i] == plan::kNone;
  }
  std::vector<VertexTypeId> types;
  for (std::uint32_t i = 0; i < counted.size(); ++i)
    if (counted[i]) types.emplace_back(i);
  return types;
}

} // namespace

runtime::CodeTable withCountingCode(runtime::CodeTable code, const ExecutableState &executable,
                                    const model::EngineOptionValues &values) {
  const plan::Plan &plan = executable.plan;
  if (!wantsCounting(plan, values)) return code;
  codelet::LoadedCodelets counting;
  try {
    counting =
        codelet::loadCounting(executable.bundle, plan.machine.numWorkers, typesToCount(plan));
  } catch (const std::exception &error) {
    warnOnce("cycles of vertices without an estimate are not counted: their codelets could not be "
             "compiled with counters, so the default estimate of 6.3 cycles an element is used\n"
             "  {}",
             error.what());
    return code;
  }
  for (std::uint32_t i = 0; i < code.types.size(); ++i)
    code.types[i].counting = counting.batch(VertexTypeId(i));
  code.owner = std::make_shared<std::pair<std::shared_ptr<const void>, codelet::LoadedCodelets>>(
      code.owner, counting);
  return code;
}

} // namespace poplar_emu::engine
