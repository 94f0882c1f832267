// SPDX-License-Identifier: MIT
// Transfers fit their buffers; steps and sequences refer to what exists, and never to themselves.
#include "plan/verify/Verifier.hpp"

#include "plan/StepTargets.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace poplar_emu::plan {
namespace {

void verifyDeviceToHost(const Plan &plan, const MoveList &moves, std::uint64_t hostBytes,
                        const std::string &where) {
  verifyMoves(moves, memoryOf(plan), {0, hostBytes}, where);
}

void verifyHostToDevice(const Plan &plan, const MoveList &moves, std::uint64_t hostBytes,
                        const std::string &where) {
  verifyMoves(moves, {0, hostBytes}, memoryOf(plan), where);
}

void verifyTiles(const Plan &plan, const std::vector<TileId> &tiles, const std::string &where) {
  for (const TileId tile : tiles)
    verifyTile(plan, tile, where);
}

void verifyStreams(const Plan &plan) {
  for (const StreamStep &step : plan.streamSteps) {
    const std::string where = "stream copy '" + step.name + "'";
    if (step.stream >= plan.streams.size()) fail("{}: stream {}", where, step.stream);
    const Stream &stream = plan.streams[step.stream];
    if (step.bytes != stream.bytes)
      fail("{}: {} bytes, the stream has {}", where, step.bytes, stream.bytes);
    if (stream.direction == StreamDirection::HostToDevice)
      verifyHostToDevice(plan, step.moves, step.bytes, where);
    else
      verifyDeviceToHost(plan, step.moves, step.bytes, where);
  }
}

/// The direction of a remote copy is that of the steps that refer to it.
void verifyRemote(const Plan &plan, const RemoteStep &step, StepKind kind) {
  const std::string where = "remote copy '" + step.name + "'";
  if (step.buffer >= plan.remoteBuffers.size()) fail("{}: remote buffer {}", where, step.buffer);
  const RemoteBuffer &buffer = plan.remoteBuffers[step.buffer];
  const std::uint64_t hostBytes = saturatingProduct(step.rows, buffer.rowBytes);
  if (kind == StepKind::RemoteRead)
    verifyHostToDevice(plan, step.moves, hostBytes, where);
  else
    verifyDeviceToHost(plan, step.moves, hostBytes, where);
  if (step.rowIndices.empty() ? step.rows != 1 : step.rowIndices.size() != step.rows)
    fail("{}: {} row indices for {} rows", where, step.rowIndices.size(), step.rows);
  for (const Address address : step.rowIndices)
    verifyScalar(plan, {address, ElementType::UnsignedInt}, where);
}

void verifyHostCall(const Plan &plan, const HostCallStep &step) {
  if (step.function >= plan.hostFunctions.size()) fail("host function {}", step.function);
  const HostFunction &function = plan.hostFunctions[step.function];
  const std::string where = "host function '" + function.handle + "'";
  if (step.inputs.size() != function.inputBytes.size() ||
      step.outputs.size() != function.outputBytes.size())
    fail("{}: wrong number of arguments", where);
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    if (step.inputs[i].bytes != function.inputBytes[i]) fail("{}: size of input {}", where, i);
    verifyDeviceToHost(plan, step.inputs[i].moves, step.inputs[i].bytes, where);
  }
  for (std::size_t i = 0; i < step.outputs.size(); ++i) {
    if (step.outputs[i].bytes != function.outputBytes[i]) fail("{}: size of output {}", where, i);
    verifyHostToDevice(plan, step.outputs[i].moves, step.outputs[i].bytes, where);
  }
}

void verifyCrossReplica(const Plan &plan, const CrossReplicaCopyStep &step) {
  const std::string where = "cross-replica copy '" + step.name + "'";
  verifyMoves(step.staging, memoryOf(plan), memoryOf(plan), where);
  verifyMoves(step.moves, memoryOf(plan), memoryOf(plan), where);
  std::set<unsigned> destinations;
  for (const auto &[source, destination] : step.sourceToDestination) {
    if (source >= plan.machine.replicationFactor || destination >= plan.machine.replicationFactor)
      fail("{}: replica {} to {}", where, source, destination);
    if (!destinations.insert(destination).second)
      fail("{}: replica {} receives twice", where, destination);
  }
}

