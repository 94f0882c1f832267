// SPDX-License-Identifier: MIT
// Control flow, and the steps that move data.
#include "runtime/Walk.hpp"

#include "runtime/memory/HostBuffer.hpp"
#include "runtime/print/TensorPrinter.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ostream>

namespace poplar_emu::runtime {
namespace {

std::int64_t readScalar(const std::byte *memory, const plan::Scalar &scalar) {
  const std::byte *place = memory + scalar.address;
  const auto as = [&](auto value) {
    std::memcpy(&value, place, sizeof value);
    return static_cast<std::int64_t>(value);
  };
  const bool isUnsigned = !isSigned(scalar.type);
  switch (sizeInBytes(scalar.type)) {
  case 1:
    return isUnsigned ? as(std::uint8_t{}) : as(std::int8_t{});
  case 2:
    return isUnsigned ? as(std::uint16_t{}) : as(std::int16_t{});
  case 4:
    return isUnsigned ? as(std::uint32_t{}) : as(std::int32_t{});
  default:
    return as(std::int64_t{});
  }
}

} // namespace

Walk::Walk(const Machinery &machinery)
    : machinery_(machinery), stagedCopies_(machinery.plan.crossReplicaCopies.size()),
      isStaged_(machinery.plan.crossReplicaCopies.size()) {}

void Walk::run(std::uint32_t program, const Outputs &outputs,
               std::span<plan::RunObserver *const> observers) {
  outputs_ = outputs;
  observers_ = observers;
  stopped_.store(false, std::memory_order_relaxed);
  machinery_.compute.beginRun();
  missedConnection_ = false;
  for (plan::RunObserver *observer : observers_)
    observer->onRunBegin(program);
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
    }
    return;
  case plan::StepKind::RepeatWhile:
    return repeatWhile(plan.repeatWhiles[payload]);
  case plan::StepKind::Loop:
    return loop(plan.loops[payload]);
  case plan::StepKind::If: {
    const plan::IfStep &choice = plan.ifs[payload];
    machinery_.cycles.control();
    return sequence(holds(choice.predicate, "If") ? choice.thenBranch : choice.elseBranch);
  }
  case plan::StepKind::Switch:
    return branch(plan.switches[payload]);
  case plan::StepKind::Call:
    machinery_.cycles.control();
    return sequence(plan.calls[payload].body);
  case plan::StepKind::HostCall:
    machinery_.cycles.sync();
    return hostCall(plan.hostCalls[payload]);
  case plan::StepKind::CrossReplicaCopy:
    return crossReplicaCopy(payload);
  case plan::StepKind::AssumeEqual:
    return;
  case plan::StepKind::Block:
    return sequence(plan.blocks[payload].body);
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
    execute();
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  record.cycles = execute();
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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
  observed({plan::StepKind::Compute, payload, step.name, step.activeTiles, &step.exchange}, [&] {
    machinery_.compute.run(payload, machinery_.cycles.total(), {outputs_.print, outputs_.warnings});
    return machinery_.cycles.compute(step);
  });
}

void Walk::copy(std::uint32_t payload) {
  const plan::CopyStep &step = machinery_.plan.copies[payload];
  observed({plan::StepKind::Copy, payload, step.name, step.exchange.tiles, &step.exchange}, [&] {
    for (const plan::MoveList &phase : step.phases)
      execute(phase, machinery_.replicas.within(), machinery_.pool);
    return machinery_.cycles.exchange(step.exchange);
  });
}

void Walk::stream(plan::StepKind kind, std::uint32_t payload) {
  const plan::StreamStep &step = machinery_.plan.streamSteps[payload];
  requireConnection([&] { machinery_.streams.requireConnected(step); });
  observed({kind, payload, step.name, step.exchange.tiles, &step.exchange}, [&] {
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
}

void Walk::remote(plan::StepKind kind, std::uint32_t payload) {
  const plan::RemoteStep &step = machinery_.plan.remoteSteps[payload];
  observed({kind, payload, step.name}, [&] {
    if (kind == plan::StepKind::RemoteRead)
      machinery_.remoteBuffers.read(step);
    else
      machinery_.remoteBuffers.write(step);
    return machinery_.cycles.host(step.moves.totalBytes, {});
  });
}

void Walk::announceControl(const plan::Scalar &scalar, std::string_view what) const {
  for (plan::RunObserver *observer : observers_)
    observer->beforeControl(scalar, what);
}

std::int64_t Walk::agreed(const plan::Scalar &scalar, std::string_view what) const {
  const std::int64_t first = readScalar(machinery_.replicas.memory(0), scalar);
  for (std::uint32_t replica = 1; replica < machinery_.replicas.count(); ++replica) {
    const std::int64_t other = readScalar(machinery_.replicas.memory(replica), scalar);
    if (other == first) continue;
    Diagnostic(Code::PE0605, "replicas disagree on the control value of {}", what)
        .note("replica 0 has {}, replica {} has {}", first, replica, other)
        .fix("all replicas run the same steps: reduce the value across replicas first")
        .raise();
  }
  return first;
}

bool Walk::holds(const plan::Scalar &predicate, std::string_view what) const {
  announceControl(predicate, what);
  // Different non-zero values are the same truth.
  const bool first = readScalar(machinery_.replicas.memory(0), predicate) != 0;
  for (std::uint32_t replica = 1; replica < machinery_.replicas.count(); ++replica) {
    const bool other = readScalar(machinery_.replicas.memory(replica), predicate) != 0;
    if (other != first) agreed(predicate, what);
  }
  return first;
}

void Walk::repeatWhile(const plan::RepeatWhileStep &step) {
  while (!isStopped()) {
    machinery_.cycles.control();
    sequence(step.condition);
    if (isStopped()) return;
    const bool held =
        holds(step.predicate, step.continueOn ? "RepeatWhileTrue" : "RepeatWhileFalse");
    if (held != step.continueOn) return;
    sequence(step.body);
  }
}

void Walk::loop(const plan::LoopStep &step) {
  while (!isStopped()) {
    machinery_.cycles.control();
    sequence(step.body);
  }
}

void Walk::branch(const plan::SwitchStep &step) {
  const std::string what = step.name.empty() ? "Switch" : "Switch '" + step.name + "'";
  announceControl(step.control, what);
  // Cases are signed; an unsigned control value is taken by its bits.
  const auto value = static_cast<std::int32_t>(agreed(step.control, what));
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
  std::optional<StagedMoves> &staged = stagedCopies_[payload];
  if (isStaged_[payload] == 0) {
    isStaged_[payload] = mayOverlap(step.moves) ? 2 : 1;
    if (isStaged_[payload] == 2) staged = stageMoves(step.moves);
  }
  std::vector<MoveBases> in, out;
  std::vector<HostBuffer> buffers;
  for (const auto &[source, destination] : step.sourceToDestination) {
    if (staged) buffers.emplace_back(staged->bytes);
    in.push_back({machinery_.replicas.memory(source),
                  staged ? buffers.back().data() : machinery_.replicas.memory(destination)});
    if (staged) out.push_back({buffers.back().data(), machinery_.replicas.memory(destination)});
  }
  execute(staged ? staged->in : step.moves, in, machinery_.pool);
  if (staged) execute(staged->out, out, machinery_.pool);
  plan::ExchangeSummary exchange;
  exchange.totalBytes = exchange.interIpuBytes = step.moves.totalBytes;
  machinery_.cycles.exchange(exchange);
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
    if (!any) return;
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
