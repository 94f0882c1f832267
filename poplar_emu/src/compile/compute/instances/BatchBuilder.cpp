// SPDX-License-Identifier: MIT
// Layout of a chunk and its pieces of work.
#include "compile/compute/instances/BatchBuilder.hpp"

#include "support/Alignment.hpp"

#include <algorithm>

namespace poplar_emu::compile {

void BatchBuilder::announce(VertexTypeId type, const TypeLayout &layout, std::uint32_t planType) {
  if (runOfType_.size() <= type.index()) runOfType_.resize(type.index() + 1);
  std::uint32_t &run = runOfType_[type.index()];
  if (run == 0) {
    TypeRun fresh;
    fresh.layout = &layout;
    fresh.planType = planType;
    runs_.push_back(fresh);
    types_.push_back(type);
    run = static_cast<std::uint32_t>(runs_.size());
  }
  ++runs_[run - 1].count;
}

void BatchBuilder::layOut() {
  std::uint32_t align = kCacheLine; // chunks share no line: their instances may keep state
  auto firstVertex = static_cast<std::uint32_t>(step_.vertices.size());
  for (TypeRun &run : runs_) {
    run.instances = image_.allocate(std::uint64_t{run.count} * run.layout->stride,
                                    std::max(align, run.layout->align));
    run.firstVertex = firstVertex;
    firstVertex += run.count;
    align = 1;
  }
  step_.vertices.resize(firstVertex);
}

BatchBuilder::Slot BatchBuilder::next(VertexTypeId type) {
  TypeRun &run = runs_[runOfType_[type.index()] - 1];
  const std::uint32_t index = run.used++;
  return {run.instances + std::uint64_t{index} * run.layout->stride, run.firstVertex + index};
}

void BatchBuilder::beginWork(TileId tile, std::uint32_t gathers, std::uint32_t scatters) {
  working_ = true;
  work_ = {};
  work_.tile = tile;
  work_.gatherBegin = gathers;
  work_.scatterBegin = scatters;
  work_.batchBegin = static_cast<std::uint32_t>(step_.batches.size());
  for (TypeRun &run : runs_)
    run.workBegin = run.used;
}

void BatchBuilder::beginTile(TileId tile, std::uint32_t gathers, std::uint32_t scatters) {
  tile_ = tile;
  gathersBefore_ = gathers;
  scattersBefore_ = scatters;
  for (TypeRun &run : runs_)
    run.tileBegin = run.used;
}

void BatchBuilder::endTile(std::uint32_t gathers, std::uint32_t scatters) {
  const bool moves = gathers != gathersBefore_ || scatters != scattersBefore_;
  if (working_ && moves) {
    // The tile needs work of its own: that of the tiles before it ends where the tile began.
    for (TypeRun &run : runs_)
      std::swap(run.used, run.tileBegin);
    endWork();
    for (TypeRun &run : runs_)
      std::swap(run.used, run.tileBegin);
  }
  if (!working_) {
    beginWork(tile_, gathersBefore_, scattersBefore_);
    for (TypeRun &run : runs_)
      run.workBegin = run.tileBegin;
  }
  for (TypeRun &run : runs_) {
    if (run.layout->spansTiles)
      noteTile(run);
    else
      emit(run, run.tileBegin, tile_);
  }
  work_.gatherEnd = gathers;
  work_.scatterEnd = scatters;
  if (moves) endWork();
}

void BatchBuilder::endWork() {
  for (const TypeRun &run : runs_)
    if (run.layout->spansTiles) emit(run, run.workBegin, run.workTile);
  work_.batchEnd = static_cast<std::uint32_t>(step_.batches.size());
  step_.work.push_back(work_);
  working_ = false;
}

void BatchBuilder::emit(const TypeRun &run, std::uint32_t begin, TileId tile) {
  if (begin == run.used) return;
  plan::Batch batch;
  batch.type = run.planType;
  batch.count = run.used - begin;
  batch.instances = run.instances + std::uint64_t{begin} * run.layout->stride;
  batch.tile = tile;
  batch.firstVertex = run.firstVertex + begin;
  step_.batches.push_back(batch);
}

/// Batches know the tile of their first vertex; where it changes is noted for those who ask.
void BatchBuilder::noteTile(TypeRun &run) {
  if (run.used == run.tileBegin) return;
  if (run.tileBegin == run.workBegin)
    run.workTile = tile_;
  else
    step_.tileStarts.push_back({run.firstVertex + run.tileBegin, tile_});
}

void BatchBuilder::endChunk() {
  if (working_) endWork();
  std::sort(step_.tileStarts.begin() + static_cast<std::ptrdiff_t>(firstTileStart_),
            step_.tileStarts.end(),
            [](const auto &a, const auto &b) { return a.vertex < b.vertex; });
  firstTileStart_ = step_.tileStarts.size();
  for (const VertexTypeId type : types_)
    runOfType_[type.index()] = 0;
  runs_.clear();
  types_.clear();
  step_.chunks.push_back(static_cast<std::uint32_t>(step_.work.size()));
}

} // namespace poplar_emu::compile
