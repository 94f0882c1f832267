// SPDX-License-Identifier: MIT
// Cuts by the number of operations on either side.
#include "map/Split.hpp"

#include <algorithm>

namespace popops::map_detail {

namespace {

/// Operations that some values need, themselves included.
std::size_t operationsOf(const Computation &computation, std::vector<unsigned> values) {
  std::vector<bool> seen(computation.values.size(), false);
  std::size_t count = 0;
  while (!values.empty()) {
    const unsigned v = values.back();
    values.pop_back();
    if (seen[v]) continue;
    seen[v] = true;
    const Value &value = computation.values[v];
    count += value.origin == Value::Origin::Operation;
    values.insert(values.end(), value.operands.begin(), value.operands.end());
  }
  return count;
}

} // namespace

std::optional<unsigned> chooseCut(const Computation &computation) {
  const std::size_t all = operationsOf(computation, computation.results);
  std::vector<bool> needed(computation.values.size(), false);
  for (const unsigned result : computation.results)
    needed[result] = true;
  std::optional<unsigned> best;
  std::size_t bestDistance = all;
  for (unsigned v = static_cast<unsigned>(computation.values.size()); v-- > 0;) {
    if (!needed[v] || computation.values[v].origin != Value::Origin::Operation) continue;
    for (const unsigned operand : computation.values[v].operands)
      needed[operand] = true;
    const std::size_t below = operationsOf(computation, {v});
    if (below == all) continue;
    const std::size_t distance = 2 * below > all ? 2 * below - all : all - 2 * below;
    if (distance >= bestDistance) continue;
    best = v;
    bestDistance = distance;
  }
  return best;
}

Computation partOf(const Computation &computation, unsigned value) {
  return {computation.values, {value}};
}

Computation cutAt(const Computation &computation, unsigned value, unsigned input) {
  Computation rest = computation;
  Value &cut = rest.values[value];
  cut.origin = Value::Origin::Input;
  cut.input = input;
  cut.operands.clear();
  return rest;
}

} // namespace popops::map_detail
