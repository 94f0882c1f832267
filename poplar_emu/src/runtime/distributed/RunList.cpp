// SPDX-License-Identifier: MIT
// Finds which runs continue one another, and cuts them.
#include "runtime/distributed/RunList.hpp"

namespace poplar_emu::runtime {

void RunList::add(Run run) {
  run.continues = !runs_.empty() && run.source == runs_.back().source + runs_.back().bytes &&
                  run.destination == runs_.back().destination + runs_.back().bytes;
  runs_.push_back(run);
  before_.push_back(before_.back() + run.bytes);
}

std::vector<Run> RunList::cut(std::size_t first, std::size_t last, std::uint64_t atFront,
                              std::uint64_t atBack) const {
  const auto begin = runs_.begin();
  std::vector<Run> runs(begin + static_cast<std::ptrdiff_t>(first),
                        begin + static_cast<std::ptrdiff_t>(last));
  runs.front().source += atFront;
  runs.front().destination += atFront;
  runs.front().bytes -= static_cast<std::uint32_t>(atFront);
  runs.back().bytes -= static_cast<std::uint32_t>(atBack);
  return runs;
}

std::vector<RunList> listsOf(const Sweep &sweep,
                             const std::vector<std::vector<std::uint32_t>> &sets) {
  struct Place {
    RunList *list = nullptr;
    std::uint32_t number = 0;
  };
  std::vector<RunList> lists(sets.size());
  std::vector<Place> placeOf(sweep.recipes.size());
  for (std::size_t s = 0; s < sets.size(); ++s)
    for (std::uint32_t r = 0; r < sets[s].size(); ++r)
      placeOf[sets[s][r]] = {&lists[s], r};
  for (Run run : sweep.runs) {
    const Place &place = placeOf[run.recipe];
    if (!place.list) continue;
    run.recipe = place.number;
    place.list->add(run);
  }
  return lists;
}

} // namespace poplar_emu::runtime
