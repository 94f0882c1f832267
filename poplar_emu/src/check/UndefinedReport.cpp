// SPDX-License-Identifier: MIT
// Words and numbers of PE0607.
#include "check/UndefinedReport.hpp"

#include "support/Diagnostic.hpp"

#include <fmt/format.h>

namespace poplar_emu::check {

void ReadSummary::add(plan::Address address, std::uint64_t bytes) {
  total_ += bytes;
  const std::uint64_t missing = shadow_.countUndefined(address, bytes);
  undefined_ += missing;
  if (first_ == plan::kNoAddress) {
    const auto found = shadow_.firstUndefined(address, bytes);
    if (!found) return;
    first_ = *found;
    run_ = shadow_.undefinedRun(first_, address + bytes - first_);
    runEnded_ = first_ + run_ != address + bytes;
    return;
  }
  if (runEnded_ || address != first_ + run_) {
    runEnded_ = true;
    return;
  }
  const std::uint64_t more = shadow_.undefinedRun(address, bytes);
  run_ += more;
  runEnded_ = more != bytes;
}

void raiseUndefinedRead(std::string_view what, std::string_view who, std::string_view elements,
                        const ReadSummary &summary) {
  Diagnostic(Code::PE0607, "{} reads elements that were never written", what)
      .at({}, "{}{}reads {}", who, who.empty() ? "" : " ", elements)
      .note("{} of the {} bytes that it reads were never written since the engine was loaded",
            summary.undefined(), summary.total())
      .fix("write the tensor first: graph.setInitialValue, a Copy of a constant, a stream or "
           "engine.writeTensor; without poplar_emu.checks such elements read as zero, on the "
           "machine as anything")
      .raise();
}

std::string describeStep(const plan::Plan &plan, const plan::Step &step) {
  const auto named = [](std::string_view kind, const std::string &name) {
    return name.empty() ? std::string(kind) : fmt::format("{} '{}'", kind, name);
  };
  const std::uint32_t i = step.payload;
  switch (step.kind) {
  case plan::StepKind::Copy:
    return named("Copy", plan.copies[i].name);
  case plan::StepKind::StreamWrite:
    return fmt::format("{} to stream '{}'", named("Copy", plan.streamSteps[i].name),
                       plan.streams[plan.streamSteps[i].stream].handle);
  case plan::StepKind::RemoteRead:
    return fmt::format("{} from remote buffer '{}'", named("Copy", plan.remoteSteps[i].name),
                       plan.remoteBuffers[plan.remoteSteps[i].buffer].handle);
  case plan::StepKind::RemoteWrite:
    return fmt::format("{} to remote buffer '{}'", named("Copy", plan.remoteSteps[i].name),
                       plan.remoteBuffers[plan.remoteSteps[i].buffer].handle);
  case plan::StepKind::CrossReplicaCopy:
    return named("CrossReplicaCopy", plan.crossReplicaCopies[i].name);
  case plan::StepKind::HostCall:
    return named("the call of host function",
                 plan.hostFunctions[plan.hostCalls[i].function].handle);
  case plan::StepKind::Print:
    return named("PrintTensor", plan.prints[i].title);
  case plan::StepKind::HwSeeds:
    return "setHwSeeds";
  case plan::StepKind::FpControl:
    return "setFloatingPointBehaviour";
  default:
    return "a step";
  }
}

} // namespace poplar_emu::check
