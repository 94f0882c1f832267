// SPDX-License-Identifier: MIT
// The dependences of a block, and the simulation of its issue.
#include "slots/BlockSchedule.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace poplar_emu::popc::slots {

unsigned BlockSchedule::append(Pipe pipe, unsigned count, unsigned predecessor) {
  const auto node = static_cast<unsigned>(nodes_.size());
  nodes_.push_back({pipe, count, 0, {}});
  depend(node, predecessor);
  return node;
}

void BlockSchedule::depend(unsigned node, unsigned predecessor) {
  if (predecessor == kNone) return;
  nodes_[predecessor].successors.push_back(node);
  ++nodes_[node].numPredecessors;
}

void BlockSchedule::add(const llvm::Instruction &instruction, const Cost &cost) {
  unsigned last = append(Pipe::Main, 0, kNone); // waits for the operands
  if (!llvm::isa<llvm::PHINode>(instruction))
    for (const llvm::Use &operand : instruction.operands())
      if (const auto *value = llvm::dyn_cast<llvm::Instruction>(operand))
        if (const auto at = results_.find(value); at != results_.end()) depend(last, at->second);
  if (instruction.mayReadFromMemory()) depend(last, lastStore_);
  const auto addMain = [&] {
    if (cost.alone && cost.main != 0) {
      last = append(Pipe::Both, cost.main, last);
      return;
    }
    for (unsigned i = 0; i < cost.main; ++i)
      last = append(Pipe::Main, 1, last);
  };
  if (!cost.auxFirst) addMain();
  if (cost.aux != 0) last = append(Pipe::Aux, cost.aux, last);
  if (cost.auxFirst) addMain();
  results_[&instruction] = last;
  if (instruction.mayWriteToMemory() && !cost.isFree()) lastStore_ = last;
}

/// Slots from the start of a node to the end of the longest chain behind it.
std::vector<unsigned> BlockSchedule::heights() const {
  std::vector<unsigned> heights(nodes_.size());
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    unsigned behind = 0;
    for (const unsigned successor : nodes_[i].successors)
      behind = std::max(behind, heights[successor]);
    heights[i] = nodes_[i].count + behind;
  }
  return heights;
}

unsigned BlockSchedule::length() const {
  const std::vector<unsigned> height = heights();
  const auto isLess = [&](unsigned a, unsigned b) {
    return height[a] != height[b] ? height[a] < height[b] : a > b;
  };
  using Heap = std::priority_queue<unsigned, std::vector<unsigned>, decltype(isLess)>;
  Heap main(isLess), aux(isLess);
  using Waiting = std::pair<unsigned, unsigned>; // ready in slot, node
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  std::vector<unsigned> missing(nodes_.size()), ready(nodes_.size());
  for (unsigned i = 0; i < nodes_.size(); ++i) {
    missing[i] = nodes_[i].numPredecessors;
    if (missing[i] == 0) waiting.push({0, i});
  }
  unsigned slot = 0, end = 0;
  const auto finish = [&](unsigned node, unsigned at) {
    for (const unsigned successor : nodes_[node].successors) {
      ready[successor] = std::max(ready[successor], at);
      if (--missing[successor] == 0) waiting.push({ready[successor], successor});
    }
  };
  const auto issue = [&](Heap &heap) {
    const unsigned node = heap.top();
    heap.pop();
    finish(node, slot + nodes_[node].count);
    return nodes_[node].count;
  };
  while (!waiting.empty() || !main.empty() || !aux.empty()) {
    if (main.empty() && aux.empty()) slot = std::max(slot, waiting.top().first);
    while (!waiting.empty() && waiting.top().first <= slot) {
      const unsigned node = waiting.top().second;
      waiting.pop();
      if (nodes_[node].count == 0)
        finish(node, slot);
      else
        (nodes_[node].pipe == Pipe::Aux ? aux : main).push(node);
    }
    if (main.empty() && aux.empty()) continue;
    const bool mainFirst = aux.empty() || (!main.empty() && !isLess(main.top(), aux.top()));
    const bool single = bundling_ == Bundling::OnePipe || main.empty() || aux.empty() ||
                        nodes_[main.top()].pipe == Pipe::Both;
    unsigned count = 0;
    if (single)
      count = issue(mainFirst ? main : aux);
    else
      count = std::max(issue(main), issue(aux));
    slot += count;
    end = slot;
  }
  return end;
}

void BlockSchedule::clear() {
  nodes_.clear();
  results_.clear();
  lastStore_ = kNone;
}

} // namespace poplar_emu::popc::slots
