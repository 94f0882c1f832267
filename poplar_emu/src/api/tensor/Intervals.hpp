// SPDX-License-Identifier: MIT
// Intervals as users have them, and as the view layer does.
#pragma once

#include "view/View.hpp"

#include <poplar/ArrayRef.hpp>
#include <poplar/Interval.hpp>

#include <vector>

namespace poplar_emu::api {

inline std::vector<view::Interval> toView(poplar::ArrayRef<poplar::Interval> intervals) {
  std::vector<view::Interval> out;
  out.reserve(intervals.size());
  for (const poplar::Interval &interval : intervals)
    out.push_back({interval.begin(), interval.end()});
  return out;
}

inline std::vector<poplar::Interval> fromView(const std::vector<view::Interval> &intervals) {
  std::vector<poplar::Interval> out;
  out.reserve(intervals.size());
  for (const view::Interval &interval : intervals)
    out.emplace_back(interval.begin, interval.end);
  return out;
}

} // namespace poplar_emu::api
