// SPDX-License-Identifier: MIT
// Positions from the start cycles of stages.
#include "pipeline/schedule/Positions.hpp"

#include "pipeline/Errors.hpp"

#include <algorithm>

namespace gcl::pipeline {
namespace {

unsigned lastStart(const Schedule &schedule) {
  unsigned last = 0;
  for (const ScheduledStage &stage : schedule.stages)
    last = std::max(last, stage.start);
  return last;
}

void checkIoSlots(const Schedule &schedule, unsigned lead, unsigned count) {
  if (lead == 0 || schedule.microBatches + 1 > count) return;
  Complaint(std::to_string(schedule.microBatches) +
            " micro-batches do not fill the pipeline with overlapped input and output: it needs at "
            "least " +
            std::to_string(count))
      .note("the stages take " + std::to_string(count - 2 * lead) +
            " timing slots; loading and storing take one more each")
      .fix("accumulate over more micro-batches, or set numIoTiles to 0")
      .raise();
}

} // namespace

Positions makePositions(const Schedule &schedule, const Placement &placement, unsigned lead) {
  Positions positions;
  positions.period = schedule.period;
  positions.microBatches = schedule.microBatches;
  const unsigned count = lastStart(schedule) + 1 + 2 * lead;
  checkIoSlots(schedule, lead, count);
  positions.ipu.assign(count, 0);
  std::vector<unsigned> forward(placement.virtualGraphOfStage.size()), backward(forward.size());
  for (const ScheduledStage &stage : schedule.stages) {
    const unsigned position = stage.start + lead;
    positions.ipu[position] = stage.virtualGraph;
    if (stage.work != Work::Backward) forward[stage.forwardStage] = position;
    if (stage.work != Work::Forward) backward[stage.forwardStage] = position;
  }
  if (lead != 0) {
    positions.ipu.front() = positions.ipu[1];
    positions.ipu.back() = positions.ipu[count - 2];
  }
  positions.rampCycles = schedule.kind == ScheduleKind::Sequential ? 0 : count - 1;
  for (const unsigned stage : placement.stageOfLayer) {
    positions.forward.push_back(forward[stage]);
    positions.backward.push_back(backward[stage]);
  }
  return positions;
}

} // namespace gcl::pipeline
