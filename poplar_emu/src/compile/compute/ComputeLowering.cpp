// SPDX-License-Identifier: MIT
// Pass: compute sets become supersteps.
#include "compile/ComputeLowering.hpp"

#include "compile/compute/CycleEstimate.hpp"
#include "compile/compute/TileOrder.hpp"
#include "compile/compute/instances/BatchBuilder.hpp"
#include "compile/compute/instances/FieldUses.hpp"
#include "compile/compute/instances/InstanceBuilder.hpp"
#include "compile/memory/DeviceSize.hpp"
#include "support/Alignment.hpp"
#include "support/SourceSite.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

plan::VertexThreads threadsOf(ir::VertexKind kind) {
  if (kind == ir::VertexKind::MultiVertex) return plan::VertexThreads::AllWorkers;
  return kind == ir::VertexKind::Vertex ? plan::VertexThreads::OneWorker
                                        : plan::VertexThreads::Supervisor;
}

/// Places in the user's program, as the plan numbers them.
class PlanSites {
 public:
  explicit PlanSites(std::vector<std::string> &sites) : sites_(sites) {}

  std::uint32_t index(SiteId site) {
    const std::size_t slot = site.valid() ? site.index() + 1 : 0;
    if (indices_.size() <= slot) indices_.resize(slot + 1, plan::kNone);
    if (indices_[slot] == plan::kNone) {
      indices_[slot] = static_cast<std::uint32_t>(sites_.size());
      sites_.push_back(describe(site));
    }
    return indices_[slot];
  }

 private:
  std::vector<std::string> &sites_;
  std::vector<std::uint32_t> indices_; ///< by SiteId plus 1; 0: no place
};

/// Vertex types in order of first use.
class PlanTypes {
 public:
  explicit PlanTypes(std::vector<plan::VertexTypeUse> &types) : types_(types) {}

  std::uint32_t index(VertexTypeId id, const TypeLayout &layout) {
    if (indices_.size() <= id.index()) indices_.resize(id.index() + 1, plan::kNone);
    std::uint32_t &index = indices_[id.index()];
    if (index == plan::kNone) {
      index = static_cast<std::uint32_t>(types_.size());
      types_.push_back({layout.type->name, layout.stride, layout.type->usesContext,
                        layout.type->hasMutableStatics, fieldUses(*layout.type),
                        threadsOf(layout.type->kind)});
    }
    return index;
  }

 private:
  std::vector<plan::VertexTypeUse> &types_;
  std::vector<std::uint32_t> indices_;
};

/// Of the type's vertices so far.
plan::TypeEstimate &estimateOf(plan::ComputeStep &step, std::uint32_t type) {
  for (plan::TypeEstimate &estimate : step.typeEstimates)
    if (estimate.type == type) return estimate;
  plan::TypeEstimate &added = step.typeEstimates.emplace_back();
  added.type = type;
  return added;
}

std::uint64_t numEdges(const ir::VertexTable &table, VertexId id) {
  std::uint64_t edges = 0;
  for (std::uint32_t e = table[id].firstEdge; e != ir::kNone; e = table.edges[e].next)
    ++edges;
  return edges;
}

class ComputeLowering {
 public:
  ComputeLowering(const Input &input, const StorageMap &storage, plan::Plan &plan)
      : graph_(input.graph), table_(graph_.vertexTable), plan_(plan), layouts_(input.types),
        keepsTiles_(input.options.detail != Detail::Sums), sizes_(table_, input.types),
        placement_(input, storage, roundUp(storage.bytes(), kCacheLine), plan),
        builder_(graph_, placement_, image_), sites_(plan.sites), types_(plan.vertexTypes) {
    plan_.memory.scratch = roundUp(storage.bytes(), kCacheLine);
  }

  void reserve(const Usage &usage);
  plan::ComputeStep lower(ComputeSetId id);
  /// Of the compute set lowered last.
  const std::vector<OperandBuffer> &buffers() const { return placement_.buffers(); }
  void finish();

 private:
  void lowerChunk(const TileOrder &order, std::uint32_t chunk, BatchBuilder &batches,
                  plan::ComputeStep &step);
  void lowerTile(const TileOrder &order, const TileRange &tile, BatchBuilder &batches,
                 plan::ComputeStep &step);

  const ir::Graph &graph_;
  const ir::VertexTable &table_;
  plan::Plan &plan_;
  TypeLayouts layouts_;
  bool keepsTiles_;
  InstanceImage image_;
  DeviceSize sizes_;
  OperandPlacement placement_;
  InstanceBuilder builder_;
  PlanSites sites_;
  PlanTypes types_;
};

void ComputeLowering::reserve(const Usage &usage) {
  std::uint64_t vertices = 0, bytes = 0, pointers = 0;
  for (const ComputeSetId id : usage.computeSets)
    for (const VertexId v : graph_.computeSets[id.index()].vertices) {
      const TypeLayout &layout = layouts_[table_[v].type];
      bytes += layout.stride;
      pointers += layout.fields.size();
      ++vertices;
    }
  // Rows and elements of indexed fields: the edges beyond one a field.
  pointers = std::max<std::uint64_t>(
      pointers, std::min(pointers + table_.edges.size(), 2 * vertices + table_.edges.size()));
  image_.reserve(bytes + bytes / 8 + table_.valueBytes.size(), pointers);
}

