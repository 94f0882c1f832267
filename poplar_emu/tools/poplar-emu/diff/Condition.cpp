// SPDX-License-Identifier: MIT
// Reads and evaluates conditions.
#include "diff/Condition.hpp"

#include "support/NearestName.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace poplar_emu::tool {
namespace {

constexpr const char *kForm = "write a metric, one of > >= < <=, and a limit: cycles>+2%, "
                              "memory.max>600000";

std::string withoutSpaces(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

void requireMetric(const std::string &name, const std::string &text,
                   const std::vector<Metric> &metrics) {
  std::vector<std::string> names;
  for (const Metric &metric : metrics)
    names.push_back(metric.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  const std::string nearest = nearestName(name, names);
  throw std::invalid_argument(fmt::format("there is no metric '{}' in '{}'; {}", name, text,
                                          nearest.empty()
                                              ? fmt::format("known are {}", fmt::join(names, ", "))
                                              : fmt::format("did you mean '{}'?", nearest)));
}

} // namespace

Condition::Condition(std::string text, const std::vector<Metric> &metrics)
    : text_(std::move(text)) {
  const std::string bare = withoutSpaces(text_);
  const std::size_t at = bare.find_first_of("<>");
  if (at == std::string::npos || at == 0)
    throw std::invalid_argument(fmt::format("'{}' is no condition; {}", text_, kForm));
  metric_ = bare.substr(0, at);
  requireMetric(metric_, text_, metrics);
  const bool orEqual = at + 1 < bare.size() && bare[at + 1] == '=';
  if (bare[at] == '>')
    operator_ = orEqual ? Operator::GreaterEqual : Operator::Greater;
  else
    operator_ = orEqual ? Operator::LessEqual : Operator::Less;

  std::string limit = bare.substr(at + (orEqual ? 2 : 1));
  const bool isSigned = !limit.empty() && (limit[0] == '+' || limit[0] == '-');
  const bool isPercent = !limit.empty() && limit.back() == '%';
  if (isPercent) limit.pop_back();
  std::size_t used = 0;
  try {
    value_ = std::stod(limit, &used);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || used != limit.size() || !std::isfinite(value_))
    throw std::invalid_argument(
        fmt::format("'{}' has no limit that is a number; {}", text_, kForm));
  if (isPercent)
    limit_ = Limit::Percent;
  else if (isSigned)
    limit_ = Limit::Change;
}

bool Condition::holds(double before, double after) const {
  double value = after;
  if (limit_ == Limit::Change) value = after - before;
  if (limit_ == Limit::Percent) {
    if (before != 0)
      value = 100 * (after - before) / before;
    else if (after == 0)
      value = 0;
    else
      value = std::copysign(std::numeric_limits<double>::infinity(), after);
  }
  switch (operator_) {
  case Operator::Greater:
    return value > value_;
  case Operator::GreaterEqual:
    return value >= value_;
  case Operator::Less:
    return value < value_;
  case Operator::LessEqual:
    return value <= value_;
  }
  return false;
}

} // namespace poplar_emu::tool
