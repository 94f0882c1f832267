// SPDX-License-Identifier: MIT
// Tasks of about equal size, each a stretch of addresses in all memories of a group.
#include "runtime/collective/FusedPass.hpp"

#include "plan/MoveWalk.hpp"
#include "runtime/collective/Rows.hpp"
#include "runtime/collective/StagedRows.hpp"

#include <bit>

namespace poplar_emu::runtime {
namespace {

/// Below this the pool costs more than it brings.
constexpr std::uint64_t kInlineBytes = 48 << 10;
/// Keeps threads busy to the end. Each task begins and ends within a vector, so more cost more.
constexpr std::uint32_t kTasksPerThread = 4;

/// The memories that the replicas of a group have at the positions of a recipe or piece.
template <class Recipe>
Places placesOf(const Recipe &recipe, const std::vector<std::uint32_t> &group,
                const Replicas &replicas) {
  Places places;
  for (const std::vector<std::uint32_t> &chain : recipe.chains) {
    places.counts.push_back(chain.size());
    for (const std::uint32_t position : chain)
      places.operands.push_back(replicas.memoryOf(group[position]));
  }
  for (const std::uint32_t receiver : recipe.receivers)
    places.receivers.push_back(replicas.memoryOf(group[receiver]));
  return places;
}

/// What all receivers of all groups get.
std::uint64_t writtenBytes(const plan::CollectiveStep &step) {
  std::uint64_t bytes = 0;
  for (const plan::CollectivePiece &piece : step.pieces)
    bytes += piece.moves.totalBytes * piece.receivers.size();
  return bytes * step.groups.size();
}

float scaleOf(const plan::CollectiveStep &step) {
  return std::bit_cast<float>(step.scaleBits);
}

bool isInPlace(const plan::CollectiveStep &step) {
  for (const plan::CollectivePiece &piece : step.pieces)
    if (!piece.chains.empty() && !piece.moves.moves.empty())
      return piece.moves.moves[0].source == piece.moves.moves[0].destination;
  return false;
}

} // namespace

FusedPasses::FusedPasses(const plan::Plan &plan, const Replicas &replicas, plan::Executor &executor)
    : plan_(&plan), replicas_(&replicas), executor_(&executor), works_(plan.collectives.size()) {}

FusedPasses::Work FusedPasses::makeWork(const plan::CollectiveStep &step) const {
  Work work;
  work.sweep = makeSweep(step, kTasksPerThread * executor_->numThreads());
  // Lines that were just read are written best where they are.
  work.stores = isInPlace(step) ? Stores::Cached : storesFor(writtenBytes(step));
  if (work.sweep.runs.empty()) {
    addTasksOfPieces(step, work);
    return work;
  }
  for (const std::vector<std::uint32_t> &group : step.groups)
    for (const Recipe &recipe : work.sweep.recipes)
      work.places.push_back(placesOf(recipe, group, *replicas_));
  if (!step.staged && work.stores == Stores::Cached)
    work.combineBand = combinerOf(step.combine, step.type).combineBand;
  if (work.combineBand)
    for (const Places &places : work.places)
      work.operands.push_back(places.counts.empty() ? Operands{}
                                                    : places.operandsFor(scaleOf(step)));
  addTasksOfSweep(work);
  return work;
}

void FusedPasses::addTasksOfSweep(Work &work) {
  const std::vector<std::uint32_t> &tasks = work.sweep.tasks;
  for (std::size_t t = 0; t + 1 < tasks.size(); ++t) {
    const auto first = static_cast<std::uint32_t>(work.stretches.size());
    for (std::uint32_t r = tasks[t]; r < tasks[t + 1]; ++r)
      if (r == tasks[t] || !work.combineBand || !work.sweep.runs[r].continues)
        work.stretches.push_back(r);
    work.tasks.push_back({0, first, static_cast<std::uint32_t>(work.stretches.size())});
  }
  work.stretches.push_back(tasks.back());
}

void FusedPasses::addTasksOfPieces(const plan::CollectiveStep &step, Work &work) {
  for (std::uint32_t p = 0; p < step.pieces.size(); ++p) {
    const plan::MoveList &moves = step.pieces[p].moves;
    if (moves.chunks.empty()) {
      work.tasks.push_back({p, 0, static_cast<std::uint32_t>(moves.moves.size())});
      continue;
    }
    for (std::size_t c = 0; c + 1 < moves.chunks.size(); ++c)
      work.tasks.push_back({p, moves.chunks[c], moves.chunks[c + 1]});
  }
}

template <class AnyRows>
void FusedPasses::sweepTask(AnyRows &rows, const Work &work, const Task &task,
                            std::uint32_t group) {
  const Run *const runs = work.sweep.runs.data();
  const std::size_t firstRecipe = group * work.sweep.recipes.size();
  for (std::uint32_t s = task.begin; s < task.end; ++s) {
    const Run &run = runs[work.stretches[s]];
    const std::uint32_t count = work.stretches[s + 1] - work.stretches[s];
    const Places &places = work.places[firstRecipe + run.recipe];
    if (count > 1)
      work.combineBand({&run, count, work.operands.data() + firstRecipe},
                       {places.receivers.data(), places.receivers.size(), 0});
    else
      rows.run(places, run.source, run.destination, run.bytes);
  }
}

void FusedPasses::runTask(const plan::CollectiveStep &step, const Work &work, const Task &task,
                          std::uint32_t group) const {
  if (step.staged) {
    StagedRows rows(step, scaleOf(step));
    runTaskWith(rows, step, work, task, group);
  } else {
    Rows rows(step, scaleOf(step), work.stores);
    runTaskWith(rows, step, work, task, group);
  }
}

template <class AnyRows>
void FusedPasses::runTaskWith(AnyRows &rows, const plan::CollectiveStep &step, const Work &work,
                              const Task &task, std::uint32_t group) const {
  if (!work.sweep.runs.empty()) return sweepTask(rows, work, task, group);
  const plan::CollectivePiece &piece = step.pieces[task.piece];
  const Places places = placesOf(piece, step.groups[group], *replicas_);
  plan::forEachPiece(piece.moves, task.begin, task.end,
                     [&](std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
                       rows.run(places, source, destination, bytes);
                     });
}

void FusedPasses::run(std::uint32_t collective) {
  const plan::CollectiveStep &step = plan_->collectives[collective];
  std::optional<Work> &made = works_[collective];
  if (!made) made = makeWork(step);
  const Work &work = *made;
  const auto numTasks = static_cast<std::uint32_t>(work.tasks.size());
  const auto numAll = numTasks * static_cast<std::uint32_t>(step.groups.size());
  const auto body = [&](std::uint32_t i) {
    runTask(step, work, work.tasks[i % numTasks], i / numTasks);
  };
  if (numAll > 1 && writtenBytes(step) > kInlineBytes) return executor_->forEachChunk(numAll, body);
  for (std::uint32_t i = 0; i < numAll; ++i)
    body(i);
}

} // namespace poplar_emu::runtime