plan::ComputeStep ComputeLowering::lower(ComputeSetId id) {
  const ir::ComputeSet &computeSet = graph_.computeSets[id.index()];
  const TileOrder order = orderByTile(graph_, layouts_, computeSet);

  plan::ComputeStep step;
  step.name = computeSet.name;
  step.computeSet = id.value;
  step.activeTiles = static_cast<std::uint32_t>(order.tiles.size());
  step.costEstimate = order.cost;
  step.chunks.push_back(0);
  step.vertices.reserve(order.order.size());
  const bool workersMatter =
      std::any_of(order.order.begin(), order.order.end(),
                  [this](const OrderedVertex &v) { return !layouts_[v.type].spansTiles; });
  if (workersMatter) step.workers.resize(order.order.size());
  const bool allEstimated =
      std::all_of(order.order.begin(), order.order.end(),
                  [this](const OrderedVertex &v) { return isEstimated(table_, v.id); });
  if (!allEstimated) step.estimates.resize(order.order.size(), plan::kNone);

  placement_.beginStep();
  BatchBuilder batches(step, image_);
  for (std::uint32_t c = 0; c + 1 < order.chunks.size(); ++c)
    lowerChunk(order, c, batches, step);
  step.exchange = placement_.endStep(step.gathers, step.scatters);
  std::sort(step.tileEstimates.begin(), step.tileEstimates.end(),
            [](const auto &a, const auto &b) { return a.tile < b.tile; });
  return step;
}

void ComputeLowering::lowerChunk(const TileOrder &order, std::uint32_t chunk, BatchBuilder &batches,
                                 plan::ComputeStep &step) {
  const std::span<const TileRange> tiles(order.tiles.data() + order.chunks[chunk],
                                         order.chunks[chunk + 1] - order.chunks[chunk]);
  for (const TileRange &tile : tiles)
    for (std::uint32_t i = tile.begin; i < tile.end; ++i) {
      const VertexTypeId type = order.order[i].type;
      const TypeLayout &layout = layouts_[type];
      batches.announce(type, layout, types_.index(type, layout));
    }
  batches.layOut();
  for (const TileRange &tile : tiles)
    lowerTile(order, tile, batches, step);
  batches.endChunk();
  placement_.endChunk();
}

void ComputeLowering::lowerTile(const TileOrder &order, const TileRange &tile,
                                BatchBuilder &batches, plan::ComputeStep &step) {
  const std::uint32_t numWorkers = graph_.machine.numWorkers;
  TileCycles cycles(numWorkers);
  placement_.beginTile(tile.tile);
  batches.beginTile(tile.tile, placement_.numGathers(), placement_.numScatters());
  for (std::uint32_t i = tile.begin; i < tile.end; ++i) {
    const VertexId id = order.order[i].id;
    const ir::Vertex &vertex = table_[id];
    const TypeLayout &layout = layouts_[vertex.type];
    const std::uint32_t worker = (i - tile.begin) % numWorkers;
    const BatchBuilder::Slot slot = batches.next(vertex.type);
    builder_.build(id, layout, slot.instance);
    step.vertices[slot.vertex] = {id.value, sites_.index(vertex.site)};
    if (!step.workers.empty()) step.workers[slot.vertex] = static_cast<std::uint8_t>(worker);

    const std::uint64_t estimate =
        estimateCycles(table_, id, layout, longestField(table_, id), numWorkers);
    if (!step.estimates.empty() && isEstimated(table_, id))
      step.estimates[slot.vertex] =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(estimate, plan::kNone - 1));
    const std::uint32_t type = types_.index(vertex.type, layout);
    plan::TypeEstimate &ofType = estimateOf(step, type);
    ofType.threadCycles += estimate;
    if (isEstimated(table_, id)) ofType.flops += table_.estimates[id.index()].flops;
    if (plan::VertexTypeUse &use = plan_.vertexTypes[type]; use.codeBytes == 0) {
      use.stateBytes = sizes_.ofVertex(id).sum();
      use.codeBytes = sizes_.ofCode(vertex.type);
    }
    plan_.numEdges += numEdges(table_, id);
    if (layout.runsAlone)
      cycles.addAlone(estimate);
    else
      cycles.add(worker, estimate);
  }
  placement_.endTile();
  batches.endTile(placement_.numGathers(), placement_.numScatters());
  const TileCycles::Sums sums = cycles.take();
  step.cycles = std::max(step.cycles, sums.cycles);
  step.tileCycles += sums.cycles;
  step.threadCycles += sums.threadCycles;
  if (keepsTiles_) step.tileEstimates.push_back({tile.tile.value, sums.cycles, sums.threadCycles});
}

void ComputeLowering::finish() {
  const plan::Address instances = roundUp(placement_.scratchEnd(), kCacheLine);
  image_.finish(instances, plan_.memory);
  for (plan::ComputeStep &step : plan_.computes)
    for (plan::Batch &batch : step.batches)
      batch.instances += instances;
  plan_.memory.bytes =
      roundUp(instances + plan_.memory.instanceImage.size(), kCacheLine) + kCacheLine;
}

} // namespace

OperandBuffers lowerComputeSets(const Input &input, const Usage &usage, const StorageMap &storage,
                                plan::Plan &plan) {
  ComputeLowering lowering(input, storage, plan);
  lowering.reserve(usage);
  plan.computes.reserve(usage.computeSets.size());
  OperandBuffers buffers(input.graph.computeSets.size());
  for (const ComputeSetId id : usage.computeSets) {
    plan.computes.push_back(lowering.lower(id));
    buffers[id.index()] = lowering.buffers();
  }
  lowering.finish();
  return buffers;
}

} // namespace poplar_emu::compile