void verifyAssumption(const Plan &plan, const AssumeEqualStep &step) {
  const std::string where = "AssumeEqualAcrossReplicas";
  verifyDeviceToHost(plan, step.operand.moves, step.operand.bytes, where);
  if (step.operand.bytes != 0 && sizeInBytes(step.type) == 0) fail("{}: no element type", where);
}

void verifyPrint(const Plan &plan, const PrintStep &step) {
  const std::string where = "print of '" + step.title + "'";
  std::uint64_t bytes = sizeInBytes(step.type);
  for (const std::uint64_t extent : step.shape)
    bytes = saturatingProduct(bytes, extent);
  if (bytes != step.value.bytes) fail("{}: {} bytes for its shape", where, step.value.bytes);
  if (step.format.floatFormat > 3) fail("{}: float format {}", where, step.format.floatFormat);
  verifyDeviceToHost(plan, step.value.moves, step.value.bytes, where);
}

void verifySeeds(const Plan &plan, const HwSeedsStep &step) {
  const std::string where = "hardware seeds";
  verifyTiles(plan, step.tiles, where);
  if (step.seeds.bytes !=
      saturatingProduct(step.tiles.size(), std::uint64_t{plan.machine.numWorkers} * 16))
    fail("{}: {} bytes for {} tiles", where, step.seeds.bytes, step.tiles.size());
  if (step.write)
    verifyDeviceToHost(plan, step.seeds.moves, step.seeds.bytes, where);
  else
    verifyHostToDevice(plan, step.seeds.moves, step.seeds.bytes, where);
}

void verifyControl(const Plan &plan) {
  for (const RepeatWhileStep &step : plan.repeatWhiles)
    verifyScalar(plan, step.predicate, "RepeatWhile");
  for (const IfStep &step : plan.ifs)
    verifyScalar(plan, step.predicate, "If");
  for (const SwitchStep &step : plan.switches) {
    verifyScalar(plan, step.control, "Switch");
    if (!std::is_sorted(step.cases.begin(), step.cases.end(),
                        [](const auto &a, const auto &b) { return a.first < b.first; }))
      fail("the cases of a Switch are not sorted");
  }
  for (const SyncStep &step : plan.syncs)
    if (step.kind > 2) fail("sync kind {}", step.kind);
  for (const AbortStep &step : plan.aborts) {
    if (step.print != kNone && step.print >= plan.prints.size()) fail("print {}", step.print);
    if (step.condition) verifyScalar(plan, *step.condition, "AbortOnCondition");
  }
}

std::size_t tableSize(const Plan &plan, StepKind kind) {
  switch (kind) {
  case StepKind::Compute:
    return plan.computes.size();
  case StepKind::Copy:
    return plan.copies.size();
  case StepKind::StreamRead:
  case StepKind::StreamWrite:
    return plan.streamSteps.size();
  case StepKind::RemoteRead:
  case StepKind::RemoteWrite:
    return plan.remoteSteps.size();
  case StepKind::Repeat:
    return plan.repeats.size();
  case StepKind::RepeatWhile:
    return plan.repeatWhiles.size();
  case StepKind::Loop:
    return plan.loops.size();
  case StepKind::If:
    return plan.ifs.size();
  case StepKind::Switch:
    return plan.switches.size();
  case StepKind::Call:
    return plan.calls.size();
  case StepKind::HostCall:
    return plan.hostCalls.size();
  case StepKind::CrossReplicaCopy:
    return plan.crossReplicaCopies.size();
  case StepKind::AssumeEqual:
    return plan.assumeEquals.size();
  case StepKind::Block:
    return plan.blocks.size();
  case StepKind::Sync:
    return plan.syncs.size();
  case StepKind::Print:
    return plan.prints.size();
  case StepKind::Abort:
    return plan.aborts.size();
  case StepKind::CycleStamp:
    return plan.cycleStamps.size();
  case StepKind::HwSeeds:
    return plan.hwSeeds.size();
  case StepKind::FpControl:
    return plan.fpControls.size();
  case StepKind::Undefine:
    return plan.undefines.size();
  case StepKind::Collective:
    return plan.collectives.size();
  }
  fail("step kind {}", static_cast<unsigned>(kind));
}

