// SPDX-License-Identifier: MIT
// Walks over the steps of schedules. Streams of all lanes take their steps together.
#include "emit/Emitter.hpp"

#include "support/Operators.hpp"

#include <algorithm>

namespace gcl::detail {

using poplar::ComputeSet;
using poplar::Tensor;
using poplar::program::Execute;

/// A stream with two buffers, which take turns in receiving.
struct Emitter::Flow {
  std::size_t lane;
  const Stream &steps;
  const std::vector<Part> &parts;
  bool first; ///< whether it is the first stream of its lane
  Tensor buffers[2];

  Tensor &before(std::size_t step) { return buffers[step % 2]; }
  Tensor &after(std::size_t step) { return buffers[(step + 1) % 2]; }
  Tensor &result() { return before(steps.size()); }
};

std::vector<Tensor> Emitter::reduceScatter(const Schedule &schedule, const LaneParts &parts,
                                           CollectiveOperator op) {
  std::vector<Tensor> sums(parts.size());
  std::vector<Flow> flows;
  std::size_t numSteps = 0;
  for (std::size_t l = 0; l < parts.size(); ++l) {
    const Lane &lane = schedule.lanes[l % schedule.lanes.size()];
    if (lane.direct) {
      sums[l] = reduceDirectly(lane, parts[l], op);
      continue;
    }
    for (const Stream &steps : lane.streams) {
      flows.push_back({l, steps, parts[l], &steps == &lane.streams[0], {}});
      for (Tensor &buffer : flows.back().buffers)
        buffer = travelBuffer(l, parts[l]);
      numSteps = std::max(numSteps, steps.size());
    }
  }
  if (!flows.empty()) {
    const ComputeSet start = addComputeSet("take");
    for (Flow &flow : flows)
      addSelect(start, flow.parts, flow.before(0), flow.steps[0].piece);
    prog_.add(Execute(start));
    if (op == CollectiveOperator::SQUARE_ADD)
      for (Flow &flow : flows)
        square(flow.parts, flow.before(0));
  }
  for (std::size_t s = 0; s < numSteps; ++s) {
    for (Flow &flow : flows)
      if (s < flow.steps.size()) copyAcross(flow.before(s), flow.after(s), flow.steps[s]);
    const ComputeSet cs = addComputeSet("combine step " + std::to_string(s));
    for (Flow &flow : flows)
      // The owner adds its own contribution to the first stream alone.
      if (s + 1 < flow.steps.size() || (s + 1 == flow.steps.size() && flow.first))
        addCombine(cs, flow.parts, flow.after(s), arriving(flow.steps[s]), op);
    prog_.add(Execute(cs));
  }
  for (Flow &flow : flows)
    if (flow.first) sums[flow.lane] = flow.result();
  for (Flow &flow : flows) {
    if (flow.first) continue;
    const ComputeSet meet = addComputeSet("meet");
    addSumOf(meet, flow.parts, sums[flow.lane], flow.result(), combining(op));
    prog_.add(Execute(meet));
  }
  for (Flow &flow : flows) {
    std::vector<Tensor> &spare = spare_[flow.lane];
    spare.push_back(flow.after(flow.steps.size()));
    if (!flow.first) spare.push_back(flow.result());
  }
  return sums;
}

Tensor Emitter::travelBuffer(std::size_t lane, const std::vector<Part> &parts) {
  std::vector<Tensor> &spare = spare_[lane];
  if (spare.empty()) return addBuffer(parts, "travelling");
  const Tensor buffer = spare.back();
  spare.pop_back();
  return buffer;
}

Tensor Emitter::reduceDirectly(const Lane &lane, const std::vector<Part> &parts,
                               CollectiveOperator op) {
  const unsigned members = groups_.size;
  std::vector<Columns> columns;
  std::size_t begin = 0;
  for (const Part &part : parts) {
    columns.push_back({part.tile, 0, begin, begin + part.size});
    begin += part.size;
  }
  const Blocks blocks =
      makeBlocks(graph_, type_, members, columns, {debugContext_, "contributions"});
  LaneParts rows(1);
  blocks.addParts(rows);
  Schedule schedule{{lane}};
  exchange(schedule, {parts}, rows);
  return combineAll(rows, op)[0];
}

std::vector<Tensor> Emitter::select(const LaneParts &parts, const std::vector<unsigned> &pieces) {
  const ComputeSet cs = addComputeSet("take");
  std::vector<Tensor> result;
  for (const std::vector<Part> &lane : parts) {
    result.push_back(addBuffer(lane, "own"));
    addSelect(cs, lane, result.back(), pieces);
  }
  prog_.add(Execute(cs));
  return result;
}

void Emitter::gatherSums(const Schedule &schedule, const LaneParts &parts,
                         const std::vector<Tensor> &sums) {
  // Streams send the sums in their first step only: one of them may receive there in its second.
  for (std::size_t l = 0; l < parts.size(); ++l) {
    const Lane &lane = schedule.lanes[l % schedule.lanes.size()];
    const bool isLong = std::any_of(lane.streams.begin(), lane.streams.end(),
                                    [](const Stream &steps) { return steps.size() > 1; });
    if (!lane.direct && isLong) spare_[l].push_back(sums[l]);
  }
  gather(schedule, parts, sums);
}

void Emitter::gather(const Schedule &schedule, const LaneParts &parts,
                     const std::vector<Tensor> &own) {
  std::vector<unsigned> self(groups_.size);
  for (unsigned member = 0; member < groups_.size; ++member)
    self[member] = member;
  std::vector<Flow> flows;
  std::size_t numSteps = 0;
  for (std::size_t l = 0; l < parts.size(); ++l)
    for (const Stream &steps : schedule.lanes[l % schedule.lanes.size()].streams) {
      flows.push_back({l, steps, parts[l], false, {}});
      numSteps = std::max(numSteps, steps.size());
    }
  // The last of the spare ones, which may be the sums, is not received into before the second step.
  for (Flow &flow : flows)
    if (flow.steps.size() > 1) flow.buffers[0] = travelBuffer(flow.lane, flow.parts);
  for (Flow &flow : flows)
    flow.buffers[1] = travelBuffer(flow.lane, flow.parts);
  for (std::size_t s = 0; s < std::max<std::size_t>(numSteps, 1); ++s) {
    std::vector<std::vector<std::pair<Tensor, std::vector<unsigned>>>> arrived(parts.size());
    if (s == 0)
      for (std::size_t l = 0; l < parts.size(); ++l)
        arrived[l].emplace_back(own[l], self);
    for (Flow &flow : flows) {
      if (s >= flow.steps.size()) continue;
      const bool sendsOwn = s == 0 || schedule.lanes[flow.lane % schedule.lanes.size()].direct;
      copyAcross(sendsOwn ? own[flow.lane] : flow.before(s), flow.after(s), flow.steps[s]);
      arrived[flow.lane].emplace_back(flow.after(s), arriving(flow.steps[s]));
    }
    const ComputeSet cs = addComputeSet("place step " + std::to_string(s));
    for (std::size_t l = 0; l < parts.size(); ++l)
      if (!arrived[l].empty()) addPlace(cs, parts[l], arrived[l]);
    prog_.add(Execute(cs));
  }
}

void Emitter::exchange(const Schedule &schedule, const LaneParts &sources,
                       const LaneParts &targets) {
  const unsigned members = groups_.size;
  std::vector<unsigned> self(members);
  for (unsigned member = 0; member < members; ++member)
    self[member] = member;
  for (std::size_t l = 0; l < sources.size(); ++l) {
    const Tensor send = addBuffer(sources[l], "leaving");
    const Tensor receive = addBuffer(sources[l], "arriving");
    const auto take = [&](const std::vector<unsigned> &pieces) {
      const ComputeSet cs = addComputeSet("take");
      addSelect(cs, sources[l], send, pieces);
      prog_.add(Execute(cs));
    };
    const auto place = [&](const Tensor &piece, const std::vector<unsigned> &numbers) {
      const ComputeSet cs = addComputeSet("place");
      addPlace(cs, targets[l], {{piece, numbers}});
      prog_.add(Execute(cs));
    };
    take(self);
    place(send, self);
    for (const Step &step : schedule.lanes[l % schedule.lanes.size()].streams[0]) {
      take(step.piece);
      copyAcross(send, receive, step);
      std::vector<unsigned> from(members);
      for (unsigned member = 0; member < members; ++member)
        from[step.to[member]] = member;
      place(receive, from);
    }
  }
}

std::vector<Tensor> Emitter::scatterFrom(unsigned root, const LaneParts &parts) {
  const unsigned members = groups_.size;
  std::vector<unsigned> self(members);
  for (unsigned member = 0; member < members; ++member)
    self[member] = member;
  const std::vector<Tensor> own = select(parts, self);
  const Schedule schedule = exchangeSchedule(members);
  for (std::size_t l = 0; l < parts.size(); ++l) {
    const Tensor send = addBuffer(parts[l], "leaving");
    const Tensor receive = addBuffer(parts[l], "arriving");
    for (const Step &step : schedule.lanes[0].streams[0]) {
      const ComputeSet take = addComputeSet("take");
      addSelect(take, parts[l], send, step.piece);
      prog_.add(Execute(take));
      copyAcross(send, receive, step);
      // What does not come from the root is dropped.
      std::vector<unsigned> number(members, 1);
      number[step.to[root]] = 0;
      std::vector<Part> here = parts[l];
      std::size_t begin = 0;
      for (Part &part : here) {
        part.target = own[l].slice(begin, begin + part.size);
        begin += part.size;
      }
      const ComputeSet keep = addComputeSet("keep");
      addPlace(keep, here, {{receive, number}});
      prog_.add(Execute(keep));
    }
  }
  return own;
}

} // namespace gcl::detail
