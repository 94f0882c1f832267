// SPDX-License-Identifier: MIT
// Hulls first, bits where they meet.
#include "compile/copies/Footprint.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::compile {
namespace {

struct Hull {
  std::uint64_t begin = 0, end = 0;
};

Hull hullOf(const view::Run &run) {
  const std::uint64_t last = run.rowStart(run.count - 1);
  return {std::min(run.start, last), std::max(run.start, last) + run.length};
}

/// Calls f(word, mask) for the words of a bitmap that hold bits [begin, begin + length).
template <class F>
bool forEachWord(std::uint64_t begin, std::uint64_t length, F &&f) {
  const std::uint64_t end = begin + length;
  while (begin < end) {
    const std::uint64_t first = begin % 64, n = std::min(64 - first, end - begin);
    const std::uint64_t mask = (n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1) << first;
    if (!f(begin / 64, mask)) return false;
    begin += n;
  }
  return true;
}

} // namespace

void ElementBits::assign(std::uint64_t begin, std::uint64_t length, To value) {
  forEachWord(begin, length, [&](std::uint64_t word, std::uint64_t mask) {
    if (value == To::Set)
      words_[word] |= mask;
    else
      words_[word] &= ~mask;
    return true;
  });
}

bool ElementBits::any(std::uint64_t begin, std::uint64_t length) const {
  return !forEachWord(begin, length, [&](std::uint64_t word, std::uint64_t mask) {
    return (words_[word] & mask) == 0;
  });
}

void Footprint::mark(Use &use, const view::Run &run, ElementBits::To value) {
  view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
    use.bits.assign(begin, length, value);
  });
}

void Footprint::add(Use &use, const view::Run &run) {
  const Hull hull = hullOf(run);
  use.begin = std::min(use.begin, hull.begin);
  use.end = std::max(use.end, hull.end);
  use.runs.push_back(run);
  if (use.marked) {
    use.bits.resize(use.end);
    mark(use, run, ElementBits::To::Set);
  }
}

bool Footprint::meets(Use &use, const view::Run &run) {
  const Hull hull = hullOf(run);
  if (hull.begin >= use.end || hull.end <= use.begin) return false;
  if (!use.marked) {
    use.bits.resize(use.end);
    for (const view::Run &added : use.runs)
      mark(use, added, ElementBits::To::Set);
    use.marked = true;
  }
  bool found = false;
  for (std::uint64_t row = 0; row < run.count && !found; ++row) {
    const std::uint64_t begin = std::max(run.rowStart(row), use.begin),
                        end = std::min(run.rowStart(row) + run.length, use.end);
    found = begin < end && use.bits.any(begin, end - begin);
  }
  return found;
}

void Footprint::reset(Use &use) {
  if (use.marked)
    for (const view::Run &run : use.runs)
      mark(use, run, ElementBits::To::Clear);
  ElementBits bits = std::move(use.bits);
  use = {};
  use.bits = std::move(bits);
}

void Footprint::add(const ir::Copy &copy) {
  const auto usesOf = [this](VariableId variable) -> Uses & {
    Uses &uses = variables_[variable];
    if (!std::exchange(uses.touched, true)) touched_.push_back(variable);
    return uses;
  };
  for (const view::Run &run : view::storageRuns(copy.source.view))
    add(usesOf(run.variable).reads, run);
  for (const view::Run &run : view::storageRuns(copy.destination.view))
    add(usesOf(run.variable).writes, run);
}

bool Footprint::conflictsWith(const ir::Copy &copy) {
  const auto uses = [this](VariableId variable) -> Uses * {
    const auto found = variables_.find(variable);
    return found != variables_.end() && found->second.touched ? &found->second : nullptr;
  };
  for (const view::Run &run : view::storageRuns(copy.source.view))
    if (Uses *known = uses(run.variable); known && meets(known->writes, run)) return true;
  for (const view::Run &run : view::storageRuns(copy.destination.view))
    if (Uses *known = uses(run.variable);
        known && (meets(known->reads, run) || meets(known->writes, run)))
      return true;
  return false;
}

void Footprint::reset() {
  for (const VariableId variable : touched_) {
    Uses &uses = variables_[variable];
    reset(uses.reads);
    reset(uses.writes);
    uses.touched = false;
  }
  touched_.clear();
}

} // namespace poplar_emu::compile
