// SPDX-License-Identifier: MIT
// What the options ask to be recorded.
#include "engine/report/Recording.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::engine {

namespace {

profile::TileCycles tileCyclesAt(model::ComputeLevel level) {
  switch (level) {
  case model::ComputeLevel::Off:
    break;
  case model::ComputeLevel::Device:
    return profile::TileCycles::Sum;
  case model::ComputeLevel::Ipu:
    return profile::TileCycles::ByIpu;
  case model::ComputeLevel::Tile:
  case model::ComputeLevel::Vertex:
    return profile::TileCycles::Keep;
  }
  return profile::TileCycles::Leave;
}

} // namespace

bool recordsRuns(const model::EngineOptionValues &values, const poplar::Target &target) {
  switch (target.getTargetType()) {
  case poplar::TargetType::CPU:
    return false;
  case poplar::TargetType::IPU_MODEL:
    return true;
  default:
    return values.instrument || values.instrumentsCompute || values.instrumentsExternalExchange ||
           values.instrumentsControlFlow || values.reportsExecution ||
           !values.blocksFilter.empty() || !values.programsFilter.empty();
  }
}

std::unique_ptr<profile::Recorder> makeRecorder(const plan::Plan &plan,
                                                const model::EngineOptionValues &values,
                                                const poplar::Target &target) {
  if (!recordsRuns(values, target)) return nullptr;
  profile::RecorderLimits limits;
  limits.runsPerProgram = values.executionProfileRunCount;
  if (values.instrumentsCompute) limits.tileCycles = tileCyclesAt(values.computeLevel);
  return std::make_unique<profile::Recorder>(plan, limits);
}

std::unique_ptr<profile::BlockRecorder> makeBlockRecorder(const plan::Plan &plan,
                                                          const model::EngineOptionValues &values,
                                                          const poplar::Target &target) {
  if (target.getTargetType() == poplar::TargetType::CPU) return nullptr;
  if (values.blocksFilter.empty() && values.programsFilter.empty()) return nullptr;
  if (values.blocksTile >= plan.machine.tilesPerIpu)
    Diagnostic(Code::PE0702, "engine option 'profiler.blocks.tile' cannot be {}", values.blocksTile)
        .note("an IPU has {} tiles", plan.machine.tilesPerIpu)
        .fix("name a tile from 0 to {}", plan.machine.tilesPerIpu - 1)
        .raise();
  profile::BlockSettings settings;
  settings.tile = values.blocksTile;
  settings.bufferBytes = values.blocksBufferSize;
  settings.flushes = values.blocksImplicitFlush;
  settings.recordsTransfers = values.instrumentsExternalExchange;
  return std::make_unique<profile::BlockRecorder>(plan, settings);
}

} // namespace poplar_emu::engine
