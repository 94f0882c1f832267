// SPDX-License-Identifier: MIT
// Tries every number of parts and keeps the cheapest plan that fits the memory share.
#include "slice/blocks/RoundPlan.hpp"

#include "slice/Layout.hpp"

#include <algorithm>
#include <cmath>

namespace popops::slice {
namespace {

// As in codelets/slice/SliceRows.hpp: parts and chunks are numbered in six bits.
constexpr std::size_t kMaxParts = 64, kMaxChunks = 63;
/// A candidate of a selection each, so that a vertex has not too many.
constexpr std::size_t kMaxCandidates = 32;
/// Of one lookup, on the tile that sorts: two rows, place, source. A block takes half of them.
constexpr std::size_t kLookupBytes = 16;
/// A lookup that is sorted, by one worker; a superstep, without what it moves.
constexpr double kBytesPerCycle = 4, kSortSlots = 31, kCyclesOfRound = 500;
/// Runs in which a share may be too small.
constexpr double kOverflows = 1e-3;

/// The smallest room that a share of `mean` lookups on average outgrows with at most the
/// probability: the tail of Poisson's distribution.
std::size_t roomFor(double mean, double probability) {
  double term = std::exp(-mean), tail = 1 - term;
  std::size_t room = 0;
  // Behind this the differences are rounding, and no share is that full.
  const auto most = static_cast<std::size_t>(mean + 12 * std::sqrt(mean) + 12);
  while (tail > probability && room < most) {
    ++room;
    term *= mean / static_cast<double>(room);
    tail -= term;
  }
  return room;
}

/// Completes a plan that says how the lookups are shared out.
RoundPlan withRounds(RoundPlan plan, const RoundProblem &p) {
  const std::size_t own = plan.chunks() * plan.room * p.rowBytes + plan.perGroup * kLookupBytes;
  const std::size_t selection = plan.parts * plan.room * p.rowBytes;
  if (std::max(own + p.rowBytes, selection) > p.budget) return {};
  const std::size_t rows = divideUp(p.numRows, plan.parts);
  plan.rounds = divideUp(rows, (p.budget - own) / p.rowBytes);
  plan.rowsPerBlock = divideUp(rows, plan.rounds);
  plan.cycles = static_cast<double>(plan.rounds * plan.rowsPerBlock * p.rowBytes + selection) /
                    kBytesPerCycle +
                static_cast<double>(plan.perGroup * p.numWorkers) * kSortSlots +
                static_cast<double>(plan.rounds) * kCyclesOfRound;
  return plan;
}

void keepCheaper(RoundPlan &best, const RoundPlan &other) {
  if (other.parts != 0 && (best.parts == 0 || other.cycles < best.cycles)) best = other;
}

std::size_t mostParts(const RoundProblem &p, std::size_t limit) {
  return std::min({limit, p.numTiles, p.numRows});
}

} // namespace

RoundPlan planAnyLookups(const RoundProblem &p) {
  RoundPlan best;
  for (std::size_t parts = 1; parts <= mostParts(p, kMaxCandidates); parts *= 2) {
    RoundPlan plan;
    plan.parts = parts;
    plan.chunk = plan.room = p.perTile;
    plan.perGroup = divideUp(divideUp(p.count, p.numTiles / parts), p.perTile) * p.perTile;
    keepCheaper(best, withRounds(plan, p));
  }
  return best;
}

RoundPlan planSpreadLookups(const RoundProblem &p) {
  RoundPlan best;
  for (std::size_t parts = 2; parts <= mostParts(p, kMaxParts); parts *= 2) {
    const std::size_t tilesOfGroup = divideUp(divideUp(p.count, p.numTiles / parts), p.perTile);
    // The fewest chunks whose shares a tile can take: large shares are filled evenly.
    for (std::size_t chunks = 1; chunks <= std::min(kMaxChunks, tilesOfGroup); ++chunks) {
      RoundPlan plan;
      plan.parts = parts;
      plan.chunk = divideUp(tilesOfGroup, chunks) * p.perTile;
      plan.perGroup = plan.chunk * chunks;
      const double mean = static_cast<double>(plan.chunk) / static_cast<double>(parts);
      const std::size_t shares = divideUp(p.count, plan.chunk) * parts;
      plan.room = std::min(plan.chunk, roomFor(mean, kOverflows / static_cast<double>(shares)));
      plan = withRounds(plan, p);
      keepCheaper(best, plan);
      if (plan.parts != 0) break;
    }
  }
  return best;
}

} // namespace popops::slice
