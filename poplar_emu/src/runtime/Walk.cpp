// SPDX-License-Identifier: MIT
// Control flow, and the steps that move data.
#include "runtime/Walk.hpp"

#include "runtime/Agreement.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/print/TensorPrinter.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ostream>
#include <utility>

namespace poplar_emu::runtime {
namespace {

/// Whether it is true in some process.
bool anywhere(Instances &instances, bool here) {
  if (instances.alone()) return here;
  const std::vector<std::uint64_t> values = instances.gather("AbortOnCondition", here ? 1 : 0);
  return std::any_of(values.begin(), values.end(), [](std::uint64_t value) { return value != 0; });
}

/// "If 'solve'".
std::string named(const char *kind, const std::string &name) {
  return name.empty() ? std::string(kind) : fmt::format("{} '{}'", kind, name);
}

} // namespace

Walk::Walk(const Machinery &machinery)
    : machinery_(machinery), fused_(machinery.plan, machinery.replicas, machinery.pool),
      remoteCopies_(machinery.plan, machinery.replicas, machinery.instances, machinery.pool),
      spread_(machinery.plan, machinery.replicas, machinery.instances, machinery.pool) {}

void Walk::run(std::uint32_t program, const Outputs &outputs,
               std::span<plan::RunObserver *const> observers) {
  outputs_ = outputs;
  observers_ = observers;
  stopped_.store(false, std::memory_order_relaxed);
  charging_ = false;
  machinery_.compute.beginRun();
  missedConnection_ = false;
  followed_ = std::any_of(observers_.begin(), observers_.end(),
                          [](const plan::RunObserver *o) { return o->followsMemory(); });
  for (plan::RunObserver *observer : observers_)
    observer->onRunBegin(program);
  const auto anybody = [this](auto wants) {
    return std::any_of(observers_.begin(), observers_.end(), wants);
  };
  timed_ = anybody([](const plan::RunObserver *o) { return o->wantsSeconds(); });
  marked_ = anybody([](const plan::RunObserver *o) { return o->wantsMarks(); });
  const bool byTile = anybody([](const plan::RunObserver *o) { return o->wantsTileCycles(); });
  byTile_ = byTile && machinery_.cycles.counts() ? ByTile::Yes : ByTile::No;
  const auto end = [&] {
    machinery_.cycles.meet();
    for (plan::RunObserver *observer : observers_)
      observer->onRunEnd();
  };
  try {
    machinery_.pool.inside([&] { sequence(machinery_.plan.programs[program]); });
  } catch (...) {
    end();
    throw;
  }
  end();
}

void Walk::sequence(plan::SequenceId id) {
  if (!id.valid()) return;
  for (const plan::Step next : machinery_.plan.sequences[id.index()].steps) {
    if (isStopped()) return;
    step(next);
  }
}

void Walk::step(plan::Step step) {
  for (plan::RunObserver *observer : observers_)
    observer->beforeStep(step);
  const plan::Plan &plan = machinery_.plan;
  const std::uint32_t payload = step.payload;
  switch (step.kind) {
  case plan::StepKind::Compute:
    return compute(payload);
  case plan::StepKind::Copy:
    return copy(payload);
  case plan::StepKind::StreamRead:
  case plan::StepKind::StreamWrite:
    return stream(step.kind, payload);
  case plan::StepKind::RemoteRead:
  case plan::StepKind::RemoteWrite:
    return remote(step.kind, payload);
  case plan::StepKind::Repeat:
    for (std::uint32_t i = 0; i < plan.repeats[payload].count && !isStopped(); ++i) {
      machinery_.cycles.control();
      sequence(plan.repeats[payload].body);
      mark(plan::Mark::IterationEnd);
    }
    return;
  case plan::StepKind::RepeatWhile:
    return repeatWhile(plan.repeatWhiles[payload], step);
  case plan::StepKind::Loop:
    return loop(plan.loops[payload]);
  case plan::StepKind::If: {
    const plan::IfStep &choice = plan.ifs[payload];
    machinery_.cycles.control();
    return sequence(holds(choice.predicate, named("If", choice.name), step) ? choice.thenBranch
                                                                            : choice.elseBranch);
  }
  case plan::StepKind::Switch:
    return branch(plan.switches[payload], step);
  case plan::StepKind::Call:
    machinery_.cycles.control();
    return sequence(plan.calls[payload].body);
  case plan::StepKind::HostCall:
    return hostCall(plan.hostCalls[payload]);
  case plan::StepKind::CrossReplicaCopy:
    return crossReplicaCopy(payload);
  case plan::StepKind::AssumeEqual:
    if (followed_)
      checkAssumption(plan.assumeEquals[payload], machinery_.replicas, machinery_.pool,
                      lineOf(step));
    return;
  case plan::StepKind::Collective:
    return collective(payload);
  case plan::StepKind::Block:
    mark(plan::Mark::BlockBegin, payload);
    sequence(plan.blocks[payload].body);
    return mark(plan::Mark::BlockEnd, payload);
  case plan::StepKind::Sync:
    return plan.syncs[payload].kind == plan::SyncStep::kWithinIpus
               ? machinery_.cycles.syncWithinIpus()
               : machinery_.cycles.sync();
  case plan::StepKind::Print:
    return print(plan.prints[payload]);
  case plan::StepKind::Abort:
    return abort(plan.aborts[payload]);
  case plan::StepKind::CycleStamp:
    return cycleStamp(plan.cycleStamps[payload]);
  case plan::StepKind::HwSeeds:
    return hwSeeds(plan.hwSeeds[payload]);
  case plan::StepKind::FpControl:
    return fpControl(plan.fpControls[payload]);
  case plan::StepKind::Undefine:
    return;
  }
}

template <class Execute>
void Walk::observed(plan::StepRecord record, Execute &&execute) {
  if (observers_.empty()) {
    execute(record);
    return;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = timed_ ? Clock::now() : Clock::time_point();
  const StepCycles cycles = execute(record);
  record.parts = cycles.parts;
  record.cycles = cycles.parts.total();
  record.begin = cycles.begin;
  if (timed_)
    record.seconds = std::chrono::duration<double>(Clock::now() - start).count() +
                     std::exchange(pendingSeconds_, 0);
  for (plan::RunObserver *observer : observers_)
    observer->onStep(record);
}

template <class Check>
void Walk::requireConnection(Check &&check) {
  try {
    check();
  } catch (...) {
    missedConnection_ = true;
    throw;
  }
}

void Walk::compute(std::uint32_t payload) {
  const plan::ComputeStep &step = machinery_.plan.computes[payload];
  observed({plan::StepKind::Compute, payload, step.name, step.activeTiles, &step.exchange},
           [&](plan::StepRecord &record) {
             const ComputeCycles cycles =
                 charging_ ? machinery_.compute.estimated(payload, byTile_)
                           : machinery_.compute.run(payload, machinery_.cycles.total(), byTile_,
                                                    {outputs_.print, outputs_.warnings});
             record.cyclesByTile = cycles.byTile;
             record.tileCycles = cycles.tiles;
             record.threadCycles = cycles.threads;
             return machinery_.cycles.compute(step, cycles.slowest);
           });
}

void Walk::copy(std::uint32_t payload) {
  const plan::CopyStep &step = machinery_.plan.copies[payload];
  observed({plan::StepKind::Copy, payload, step.name, step.exchange.tiles, &step.exchange},
           [&](auto &) {
             if (!charging_)
               for (const plan::MoveList &phase : step.phases)
                 execute(phase, machinery_.replicas.within(), machinery_.pool);
             return machinery_.cycles.exchange(step.exchange);
           });
}

void Walk::stream(plan::StepKind kind, std::uint32_t payload) {
  const plan::StreamStep &step = machinery_.plan.streamSteps[payload];
  requireConnection([&] { machinery_.streams.requireConnected(step); });
  observed({kind, payload, step.name, step.exchange.tiles, &step.exchange}, [&](auto &) {
    if (kind == plan::StepKind::StreamRead)
      machinery_.streams.read(step);
    else
      machinery_.streams.write(step);
    return machinery_.cycles.host(step.bytes, step.exchange);
  });
}

void Walk::hostCall(const plan::HostCallStep &step) {
  requireConnection([&] { machinery_.hostFunctions.requireConnected(step); });
  machinery_.hostFunctions.call(step);
  std::uint64_t bytes = 0;
  for (const std::vector<plan::HostArgument> *arguments : {&step.inputs, &step.outputs})
    for (const plan::HostArgument &argument : *arguments)
      bytes += argument.bytes;
  machinery_.cycles.host(bytes, {});
}

void Walk::remote(plan::StepKind kind, std::uint32_t payload) {
  const plan::RemoteStep &step = machinery_.plan.remoteSteps[payload];
  observed({kind, payload, step.name, step.exchange.tiles, &step.exchange}, [&](auto &) {
    if (kind == plan::StepKind::RemoteRead)
      machinery_.remoteBuffers.read(step);
    else
      machinery_.remoteBuffers.write(step);
    return machinery_.cycles.host(step.moves.totalBytes, step.exchange);
  });
}

void Walk::mark(plan::Mark mark, std::uint32_t block) const {
  if (!marked_) return;
  for (plan::RunObserver *observer : observers_)
    observer->onMark(mark, block, machinery_.cycles.clocks());
}

void Walk::announceControl(const plan::Scalar &scalar, std::string_view what) const {
  for (plan::RunObserver *observer : observers_)
    observer->beforeControl(scalar, what);
}

bool Walk::holds(const plan::Scalar &predicate, const std::string &what, plan::Step step) const {
  announceControl(predicate, what);
  return agreedTruth(machinery_.replicas, machinery_.instances, predicate, {what, lineOf(step)});
}

std::string_view Walk::lineOf(plan::Step step) const {
  return step.site == plan::kNone ? std::string_view() : machinery_.plan.sites[step.site];
}

void Walk::repeatWhile(const plan::RepeatWhileStep &step, plan::Step own) {
  const std::string what =
      named(step.continueOn ? "RepeatWhileTrue" : "RepeatWhileFalse", step.name);
  while (!isStopped()) {
    machinery_.cycles.control();
    sequence(step.condition);
    if (isStopped()) return;
    if (holds(step.predicate, what, own) != step.continueOn) return;
    sequence(step.body);
    mark(plan::Mark::IterationEnd);
  }
}

void Walk::loop(const plan::LoopStep &step) {
  while (!isStopped()) {
    machinery_.cycles.control();
    sequence(step.body);
    mark(plan::Mark::IterationEnd);
  }
}

void Walk::branch(const plan::SwitchStep &step, plan::Step own) {
  const std::string what = named("Switch", step.name);
  announceControl(step.control, what);
  // Cases are signed; an unsigned control value is taken by its bits.
  const auto value = static_cast<std::int32_t>(
      agreedValue(machinery_.replicas, machinery_.instances, step.control, {what, lineOf(own)}));
  machinery_.cycles.control();
  const auto found =
      std::lower_bound(step.cases.begin(), step.cases.end(), value,
                       [](const auto &entry, std::int32_t wanted) { return entry.first < wanted; });
  if (found != step.cases.end() && found->first == value) return sequence(found->second);
  if (step.onDefault != plan::SwitchDefault::Error) return sequence(step.defaultCase);
  std::string known;
  for (const auto &entry : step.cases)
    known += (known.empty() ? "" : ", ") + std::to_string(entry.first);
  Diagnostic(Code::PE0606, "{} has no case for the value {}", what, value)
      .note("cases: {}", known)
      .raise();
}

void Walk::crossReplicaCopy(std::uint32_t payload) {
  const plan::CrossReplicaCopyStep &step = machinery_.plan.crossReplicaCopies[payload];
  observed(
      {plan::StepKind::CrossReplicaCopy, payload, step.name, step.exchange.tiles, &step.exchange},
      [&](auto &) {
        if (!charging_) {
          execute(step.staging, machinery_.replicas.within(), machinery_.pool);
          if (machinery_.instances.alone())
            execute(step.moves, machinery_.replicas.across(step.sourceToDestination),
                    machinery_.pool);
          else
            remoteCopies_.run(payload);
        }
        return machinery_.cycles.exchange(step.exchange);
      });
}

/// One pass for the data, then the steps for cycles and observers. A pass knows no tiles that could
/// have floating-point exceptions.
void Walk::collective(std::uint32_t payload) {
  const plan::CollectiveStep &step = machinery_.plan.collectives[payload];
  if (followed_ || charging_ || machinery_.compute.raisesFpExceptions())
    return sequence(step.steps);
  const auto start = std::chrono::steady_clock::now();
  if (machinery_.instances.alone())
    fused_.run(payload);
  else if (!spread_.run(payload))
    return sequence(step.steps);
  pendingSeconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  charging_ = true;
  sequence(step.steps);
  charging_ = false;
}

void Walk::print(const plan::PrintStep &step) {
  const HostBuffer buffer(step.value.bytes);
  for (std::uint32_t replica = 0; replica < machinery_.replicas.count(); ++replica) {
    machinery_.replicas.fromOneToHost(step.value.moves, buffer.data(), replica, machinery_.pool);
    *outputs_.printTensor << tensorText(step, {buffer.data(), buffer.size()});
  }
  outputs_.printTensor->flush();
}

void Walk::abort(const plan::AbortStep &step) {
  if (step.condition) {
    announceControl(*step.condition, "AbortOnCondition");
    bool any = false;
    for (std::uint32_t replica = 0; replica < machinery_.replicas.count(); ++replica)
      any = any || readScalar(machinery_.replicas.memory(replica), *step.condition) != 0;
    if (!anywhere(machinery_.instances, any)) return;
  }
  if (step.print != plan::kNone) print(machinery_.plan.prints[step.print]);
  if (step.message.empty()) Diagnostic(Code::PE0601, "the program reached an Abort").raise();
  Diagnostic(Code::PE0601, "{}", step.message).raise();
}

void Walk::cycleStamp(const plan::CycleStampStep &step) {
  const std::uint64_t now = machinery_.cycles.stamp(step);
  const HostBuffer buffer(sizeof now);
  const std::uint32_t words[2] = {static_cast<std::uint32_t>(now),
                                  static_cast<std::uint32_t>(now >> 32)};
  std::memcpy(buffer.data(), words, sizeof words);
  machinery_.replicas.fromHost(step.destination.moves, buffer.data(), 0, machinery_.pool);
}

void Walk::hwSeeds(const plan::HwSeedsStep &step) {
  TileStates &tiles = machinery_.compute.tiles();
  const HostBuffer buffer(step.seeds.bytes);
  auto *words = reinterpret_cast<std::uint32_t *>(buffer.data());
  for (std::uint32_t replica = 0; replica < machinery_.replicas.count(); ++replica) {
    if (step.write) {
      machinery_.replicas.fromOneToHost(step.seeds.moves, buffer.data(), replica, machinery_.pool);
      tiles.writeSeeds(replica, step.tiles, words);
    } else {
      tiles.readSeeds(replica, step.tiles, words);
      machinery_.replicas.fromHostToOne(step.seeds.moves, buffer.data(), replica, machinery_.pool);
    }
  }
}

void Walk::fpControl(const plan::FpControlStep &step) {
  TileStates &tiles = machinery_.compute.tiles();
  for (std::uint32_t replica = 0; replica < machinery_.replicas.count(); ++replica) {
    std::byte *memory = machinery_.replicas.memory(replica);
    const std::uint32_t before =
        step.tiles.empty() ? 0 : tiles.fpState(replica, step.tiles.front());
    std::uint32_t loaded = 0;
    if (step.load != plan::kNoAddress) std::memcpy(&loaded, memory + step.load, sizeof loaded);
    for (const TileId tile : step.tiles) {
      const std::uint32_t base =
          step.load != plan::kNoAddress ? loaded : tiles.fpState(replica, tile);
      tiles.setFpState(replica, tile, (base & ~step.clear) | step.set);
    }
    if (step.store != plan::kNoAddress) std::memcpy(memory + step.store, &before, sizeof before);
  }
}

} // namespace poplar_emu::runtime
