// SPDX-License-Identifier: MIT
// Finds the shortest period of a list of runs.
#include "compile/compute/operands/GatherMoves.hpp"

#include "compile/moves/Compact.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::compile {
namespace {

constexpr std::size_t kLongestPeriod = 6;
/// Shorter repetitions stay moves of their own.
constexpr std::size_t kFewestRepeats = 4;

/// The runs from some position on.
struct Rest {
  std::span<const ByteRun> runs;
  std::span<const std::uint64_t> packed;

  explicit Rest(const PackedRuns &all) : runs(all.runs), packed(all.packed) {}
  std::size_t size() const { return runs.size(); }
  void drop(std::size_t count) {
    runs = runs.subspan(count);
    packed = packed.subspan(count);
  }
};

bool sameShape(const ByteRun &a, const ByteRun &b) {
  return a.bytes == b.bytes && a.count == b.count && (a.count == 1 || a.stride == b.stride);
}

/// How often the first `period` runs from `begin` on come again, each a constant distance from the
/// time before, on both sides.
std::size_t repeats(const Rest &rest, std::size_t begin, std::size_t period) {
  const std::span<const ByteRun> runs = rest.runs.subspan(begin);
  const std::span<const std::uint64_t> packed = rest.packed.subspan(begin);
  std::size_t i = period;
  for (; i < runs.size(); ++i) {
    const std::size_t before = i - period;
    if (!sameShape(runs[i], runs[before])) break;
    if (before < period) continue;
    const std::size_t first = before - period;
    if (runs[i].address - runs[before].address != runs[before].address - runs[first].address ||
        packed[i] - packed[before] != packed[before] - packed[first])
      break;
  }
  return i / period;
}

struct Repetition {
  std::size_t period = 0;
  std::size_t times = 0;
};

/// The repetition that begins at `begin` and takes in most runs, if it is better than run by run.
Repetition longest(const Rest &rest, std::size_t begin) {
  Repetition best;
  for (std::size_t period = 1;
       period <= kLongestPeriod && period * kFewestRepeats <= rest.size() - begin; ++period) {
    const std::size_t times = repeats(rest, begin, period);
    const std::span<const ByteRun> runs = rest.runs.subspan(begin, period);
    if (times >= kFewestRepeats && period * times > best.period * best.times &&
        std::all_of(runs.begin(), runs.end(),
                    [times](const ByteRun &run) { return times >= minToFold(run.bytes); }))
      best = {period, times};
  }
  return best;
}

class Adder {
 public:
  Adder(MoveDirection direction, MoveListBuilder &moves)
      : gathers_(direction == MoveDirection::ToPacked), moves_(moves) {}

  /// The first `count` runs, one by one; those that are packed without a gap may share a word list.
  void addPlain(const Rest &rest, std::size_t count) {
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin;
      std::uint64_t next = rest.packed[begin];
      for (; end < count && rest.packed[end] == next; ++end)
        next += rest.runs[end].bytes * rest.runs[end].count;
      const std::span<const ByteRun> stretch = rest.runs.subspan(begin, end - begin);
      if (gathers_)
        moves_.addGather(stretch, rest.packed[begin]);
      else
        moves_.addScatter(rest.packed[begin], stretch);
      begin = end;
    }
  }

  void addRepetition(const Rest &rest, Repetition repetition) {
    for (std::size_t i = 0; i < repetition.period; ++i) {
      const std::size_t next = i + repetition.period;
      addNest(rest.runs[i], rest.packed[i],
              {repetition.times,
               static_cast<std::int64_t>(rest.runs[next].address - rest.runs[i].address),
               static_cast<std::int64_t>(rest.packed[next] - rest.packed[i])});
    }
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

  const bool gathers_;
  MoveListBuilder &moves_;
};

} // namespace

void addPackedMoves(const PackedRuns &packed, MoveDirection direction, MoveListBuilder &moves) {
  Adder adder(direction, moves);
  Rest rest(packed);
  std::size_t plain = 0; // runs before the one at hand that repeat nothing
  while (plain < rest.size()) {
    const Repetition repetition = longest(rest, plain);
    if (repetition.times == 0) {
      ++plain;
      continue;
    }
    adder.addPlain(rest, plain);
    rest.drop(plain);
    adder.addRepetition(rest, repetition);
    rest.drop(repetition.period * repetition.times);
    plain = 0;
  }
  adder.addPlain(rest, plain);
}

} // namespace poplar_emu::compile
