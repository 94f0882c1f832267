// SPDX-License-Identifier: MIT
// Conditions that fail a comparison: 'cycles>+2%'.
#pragma once

#include "diff/Metrics.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::tool {

/// METRIC OPERATOR LIMIT. The limit is one of
///   +2%   -2%    the change from the first to the second profile, in per cent
///   +1000 -1000  the change, in the metric's unit
///   600000       the value of the second profile
class Condition {
 public:
  /// Throws std::invalid_argument for what is no condition, or names no metric (and says which one
  /// is near).
  Condition(std::string text, const std::vector<Metric> &metrics);

  const std::string &text() const { return text_; }
  const std::string &metric() const { return metric_; }
  /// Whether it holds for the metric's two values. A change in per cent from 0 is infinite.
  bool holds(double before, double after) const;

 private:
  enum class Operator : std::uint8_t { Greater, GreaterEqual, Less, LessEqual };
  enum class Limit : std::uint8_t { Value, Change, Percent };

  std::string text_, metric_;
  Operator operator_ = Operator::Greater;
  Limit limit_ = Limit::Value;
  double value_ = 0;
};

} // namespace poplar_emu::tool
