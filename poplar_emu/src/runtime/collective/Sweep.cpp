// SPDX-License-Identifier: MIT
// Collects the runs of all pieces, sorts them and joins neighbours.
#include "runtime/collective/Sweep.hpp"

#include "plan/MoveWalk.hpp"

#include <algorithm>
#include <map>

namespace poplar_emu::runtime {
namespace {

/// Worth the start of a task.
constexpr std::uint64_t kLeastTaskBytes = 4 << 10;
/// Long runs are cut here; a multiple of every vector and cache line.
constexpr std::uint64_t kMostRunBytes = 64 << 10;

std::uint64_t countRuns(const plan::MoveList &list) {
  std::uint64_t runs = 0;
  for (const plan::Move &move : list.moves) {
    std::uint64_t ofMove = 1;
    if (move.pattern != plan::Move::kContiguous) {
      const plan::Pattern &pattern = list.patterns[move.pattern];
      if (pattern.kind != plan::PatternKind::Nest)
        ofMove = pattern.count;
      else
        for (std::uint32_t l = 0; l < pattern.count; ++l)
          ofMove *= list.loops[pattern.first + l].count;
    }
    runs += ofMove;
  }
  return runs;
}

std::size_t countOperands(const std::vector<std::vector<std::uint32_t>> &chains) {
  std::size_t operands = 0;
  for (const std::vector<std::uint32_t> &chain : chains)
    operands += chain.size();
  return operands;
}

Recipe recipeOf(const plan::CollectiveStep &step, const plan::CollectivePiece &piece) {
  Recipe recipe{{}, piece.receivers};
  std::sort(recipe.receivers.begin(), recipe.receivers.end());
  // A chain of one is the next operand of what is before it.
  for (const std::vector<std::uint32_t> &chain : piece.chains)
    if (recipe.chains.size() == 1 && chain.size() == 1)
      recipe.chains[0].push_back(chain[0]);
    else
      recipe.chains.push_back(chain);
  if (recipe.chains.empty() || !isOrderFree(step, recipe.chains)) return recipe;
  std::vector<std::uint32_t> all;
  for (const std::vector<std::uint32_t> &chain : recipe.chains)
    all.insert(all.end(), chain.begin(), chain.end());
  std::sort(all.begin(), all.end());
  recipe.chains = {std::move(all)};
  return recipe;
}

/// By the address of the side that more memories are touched on.
void sortRuns(std::vector<Run> &runs, const std::vector<Recipe> &recipes) {
  std::uint64_t read = 0, written = 0;
  for (const Run &run : runs) {
    for (const std::vector<std::uint32_t> &chain : recipes[run.recipe].chains)
      read += run.bytes * chain.size();
    written += run.bytes * recipes[run.recipe].receivers.size();
  }
  std::sort(runs.begin(), runs.end(), [=](const Run &a, const Run &b) {
    const auto bySource = a.source <=> b.source, byDestination = a.destination <=> b.destination;
    if (read >= written) return (bySource != 0 ? bySource : byDestination) < 0;
    return (byDestination != 0 ? byDestination : bySource) < 0;
  });
}

/// Joins neighbours of one recipe, and cuts what is too long.
class Joiner {
 public:
  explicit Joiner(std::vector<Run> &runs) : runs_(&runs) {}

  void add(const Run &run) {
    if (bytes_ != 0 && run.recipe == first_.recipe && run.source == first_.source + bytes_ &&
        run.destination == first_.destination + bytes_) {
      bytes_ += run.bytes;
      return;
    }
    flush();
    first_ = run;
    bytes_ = run.bytes;
  }

  void flush() {
    for (std::uint64_t done = 0; done < bytes_; done += kMostRunBytes)
      runs_->push_back({first_.source + done, first_.destination + done,
                        static_cast<std::uint32_t>(std::min(kMostRunBytes, bytes_ - done)),
                        first_.recipe});
    bytes_ = 0;
  }

 private:
  std::vector<Run> *runs_;
  Run first_{};
  std::uint64_t bytes_ = 0;
};

/// A band combines, each run by one or two chains as long as those of the others. What is only
/// copied is better off one memory after the other.
bool formBand(const Recipe &one, const Recipe &other) {
  return countOperands(one.chains) > 1 && one.chains.size() <= kMostBandChains &&
         std::equal(one.chains.begin(), one.chains.end(), other.chains.begin(), other.chains.end(),
                    [](const auto &a, const auto &b) { return a.size() == b.size(); }) &&
         one.receivers == other.receivers;
}

void markBands(std::vector<Run> &runs, const std::vector<Recipe> &recipes) {
  for (std::size_t r = 1; r < runs.size(); ++r) {
    const Run &before = runs[r - 1];
    runs[r].continues = runs[r].source == before.source + before.bytes &&
                        runs[r].destination == before.destination + before.bytes &&
                        formBand(recipes[before.recipe], recipes[runs[r].recipe]);
  }
}

std::vector<std::uint32_t> cut(const std::vector<Run> &runs, std::uint32_t numTasks) {
  std::uint64_t total = 0;
  for (const Run &run : runs)
    total += run.bytes;
  const std::uint64_t target = std::max(kLeastTaskBytes, total / numTasks);
  std::vector<std::uint32_t> tasks{0};
  std::uint64_t bytes = 0;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    bytes += runs[r].bytes;
    if (bytes < target && r + 1 < runs.size()) continue;
    tasks.push_back(static_cast<std::uint32_t>(r + 1));
    bytes = 0;
  }
  return tasks;
}

} // namespace

bool isOrderFree(const plan::CollectiveStep &step,
                 const std::vector<std::vector<std::uint32_t>> &chains) {
  if (!isFloatingPoint(step.type)) return true;
  const std::size_t operands = countOperands(chains);
  // Of zeros with different signs, Min and Max take the second.
  return operands < 2 ||
         (operands == 2 && (step.combine == Combine::Add || step.combine == Combine::SquareAdd ||
                            step.combine == Combine::Mul));
}

Sweep makeSweep(const plan::CollectiveStep &step, std::uint32_t numTasks, std::uint64_t mostRuns) {
  std::uint64_t numRuns = 0;
  for (const plan::CollectivePiece &piece : step.pieces)
    numRuns += countRuns(piece.moves);
  Sweep sweep;
  if (numRuns > mostRuns) return sweep;
  std::vector<Run> runs;
  runs.reserve(numRuns);
  std::map<Recipe, std::uint32_t> known;
  for (const plan::CollectivePiece &piece : step.pieces) {
    if (piece.receivers.empty()) continue;
    const auto [entry, isNew] =
        known.try_emplace(recipeOf(step, piece), static_cast<std::uint32_t>(known.size()));
    if (isNew) sweep.recipes.push_back(entry->first);
    plan::forEachPiece(piece.moves, [&, recipe = entry->second](std::uint64_t source,
                                                                std::uint64_t destination,
                                                                std::uint64_t bytes) {
      runs.push_back({source, destination, static_cast<std::uint32_t>(bytes), recipe});
    });
  }
  sortRuns(runs, sweep.recipes);
  Joiner joiner(sweep.runs);
  for (const Run &run : runs)
    joiner.add(run);
  joiner.flush();
  markBands(sweep.runs, sweep.recipes);
  sweep.tasks = cut(sweep.runs, numTasks);
  return sweep;
}

} // namespace poplar_emu::runtime
