// SPDX-License-Identifier: MIT
// poplar_emu::observe: the run observer that serves users' functions.
#include "engine/EngineNeed.hpp"

#include "api/Access.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>

#include <algorithm>

namespace poplar_emu {
namespace {

Superstep::Kind kindOf(plan::StepKind kind) {
  switch (kind) {
  case plan::StepKind::Copy:
  case plan::StepKind::CrossReplicaCopy:
    return Superstep::Kind::Copy;
  case plan::StepKind::StreamRead:
    return Superstep::Kind::StreamRead;
  case plan::StepKind::StreamWrite:
    return Superstep::Kind::StreamWrite;
  case plan::StepKind::RemoteRead:
    return Superstep::Kind::RemoteRead;
  case plan::StepKind::RemoteWrite:
    return Superstep::Kind::RemoteWrite;
  default:
    return Superstep::Kind::Compute;
  }
}

const char *defaultName(Superstep::Kind kind) {
  switch (kind) {
  case Superstep::Kind::Compute:
    return "compute";
  case Superstep::Kind::Copy:
    return "copy";
  case Superstep::Kind::StreamRead:
    return "stream read";
  case Superstep::Kind::StreamWrite:
    return "stream write";
  case Superstep::Kind::RemoteRead:
    return "remote read";
  case Superstep::Kind::RemoteWrite:
    return "remote write";
  }
  return "";
}

class FunctionObserver : public plan::RunObserver {
 public:
  FunctionObserver(std::function<void(const Superstep &)> function, std::uint32_t replicas)
      : function_(std::move(function)), replicas_(replicas) {}

  void onRunBegin(std::uint32_t) override {}
  void onStep(const plan::StepRecord &record) override {
    Superstep step{};
    step.kind = kindOf(record.kind);
    step.name = record.name.empty() ? defaultName(step.kind) : std::string(record.name);
    step.activeTiles = record.activeTiles;
    if (record.exchange) {
      step.exchangedBytes = record.exchange->totalBytes;
      step.maxTileBytes =
          std::max(record.exchange->maxSentBytes, record.exchange->maxReceivedBytes);
      step.ipus = static_cast<unsigned>(record.exchange->ipus.size());
      step.linkBytes = linkBytes(record);
    }
    step.cycles = record.cycles;
    step.computeCycles = record.parts.compute;
    step.exchangeCycles = record.parts.exchange;
    step.globalExchangeCycles = record.parts.globalExchange;
    step.hostCycles = record.parts.host;
    step.syncCycles = record.parts.sync;
    step.tileCycles = record.tileCycles;
    step.threadCycles = record.threadCycles;
    step.seconds = record.seconds;
    function_(step);
  }
  void onRunEnd() override {}

 private:
  /// A copy between replicas lists the links of all of them, other steps those of one.
  std::uint64_t linkBytes(const plan::StepRecord &record) const {
    std::uint64_t bytes = 0;
    for (const plan::LinkLoad &load : record.exchange->links)
      bytes += load.bytes;
    return record.kind == plan::StepKind::CrossReplicaCopy ? bytes : bytes * replicas_;
  }

  std::function<void(const Superstep &)> function_;
  std::uint32_t replicas_;
};

} // namespace

void observe(poplar::Engine &engine, std::function<void(const Superstep &)> observer) {
  engine::EngineState &state = engine::needIdle(api::Access::hidden(engine), "observe");
  if (state.observer) state.runtime->detach(*state.observer);
  state.observer.reset();
  if (!observer) return;
  state.observer = std::make_unique<FunctionObserver>(
      std::move(observer), state.executable->plan.machine.replicationFactor);
  state.runtime->attach(*state.observer);
}

} // namespace poplar_emu
