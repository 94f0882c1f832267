// SPDX-License-Identifier: MIT
// The same sweep as that of the count, written down.
#include "compile/memory/MemorySteps.hpp"

#include "compile/ProgramVisit.hpp"
#include "support/SourceSite.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::compile {
namespace {

/// So many numbers by tile, and so many variables of steps, at most.
constexpr std::size_t kMostNumbers = 1 << 22;

struct Kind {
  plan::StepKind kind;
  const char *name;
};

Kind kindOf(const ir::ProgramNode &node) {
  using plan::StepKind;
  return std::visit(
      Overloaded{
          [](const ir::Execute &) { return Kind{StepKind::Compute, "Execute"}; },
          [](const ir::Copy &) { return Kind{StepKind::Copy, "Copy"}; },
          [](const ir::StreamRead &) { return Kind{StepKind::StreamRead, "Copy from a stream"}; },
          [](const ir::StreamWrite &) { return Kind{StepKind::StreamWrite, "Copy to a stream"}; },
          [](const ir::RemoteRead &) {
            return Kind{StepKind::RemoteRead, "Copy from a remote buffer"};
          },
          [](const ir::RemoteWrite &) {
            return Kind{StepKind::RemoteWrite, "Copy to a remote buffer"};
          },
          [](const ir::RepeatWhile &) { return Kind{StepKind::RepeatWhile, "RepeatWhile"}; },
          [](const ir::If &) { return Kind{StepKind::If, "If"}; },
          [](const ir::Switch &) { return Kind{StepKind::Switch, "Switch"}; },
          [](const ir::HostCall &) { return Kind{StepKind::HostCall, "Call of the host"}; },
          [](const ir::CrossReplicaCopy &) {
            return Kind{StepKind::CrossReplicaCopy, "CrossReplicaCopy"};
          },
          [](const ir::Collective &) { return Kind{StepKind::Collective, "collective"}; },
          [](const ir::WriteUndef &) { return Kind{StepKind::Undefine, "WriteUndef"}; },
          [](const ir::AssumeEqualAcrossReplicas &) {
            return Kind{StepKind::AssumeEqual, "AssumeEqualAcrossReplicas"};
          },
          [](const ir::Print &) { return Kind{StepKind::Print, "PrintTensor"}; },
          [](const ir::Abort &) { return Kind{StepKind::Abort, "AbortOnCondition"}; },
          [](const ir::CycleStamp &) { return Kind{StepKind::CycleStamp, "cycle stamp"}; },
          [](const ir::HwSeeds &) { return Kind{StepKind::HwSeeds, "hardware seeds"}; },
          [](const ir::FpControl &) { return Kind{StepKind::FpControl, "floating-point control"}; },
          [](const auto &) { return Kind{StepKind::Sync, "program"}; },
      },
      node.payload);
}

class StepSweep {
 public:
  StepSweep(const Input &input, const StorageMap &storage, const MemoryCount &count,
            const StepOfNode &steps, plan::TileMemory &memory)
      : graph_(input.graph), storage_(storage), count_(count), steps_(steps), memory_(memory),
        live_(memory.tiles.size()), atStep_(memory.tiles.size()) {
    const std::size_t numbers = count.liveness.nodes.size() * live_.size();
    keepsTiles_ = input.options.memoryDetail != MemoryDetail::Totals && numbers <= kMostNumbers;
  }

  void run() {
    const Liveness &liveness = count_.liveness;
    auto range = liveness.ranges.begin();
    auto execution = liveness.executions.begin();
    for (Position p = 0; p < liveness.nodes.size(); ++p) {
      std::erase_if(alive_, [&](const LiveRange &r) {
        if (r.last < p) change(r.variable, std::minus<>());
        return r.last < p;
      });
      for (; range != liveness.ranges.end() && range->first == p; ++range) {
        alive_.push_back(*range);
        change(range->variable, std::plus<>());
      }
      const std::vector<OperandBuffer> *buffers = nullptr;
      if (execution != liveness.executions.end() && execution->position == p) {
        const std::size_t set = (execution++)->computeSet.index();
        if (!count_.buffers.empty()) buffers = &count_.buffers[set];
      }
      write(*liveness.nodes[p], buffers);
    }
  }

 private:
  template <class Change>
  void change(VariableId variable, Change by) {
    const StorageMap::Layout &layout = storage_.layout(variable);
    for (const StorageMap::TileSpan &span : layout.spans) {
      const std::uint64_t bytes = (span.end - span.begin) * layout.width;
      live_[span.tile.index()] = by(live_[span.tile.index()], bytes);
      total_ = by(total_, bytes);
    }
  }

  void write(const ir::ProgramNode &node, const std::vector<OperandBuffer> *buffers) {
    plan::MemoryStep &step = memory_.steps.emplace_back();
    step.name = stepName(graph_, node);
    if (node.site.valid()) step.site = describe(node.site);
    step.kind = kindOf(node).kind;
    const auto lowered = steps_.find(&node);
    if (lowered != steps_.end() && lowered->second) {
      step.kind = lowered->second->kind;
      step.payload = lowered->second->payload;
    }
    step.bytes = total_;
    if (buffers != nullptr)
      for (const OperandBuffer &buffer : *buffers)
        step.bytes += buffer.bytes;
    if (keepsTiles_) {
      atStep_ = live_;
      if (buffers != nullptr)
        for (const OperandBuffer &buffer : *buffers)
          atStep_[buffer.tile.index()] += buffer.bytes;
      for (const std::uint64_t bytes : atStep_)
        step.bytesByTile.push_back(static_cast<std::uint32_t>(
            std::min<std::uint64_t>(bytes, std::numeric_limits<std::uint32_t>::max())));
    }
    if (numbersKept_ + alive_.size() > kMostNumbers) return;
    numbersKept_ += alive_.size();
    for (const LiveRange &range : alive_)
      step.variables.push_back(range.variable.value);
    std::sort(step.variables.begin(), step.variables.end());
  }

  const ir::Graph &graph_;
  const StorageMap &storage_;
  const MemoryCount &count_;
  const StepOfNode &steps_;
  plan::TileMemory &memory_;
  bool keepsTiles_ = false;
  std::vector<LiveRange> alive_;
  std::vector<std::uint64_t> live_, atStep_; ///< by tile
  std::uint64_t total_ = 0;
  std::size_t numbersKept_ = 0;
};

} // namespace

std::string stepName(const ir::Graph &graph, const ir::ProgramNode &node) {
  if (!node.name.empty()) return node.name;
  if (const auto *execute = std::get_if<ir::Execute>(&node.payload))
    if (!graph.computeSets[execute->computeSet.index()].name.empty())
      return graph.computeSets[execute->computeSet.index()].name;
  return kindOf(node).name;
}

void addMemorySteps(const Input &input, const StorageMap &storage, const MemoryCount &count,
                    const StepOfNode &steps, plan::TileMemory &memory) {
  StepSweep(input, storage, count, steps, memory).run();
}

} // namespace poplar_emu::compile
