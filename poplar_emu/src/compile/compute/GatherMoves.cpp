// SPDX-License-Identifier: MIT
// Finds the shortest period of a list of runs.
#include "compile/compute/GatherMoves.hpp"

#include "compile/moves/Compact.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::compile {
namespace {

constexpr std::size_t kLongestPeriod = 6;
/// Shorter repetitions stay moves of their own.
constexpr std::size_t kFewestRepeats = 4;

bool sameShape(const ByteRun &a, const ByteRun &b) {
  return a.bytes == b.bytes && a.count == b.count && (a.count == 1 || a.stride == b.stride);
}

/// How often the first `period` runs come again, each a constant distance from the time before.
std::size_t repeats(std::span<const ByteRun> runs, std::size_t period) {
  std::size_t i = period;
  for (; i < runs.size(); ++i) {
    if (!sameShape(runs[i], runs[i - period])) break;
    if (i >= 2 * period && runs[i].address - runs[i - period].address !=
                               runs[i - period].address - runs[i - 2 * period].address)
      break;
  }
  return i / period;
}

/// Whether a nest is better than word by word for each run of the period.
bool worthFolding(std::span<const ByteRun> runs, std::size_t period, std::size_t times) {
  return std::all_of(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(period),
                     [times](const ByteRun &run) { return times >= minToFold(run.bytes); });
}

class Adder {
 public:
  Adder(std::uint64_t packed, MoveDirection direction, MoveListBuilder &moves)
      : packed_(packed), gathers_(direction == MoveDirection::ToPacked), moves_(moves) {}

  void addPlain(std::span<const ByteRun> runs) {
    if (runs.empty()) return;
    if (gathers_)
      moves_.addGather(runs, packed_);
    else
      moves_.addScatter(packed_, runs);
    for (const ByteRun &run : runs)
      packed_ += run.bytes * run.count;
  }

  /// The first `period` runs, `times` times over.
  void addPeriodic(std::span<const ByteRun> runs, std::size_t period, std::size_t times) {
    std::uint64_t bytes = 0;
    for (const ByteRun &run : runs.first(period))
      bytes += run.bytes * run.count;
    std::uint64_t packed = packed_;
    for (std::size_t i = 0; i < period; ++i) {
      const auto step = static_cast<std::int64_t>(runs[i + period].address - runs[i].address);
      addNest(runs[i], packed, {times, step, static_cast<std::int64_t>(bytes)});
      packed += runs[i].bytes * runs[i].count;
    }
    packed_ += bytes * times;
  }

 private:
  /// `outer` and the loop of the run go from runs to packed bytes; scatters go the other way.
  void addNest(const ByteRun &run, std::uint64_t packed, plan::MoveLoop outer) {
    plan::MoveLoop loops[2] = {outer,
                               {run.count, run.stride, static_cast<std::int64_t>(run.bytes)}};
    if (!gathers_)
      for (plan::MoveLoop &loop : loops)
        std::swap(loop.sourceStride, loop.destinationStride);
    moves_.addNest(gathers_ ? run.address : packed, gathers_ ? packed : run.address, run.bytes,
                   loops);
  }

  std::uint64_t packed_;
  const bool gathers_;
  MoveListBuilder &moves_;
};

} // namespace

void addPackedMoves(std::span<const ByteRun> runs, std::uint64_t packed, MoveDirection direction,
                    MoveListBuilder &moves) {
  Adder adder(packed, direction, moves);
  std::size_t plain = 0; // runs before the one at hand that repeat nothing
  while (plain < runs.size()) {
    const std::span<const ByteRun> rest = runs.subspan(plain);
    std::size_t period = 0;
    std::size_t times = 0;
    for (std::size_t p = 2; p <= kLongestPeriod && p * kFewestRepeats <= rest.size(); ++p) {
      const std::size_t found = repeats(rest, p);
      if (found >= kFewestRepeats && worthFolding(rest, p, found) && p * found > period * times) {
        period = p;
        times = found;
      }
    }
    if (times == 0) {
      ++plain;
      continue;
    }
    adder.addPlain(runs.first(plain));
    adder.addPeriodic(rest, period, times);
    runs = rest.subspan(period * times);
    plain = 0;
  }
  adder.addPlain(runs);
}

} // namespace poplar_emu::compile
