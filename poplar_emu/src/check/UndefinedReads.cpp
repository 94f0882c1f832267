// SPDX-License-Identifier: MIT
// What each kind of step reads and writes.
#include "check/UndefinedReads.hpp"

#include "plan/MoveWalk.hpp"

#include <fmt/format.h>

namespace poplar_emu::check {

using plan::StepKind;

void UndefinedReads::onLoad() {
  const plan::Memory &memory = plan_.memory;
  shadows_.clear();
  for (std::uint32_t replica = 0; replica < plan_.machine.replicationFactor; ++replica) {
    Shadow &shadow = shadows_.emplace_back(memory.bytes);
    for (const plan::InitialData &data : memory.initialData)
      shadow.define(data.address, data.count * data.bytes.size());
    for (const plan::Address address : memory.replicaIndexAddresses)
      shadow.define(address, sizeof(std::uint32_t));
    shadow.define(memory.instances, memory.instanceImage.size());
  }
}

void UndefinedReads::beforeStep(plan::Step step) {
  if (shadows_.empty()) return;
  const std::uint32_t i = step.payload;
  switch (step.kind) {
  case StepKind::Compute:
    return compute(plan_.computes[i]);
  case StepKind::Copy:
    return copy(step);
  case StepKind::StreamRead:
    return write(plan_.streamSteps[i].moves);
  case StepKind::StreamWrite:
    return read(step, plan_.streamSteps[i].moves);
  case StepKind::RemoteRead:
  case StepKind::RemoteWrite:
    return remote(step);
  case StepKind::HostCall:
    return hostCall(step);
  case StepKind::CrossReplicaCopy:
    return crossReplicaCopy(step);
  case StepKind::Print:
    return read(step, plan_.prints[i].value.moves);
  case StepKind::If:
    return noteControl(step, plan_.ifs[i].predicate);
  case StepKind::Switch:
    return noteControl(step, plan_.switches[i].control);
  case StepKind::RepeatWhile:
    return noteControl(step, plan_.repeatWhiles[i].predicate);
  case StepKind::Abort:
    if (plan_.aborts[i].condition) noteControl(step, *plan_.aborts[i].condition);
    return;
  case StepKind::CycleStamp:
    return write(plan_.cycleStamps[i].destination.moves);
  case StepKind::HwSeeds:
    return hwSeeds(step);
  case StepKind::FpControl:
    return fpControl(step);
  case StepKind::Undefine:
    for (Shadow &shadow : shadows_)
      plan::forEachPiece(plan_.undefines[i].operand.moves,
                         [&](std::uint64_t source, std::uint64_t, std::uint64_t bytes) {
                           shadow.undefine(source, bytes);
                         });
    return;
  default: // no data is touched
    return;
  }
}

/// The value is read later, by beforeControl.
void UndefinedReads::noteControl(const plan::Step &step, const plan::Scalar &scalar) {
  controlSteps_[scalar.address] = step;
}

void UndefinedReads::beforeControl(const plan::Scalar &scalar, std::string_view what) {
  for (std::uint32_t replica = 0; replica < shadows_.size(); ++replica) {
    ReadSummary summary(shadows_[replica]);
    summary.add(scalar.address, sizeInBytes(scalar.type));
    if (summary.undefined() != 0)
      raiseUndefinedRead(what, lineOf(controlSteps_[scalar.address]), elements(summary, replica),
                         summary);
  }
}

void UndefinedReads::beforeHostRead(std::uint32_t handle) {
  const plan::HostHandle &read = plan_.hostReads[handle];
  for (std::uint32_t replica = 0; replica < shadows_.size(); ++replica) {
    ReadSummary summary(shadows_[replica]);
    plan::forEachPiece(read.transfer.moves,
                       [&](std::uint64_t source, std::uint64_t, std::uint64_t bytes) {
                         summary.add(source, bytes);
                       });
    if (summary.undefined() != 0)
      raiseUndefinedRead(fmt::format("readTensor of '{}'", read.handle), "",
                         elements(summary, replica), summary);
  }
}

void UndefinedReads::beforeHostWrite(std::uint32_t handle) {
  write(plan_.hostWrites[handle].transfer.moves);
}

void UndefinedReads::copy(const plan::Step &step) {
  for (const plan::MoveList &phase : plan_.copies[step.payload].phases) {
    read(step, phase);
    write(phase);
  }
}

/// What stands in remote buffers is always defined: they start as zero.
void UndefinedReads::remote(const plan::Step &step) {
  const plan::RemoteStep &transfer = plan_.remoteSteps[step.payload];
  for (const plan::Address row : transfer.rowIndices)
    readScalar(step, row, sizeof(std::uint32_t));
  if (step.kind == StepKind::RemoteRead)
    write(transfer.moves);
  else
    read(step, transfer.moves);
}

void UndefinedReads::hostCall(const plan::Step &step) {
  const plan::HostCallStep &call = plan_.hostCalls[step.payload];
  for (const plan::HostArgument &input : call.inputs)
    read(step, input.moves);
  for (const plan::HostArgument &output : call.outputs)
    write(output.moves);
}

void UndefinedReads::crossReplicaCopy(const plan::Step &step) {
  const plan::CrossReplicaCopyStep &copy = plan_.crossReplicaCopies[step.payload];
  read(step, copy.staging);
  write(copy.staging);
  for (const auto &[source, destination] : copy.sourceToDestination)
    read(step, copy.moves, source);
  for (const auto &[source, destination] : copy.sourceToDestination)
    plan::forEachPiece(copy.moves, [&](std::uint64_t, std::uint64_t to, std::uint64_t bytes) {
      shadows_[destination].define(to, bytes);
    });
}

void UndefinedReads::hwSeeds(const plan::Step &step) {
  const plan::HwSeedsStep &seeds = plan_.hwSeeds[step.payload];
  if (seeds.write)
    read(step, seeds.seeds.moves);
  else
    write(seeds.seeds.moves);
}

void UndefinedReads::fpControl(const plan::Step &step) {
  const plan::FpControlStep &control = plan_.fpControls[step.payload];
  if (control.load != plan::kNoAddress) readScalar(step, control.load, sizeof(std::uint32_t));
  if (control.store != plan::kNoAddress) writeScalar(control.store, sizeof(std::uint32_t));
}

void UndefinedReads::read(const plan::Step &step, const plan::MoveList &moves) {
  for (std::uint32_t replica = 0; replica < shadows_.size(); ++replica)
    read(step, moves, replica);
}

void UndefinedReads::read(const plan::Step &step, const plan::MoveList &moves,
                          std::uint32_t replica) {
  const Shadow &shadow = shadows_[replica];
  bool defined = true;
  plan::forEachPiece(moves, [&](std::uint64_t source, std::uint64_t, std::uint64_t bytes) {
    defined = defined && !shadow.firstUndefined(source, bytes);
  });
  if (defined) return;
  ReadSummary summary(shadow);
  plan::forEachPiece(moves, [&](std::uint64_t source, std::uint64_t, std::uint64_t bytes) {
    summary.add(source, bytes);
  });
  raiseUndefinedRead(describeStep(plan_, step), lineOf(step), elements(summary, replica), summary);
}

void UndefinedReads::readScalar(const plan::Step &step, plan::Address address,
                                std::uint64_t bytes) {
  for (std::uint32_t replica = 0; replica < shadows_.size(); ++replica) {
    if (!shadows_[replica].firstUndefined(address, bytes)) continue;
    ReadSummary summary(shadows_[replica]);
    summary.add(address, bytes);
    raiseUndefinedRead(describeStep(plan_, step), lineOf(step), elements(summary, replica),
                       summary);
  }
}

void UndefinedReads::write(const plan::MoveList &moves) {
  for (Shadow &shadow : shadows_)
    plan::forEachPiece(moves, [&](std::uint64_t, std::uint64_t to, std::uint64_t bytes) {
      shadow.define(to, bytes);
    });
}

void UndefinedReads::writeScalar(plan::Address address, std::uint64_t bytes) {
  for (Shadow &shadow : shadows_)
    shadow.define(address, bytes);
}

std::string UndefinedReads::lineOf(const plan::Step &step) const {
  return step.site < plan_.sites.size() ? plan_.sites[step.site] : std::string();
}

std::string UndefinedReads::elements(const ReadSummary &summary, std::uint32_t replica) const {
  std::string text = names_.describe(summary.first(), summary.run());
  if (plan_.machine.replicationFactor > 1) text += fmt::format(", replica {}", replica);
  return text;
}

} // namespace poplar_emu::check
