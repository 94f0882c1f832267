// SPDX-License-Identifier: MIT
// What the schedules must be, written from their published description and sharing no code with
// them.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace pipeline_test {

/// (IPU, stage, micro-batch)
using Entry = std::tuple<unsigned, unsigned, unsigned>;
using Cycle = std::set<Entry>;

struct Plan {
  unsigned fill = 0, main = 0;
  std::vector<Cycle> cycles;
};

/// Stage to IPU in training: forward stages, then back through all but the last one.
inline std::vector<unsigned> throughAndBack(const std::vector<unsigned> &forward) {
  std::vector<unsigned> all = forward;
  for (std::size_t f = forward.size() - 1; f-- > 0;)
    all.push_back(forward[f]);
  return all;
}

/// PopART: stages move on by one cycle each, except over neighbours on one IPU. Empty cycles: too
/// few micro-batches.
inline Plan popartPlan(const std::vector<unsigned> &stageIpu, unsigned n) {
  std::vector<unsigned> start;
  unsigned back = 0;
  for (unsigned s = 0; s < stageIpu.size(); ++s) {
    if (s > 0 && stageIpu[s] == stageIpu[s - 1]) ++back;
    start.push_back(s - back);
  }
  Plan plan;
  plan.fill = start.back();
  if (n <= plan.fill) return plan;
  plan.main = n - plan.fill;
  for (unsigned c = 0; c < n + plan.fill; ++c) {
    Cycle cycle;
    for (unsigned s = 0; s < start.size(); ++s)
      if (c >= start[s] && c - start[s] < n) cycle.insert({stageIpu[s], s, c - start[s]});
    plan.cycles.push_back(cycle);
  }
  return plan;
}

/// TensorFlow: entry s of the letters runs in step s + stride * micro-batch.
inline Plan steppedPlan(const std::vector<unsigned> &stageIpu, unsigned n, unsigned stride) {
  Plan plan;
  plan.cycles.resize(stageIpu.size() + stride * (n - 1));
  for (unsigned m = 0; m < n; ++m)
    for (unsigned s = 0; s < stageIpu.size(); ++s)
      plan.cycles[s + stride * m].insert({stageIpu[s], s, m});
  return plan;
}

} // namespace pipeline_test
