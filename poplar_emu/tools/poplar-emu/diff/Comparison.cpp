// SPDX-License-Identifier: MIT
// The tables of a comparison.
#include "diff/Comparison.hpp"

#include "ledger/Supersteps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <utility>

namespace poplar_emu::tool {
namespace {

std::string percent(double before, double after) {
  if (before == after) return "";
  if (before == 0) return "new";
  return fmt::format("{:+.2f}%", 100 * (after - before) / before);
}

std::string difference(double before, double after) {
  const std::string text = shown(after - before);
  return text.front() == '-' ? text : '+' + text;
}

std::map<std::string, double> cyclesByName(const pva::internal::Profile &profile) {
  std::map<std::string, double> cycles;
  for (const Superstep &superstep : superstepsOf(profile))
    cycles[superstep.name] += static_cast<double>(superstep.parts.total());
  return cycles;
}

struct Change {
  std::string name;
  double before = 0, after = 0;
  double size() const { return std::fabs(after - before); }
};

std::vector<Change> changedSupersteps(const pva::internal::Profile &before,
                                      const pva::internal::Profile &after) {
  std::map<std::string, Change> changes;
  for (const auto &[name, cycles] : cyclesByName(before))
    changes[name].before = cycles;
  for (const auto &[name, cycles] : cyclesByName(after))
    changes[name].after = cycles;
  std::vector<Change> sorted;
  for (auto &[name, change] : changes) {
    if (change.size() == 0) continue;
    change.name = name.empty() ? "(no name)" : name;
    sorted.push_back(std::move(change));
  }
  std::sort(sorted.begin(), sorted.end(), [](const Change &a, const Change &b) {
    return a.size() != b.size() ? a.size() > b.size() : a.name < b.name;
  });
  return sorted;
}

} // namespace

void printComparison(const pva::internal::Profile &before, const pva::internal::Profile &after,
                     std::size_t rows, TableForm form, std::ostream &out) {
  const std::vector<Metric> first = metricsOf(before), second = metricsOf(after);
  Table metrics({"metric", "before", "after", "change", ""});
  for (std::size_t i = 0; i < first.size(); ++i)
    metrics.add({first[i].name, shown(first[i].value), shown(second[i].value),
                 difference(first[i].value, second[i].value),
                 percent(first[i].value, second[i].value)});
  metrics.print(out, form);

  const std::vector<Change> changes = changedSupersteps(before, after);
  if (changes.empty()) return;
  Table supersteps({"superstep", "cycles before", "after", "change", ""});
  for (std::size_t i = 0; i < std::min(rows, changes.size()); ++i)
    supersteps.add({changes[i].name, shown(changes[i].before), shown(changes[i].after),
                    difference(changes[i].before, changes[i].after),
                    percent(changes[i].before, changes[i].after)});
  out << '\n';
  supersteps.print(out, form);
  if (changes.size() > rows) out << fmt::format("({} more changed)\n", changes.size() - rows);
}

bool anyHolds(const std::vector<Condition> &conditions, const std::vector<Metric> &before,
              const std::vector<Metric> &after, std::ostream &out) {
  bool any = false;
  for (const Condition &condition : conditions)
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i].name != condition.metric()) continue;
      if (!condition.holds(before[i].value, after[i].value)) continue;
      any = true;
      out << fmt::format("{} holds: {} went from {} to {} {} {}\n", condition.text(),
                         before[i].name, shown(before[i].value), shown(after[i].value),
                         before[i].unit, percent(before[i].value, after[i].value));
    }
  return any;
}

} // namespace poplar_emu::tool
