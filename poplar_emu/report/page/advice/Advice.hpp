// SPDX-License-Identifier: MIT
// What limits a program, with numbers, and what to change: found by plain rules over its profile.
#pragma once

#include "pva/data/Profile.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace poplar_emu::report {

struct Advice {
  enum class Level : std::uint8_t { Problem, Limit, Hint, Fine };
  Level level = Level::Hint;
  std::string topic; ///< "imbalance", "exchange", "sync", "memory" ...
  std::string title; ///< one line
  std::string why;   ///< numbers
  std::string fix;
  double share = 0; ///< of all cycles that it could save; orders advice of one level
};

/// Levels in order, in each the largest share first. Never empty: without any finding it says so.
std::vector<Advice> advise(const pva::internal::Profile &profile);

nlohmann::json adviceJson(const std::vector<Advice> &list);

} // namespace poplar_emu::report
