// SPDX-License-Identifier: MIT
// Start cycles of stages, and what follows from them.
#include <gcl/pipeline/Schedule.hpp>

#include "pipeline/schedule/ScheduleChecks.hpp"

#include <algorithm>
#include <set>

namespace gcl::pipeline {
namespace {

bool fusesTheTurn(const Schedule &schedule) {
  return schedule.kind == ScheduleKind::Popart;
}

void addStages(Schedule &schedule, const std::vector<unsigned> &virtualGraphs) {
  const auto count = static_cast<unsigned>(virtualGraphs.size());
  const bool trains = schedule.mode == Mode::Training;
  for (unsigned f = 0; f < count; ++f) {
    const bool turn = trains && fusesTheTurn(schedule) && f + 1 == count;
    schedule.stages.push_back(
        {virtualGraphs[f], turn ? Work::ForwardBackward : Work::Forward, f, 0});
  }
  if (!trains) return;
  for (unsigned f = fusesTheTurn(schedule) ? count - 1 : count; f-- > 0;)
    schedule.stages.push_back({virtualGraphs[f], Work::Backward, f, 0});
}

/// A stage that follows another one on the same IPU runs in the same cycle.
void startFused(std::vector<ScheduledStage> &stages) {
  for (std::size_t s = 1; s < stages.size(); ++s)
    stages[s].start =
        stages[s - 1].start + (stages[s].virtualGraph == stages[s - 1].virtualGraph ? 0 : 1);
}

void startApart(std::vector<ScheduledStage> &stages) {
  for (unsigned s = 0; s < stages.size(); ++s)
    stages[s].start = s;
}

/// Fill ends where the last stage begins; flush is as long.
void countCycles(Schedule &schedule) {
  const unsigned last = schedule.stages.back().start;
  const unsigned total = last + (schedule.microBatches - 1) * schedule.period + 1;
  const unsigned ramp = schedule.kind == ScheduleKind::Sequential ? 0 : last;
  schedule.fillCycles = schedule.flushCycles = ramp;
  schedule.mainCycles = total - 2 * ramp;
}

} // namespace

Schedule makeSchedule(ScheduleKind kind, Mode mode, const std::vector<unsigned> &virtualGraphs,
                      unsigned microBatches) {
  checkStageMap(kind, mode, virtualGraphs);
  Schedule schedule{kind, mode, microBatches, 1, 0, 0, 0, {}};
  addStages(schedule, virtualGraphs);
  if (kind == ScheduleKind::Popart)
    startFused(schedule.stages);
  else
    startApart(schedule.stages);
  if (kind == ScheduleKind::Sequential)
    schedule.period = static_cast<unsigned>(schedule.stages.size());
  if (kind == ScheduleKind::Interleaved && mode == Mode::Training) schedule.period = 2;
  checkMicroBatches(schedule, static_cast<unsigned>(virtualGraphs.size()));
  countCycles(schedule);
  return schedule;
}

std::vector<Slot> slotsOfCycle(const Schedule &schedule, unsigned cycle) {
  std::vector<Slot> slots;
  for (unsigned s = 0; s < schedule.stages.size(); ++s) {
    const ScheduledStage &stage = schedule.stages[s];
    if (cycle < stage.start || (cycle - stage.start) % schedule.period != 0) continue;
    const unsigned microBatch = (cycle - stage.start) / schedule.period;
    if (microBatch < schedule.microBatches) slots.push_back({stage.virtualGraph, s, microBatch});
  }
  return slots;
}

Phase phaseOfCycle(const Schedule &schedule, unsigned cycle) {
  if (cycle < schedule.fillCycles) return Phase::Fill;
  return cycle < schedule.fillCycles + schedule.mainCycles ? Phase::Main : Phase::Flush;
}

unsigned stashDepth(const Schedule &schedule, unsigned from, unsigned to) {
  return (schedule.stages[to].start - schedule.stages[from].start) / schedule.period + 1;
}

double utilisation(const Schedule &schedule) {
  std::set<unsigned> ipus;
  for (const ScheduledStage &stage : schedule.stages)
    ipus.insert(stage.virtualGraph);
  std::size_t busy = 0;
  for (unsigned cycle = 0; cycle < schedule.numCycles(); ++cycle) {
    std::set<unsigned> working;
    for (const Slot &slot : slotsOfCycle(schedule, cycle))
      working.insert(slot.virtualGraph);
    busy += working.size();
  }
  return static_cast<double>(busy) /
         (static_cast<double>(ipus.size()) * static_cast<double>(schedule.numCycles()));
}

} // namespace gcl::pipeline
