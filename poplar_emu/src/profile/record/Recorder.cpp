// SPDX-License-Identifier: MIT
// Totals of everything, and single steps as far as the limits go.
#include "profile/record/Recorder.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::profile {
namespace {

bool equal(const CycleParts &a, const CycleParts &b) {
  return a.compute == b.compute && a.exchange == b.exchange &&
         a.globalExchange == b.globalExchange && a.host == b.host && a.sync == b.sync &&
         a.control == b.control;
}

} // namespace

Recorder::Recorder(const plan::Plan &plan, const RecorderLimits &limits)
    : table_(plan), limits_(limits), tilesPerIpu_(std::max(plan.machine.tilesPerIpu, 1u)),
      totals_(table_.size()), lastParts_(table_.size(), plan::kNone),
      lastTileCycles_(table_.size(), plan::kNone), detailedRuns_(plan.programs.size()) {}

void Recorder::reset() {
  std::fill(totals_.begin(), totals_.end(), StepTotal());
  std::fill(lastParts_.begin(), lastParts_.end(), plan::kNone);
  std::fill(lastTileCycles_.begin(), lastTileCycles_.end(), plan::kNone);
  std::fill(detailedRuns_.begin(), detailedRuns_.end(), 0u);
  steps_.clear();
  parts_.clear();
  tileCycles_.clear();
  runs_.clear();
  stepsDropped_ = tileValues_ = 0;
}

void Recorder::onRunBegin(std::uint32_t program) {
  recording_ = !paused_;
  program_ = program;
  firstStep_ = steps_.size();
  detailed_ = recording_ && detailedRuns_[program] < limits_.runsPerProgram;
}

bool Recorder::finishRun(const std::string &name, double seconds, std::uint64_t cycles,
                         std::vector<CycleParts> partsByIpu, std::vector<CycleParts> ioPartsByIpu) {
  if (!recording_) return false;
  recording_ = false;
  if (detailed_) ++detailedRuns_[program_];
  runs_.push_back({name, program_, seconds, cycles, firstStep_, steps_.size() - firstStep_,
                   std::move(partsByIpu), std::move(ioPartsByIpu)});
  return true;
}

void Recorder::onStep(const plan::StepRecord &record) {
  if (!recording_) return;
  const std::uint32_t step = table_.indexOf(record.kind, record.payload);
  StepTotal &total = totals_[step];
  ++total.executions;
  total.parts += record.parts;
  total.threadCycles += record.threadCycles;
  total.tileCycles += record.tileCycles;
  if (!detailed_ || steps_.size() >= limits_.steps) {
    ++stepsDropped_;
    return;
  }
  steps_.push_back({step, keptParts(step, record.parts), keptTileCycles(step, record.cyclesByTile),
                    record.begin});
}

/// Most steps cost the same each time.
std::uint32_t Recorder::keptParts(std::uint32_t step, const CycleParts &parts) {
  std::uint32_t &last = lastParts_[step];
  if (last == plan::kNone || !equal(parts_[last], parts)) {
    last = static_cast<std::uint32_t>(parts_.size());
    parts_.push_back(parts);
  }
  return last;
}

std::uint32_t Recorder::keptTileCycles(std::uint32_t step, std::span<const std::uint64_t> cycles) {
  if (cycles.empty() || limits_.tileCycles < TileCycles::ByIpu) return plan::kNone;
  if (keepsIpus()) {
    byIpu_.clear();
    for (; !cycles.empty(); cycles = cycles.subspan(tilesPerIpu_))
      byIpu_.push_back(*std::max_element(cycles.begin(), cycles.begin() + tilesPerIpu_));
    cycles = byIpu_;
  }
  std::uint32_t &last = lastTileCycles_[step];
  if (last != plan::kNone &&
      std::equal(cycles.begin(), cycles.end(), tileCycles_[last].begin(), tileCycles_[last].end()))
    return last;
  if (tileValues_ + cycles.size() > limits_.tileValues) return plan::kNone;
  tileValues_ += cycles.size();
  last = static_cast<std::uint32_t>(tileCycles_.size());
  tileCycles_.emplace_back(cycles.begin(), cycles.end());
  return last;
}

} // namespace poplar_emu::profile