/// Depth-first, without recursion: a sequence that reaches itself would never end.
void verifyAcyclic(const Plan &plan) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(plan.sequences.size(), Mark::New);
  std::vector<std::uint32_t> stack;
  for (std::uint32_t root = 0; root < plan.sequences.size(); ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      if (marks[at] != Mark::New) {
        marks[at] = Mark::Done;
        stack.pop_back();
        continue;
      }
      marks[at] = Mark::Open;
      for (const Step &step : plan.sequences[at].steps)
        forEachTarget(plan, step, [&](SequenceId target) {
          if (target.value >= plan.sequences.size()) fail("sequence {}", target.value);
          if (marks[target.value] == Mark::Open) fail("sequence {} reaches itself", target.value);
          if (marks[target.value] == Mark::New) stack.push_back(target.value);
        });
    }
  }
}

} // namespace

void verifyTransfers(const Plan &plan) {
  const Extent memory = memoryOf(plan);
  for (const CopyStep &step : plan.copies)
    for (const MoveList &phase : step.phases)
      verifyMoves(phase, memory, memory, "copy '" + step.name + "'");
  verifyStreams(plan);
  for (const HostHandle &handle : plan.hostReads)
    verifyDeviceToHost(plan, handle.transfer.moves, handle.transfer.bytes,
                       "host read '" + handle.handle + "'");
  for (const HostHandle &handle : plan.hostWrites)
    verifyHostToDevice(plan, handle.transfer.moves, handle.transfer.bytes,
                       "host write '" + handle.handle + "'");
  for (const HostCallStep &step : plan.hostCalls)
    verifyHostCall(plan, step);
  for (const CrossReplicaCopyStep &step : plan.crossReplicaCopies)
    verifyCrossReplica(plan, step);
  for (const AssumeEqualStep &step : plan.assumeEquals)
    verifyAssumption(plan, step);
  for (const PrintStep &step : plan.prints)
    verifyPrint(plan, step);
  for (const CycleStampStep &step : plan.cycleStamps) {
    verifyTile(plan, step.tile, "cycle stamp");
    if (step.destination.bytes != 8) fail("cycle stamp of {} bytes", step.destination.bytes);
    verifyHostToDevice(plan, step.destination.moves, 8, "cycle stamp");
  }
  for (const HwSeedsStep &step : plan.hwSeeds)
    verifySeeds(plan, step);
  for (const FpControlStep &step : plan.fpControls) {
    verifyTiles(plan, step.tiles, "floating-point control");
    for (const Address address : {step.load, step.store})
      if (address != kNoAddress)
        verifyScalar(plan, {address, ElementType::UnsignedInt}, "floating-point control");
  }
  for (const UndefineStep &step : plan.undefines)
    verifyDeviceToHost(plan, step.operand.moves, step.operand.bytes,
                       "WriteUndef '" + step.name + "'");
}

void verifySequences(const Plan &plan) {
  for (const SequenceId program : plan.programs)
    if (program.value >= plan.sequences.size()) fail("program {}", program.value);
  for (const Sequence &sequence : plan.sequences)
    for (const Step &step : sequence.steps) {
      if (step.payload >= tableSize(plan, step.kind))
        fail("step {} of kind {}", step.payload, static_cast<unsigned>(step.kind));
      if (step.site != kNone && step.site >= plan.sites.size()) fail("site {}", step.site);
      if (step.kind == StepKind::RemoteRead || step.kind == StepKind::RemoteWrite)
        verifyRemote(plan, plan.remoteSteps[step.payload], step.kind);
      if (step.kind == StepKind::StreamRead || step.kind == StepKind::StreamWrite) {
        const Stream &stream = plan.streams[plan.streamSteps[step.payload].stream];
        if ((stream.direction == StreamDirection::HostToDevice) !=
            (step.kind == StepKind::StreamRead))
          fail("stream '{}' is used against its direction", stream.handle);
      }
    }
  verifyControl(plan);
  verifyAcyclic(plan);
  verifyCollectives(plan);
}

} // namespace poplar_emu::plan
