// SPDX-License-Identifier: MIT
// Checks of stage maps and of the number of micro-batches, with the arithmetic in the text.
#include "pipeline/schedule/ScheduleChecks.hpp"

#include "pipeline/Errors.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace gcl::pipeline {
namespace {

std::string modeName(Mode mode) {
  return mode == Mode::Training ? "training" : "inference";
}

/// How the stages of the schedule come from the forward ones.
std::string stageCount(const Schedule &schedule, unsigned forwardStages) {
  std::string forward = counted(forwardStages, "forward stage", "forward stages");
  const std::string all = std::to_string(schedule.stages.size());
  if (schedule.mode == Mode::Inference) return forward;
  if (schedule.kind == ScheduleKind::Popart)
    return forward + " train in 2 x " + std::to_string(forwardStages) + " - 1 = " + all +
           " stages (the last one runs forward and backward)";
  return forward + " train in 2 x " + std::to_string(forwardStages) + " = " + all + " stages";
}

std::string fusedCount(const Schedule &schedule) {
  std::vector<unsigned> ipus;
  for (const ScheduledStage &stage : schedule.stages)
    ipus.push_back(stage.virtualGraph);
  const unsigned slots = schedule.stages.back().start + 1;
  return "their IPUs are " + listed(ipus) + ": neighbours on one IPU share a cycle, so that " +
         counted(slots, "timing slot remains", "timing slots remain");
}

void checkDepth(const Schedule &schedule, unsigned forwardStages) {
  const unsigned fill = schedule.stages.back().start;
  if (schedule.microBatches > fill) return;
  Complaint complaint(counted(schedule.microBatches, "micro-batch does", "micro-batches do") +
                      " not fill the pipeline: " + modeName(schedule.mode) +
                      " over these stages needs at least " + std::to_string(fill + 1));
  complaint.note(stageCount(schedule, forwardStages));
  if (fill + 1 != schedule.stages.size()) complaint.note(fusedCount(schedule));
  complaint
      .note("fill takes " + std::to_string(fill + 1) + " - 1 = " + std::to_string(fill) +
            " cycles, and main, micro-batches - " + std::to_string(fill) +
            " cycles, must be at least 1")
      .fix("accumulate over at least " + std::to_string(fill + 1) +
           " micro-batches, or use fewer stages")
      .raise();
}

void checkMultiple(const Schedule &schedule, unsigned forwardStages) {
  const bool interleaved = schedule.period == 2;
  const auto overlap = interleaved ? forwardStages : static_cast<unsigned>(schedule.stages.size());
  if (schedule.microBatches >= overlap && schedule.microBatches % overlap == 0) return;
  const unsigned above = (schedule.microBatches / overlap + 1) * overlap;
  Complaint(counted(schedule.microBatches, "micro-batch", "micro-batches") + " with the " +
            kindName(schedule.kind) + " schedule, which needs a multiple of " +
            std::to_string(overlap))
      .note(stageCount(schedule, forwardStages) +
            (interleaved ? "; one micro-batch per IPU is under way at a time"
                         : "; as many micro-batches are under way at a time"))
      .note(std::to_string(schedule.microBatches) + " = " +
            std::to_string(schedule.microBatches / overlap) + " x " + std::to_string(overlap) +
            " + " + std::to_string(schedule.microBatches % overlap))
      .fix("use " + std::to_string(above) +
           " micro-batches, or PopART's schedule, which takes any number from the depth on")
      .raise();
}

} // namespace

std::string kindName(ScheduleKind kind) {
  switch (kind) {
  case ScheduleKind::Sequential:
    return "sequential";
  case ScheduleKind::Popart:
    return "PopART";
  case ScheduleKind::Grouped:
    return "grouped";
  case ScheduleKind::Interleaved:
    return "interleaved";
  }
  return "";
}

void checkStageMap(ScheduleKind kind, Mode mode, const std::vector<unsigned> &virtualGraphs) {
  if (virtualGraphs.empty())
    Complaint("a schedule of no stages").fix("give the model at least one layer").raise();
  if (kind == ScheduleKind::Sequential) return;
  const std::set<unsigned> ipus(virtualGraphs.begin(), virtualGraphs.end());
  if (ipus.size() < 2)
    Complaint("the " + kindName(kind) + " schedule needs more than one IPU")
        .note(virtualGraphs.size() == 1
                  ? "the only stage lies on IPU " + std::to_string(*ipus.begin())
                  : "all " + std::to_string(virtualGraphs.size()) + " stages lie on IPU " +
                        std::to_string(*ipus.begin()) + ": nothing can overlap")
        .fix("put stages on different virtual graphs, or use the sequential schedule")
        .raise();
  if (kind != ScheduleKind::Interleaved || mode == Mode::Inference) return;
  std::map<unsigned, unsigned> first;
  for (unsigned stage = 0; stage < virtualGraphs.size(); ++stage) {
    const auto [entry, isNew] = first.emplace(virtualGraphs[stage], stage);
    if (isNew) continue;
    Complaint("the interleaved schedule trains with one forward stage on each IPU")
        .note("stages " + std::to_string(entry->second) + " and " + std::to_string(stage) +
              " both lie on IPU " + std::to_string(virtualGraphs[stage]))
        .fix("join the stages, move one to an IPU of its own, or use another schedule")
        .raise();
  }
}

void checkMicroBatches(const Schedule &schedule, unsigned forwardStages) {
  if (schedule.microBatches == 0)
    Complaint("a schedule of no micro-batches").fix("use at least one micro-batch").raise();
  if (schedule.kind == ScheduleKind::Sequential) return;
  if (schedule.kind == ScheduleKind::Popart)
    checkDepth(schedule, forwardStages);
  else
    checkMultiple(schedule, forwardStages);
}

} // namespace gcl::pipeline
