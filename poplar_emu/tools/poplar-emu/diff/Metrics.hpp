// SPDX-License-Identifier: MIT
// The figures by which two profiles are compared.
#pragma once

#include "pva/data/Profile.hpp"

#include <string>
#include <vector>

namespace poplar_emu::tool {

struct Metric {
  std::string name, unit;
  double value = 0;
};

/// "1250", "107.5": averages of IPUs are shown as they are, so that parts add up.
std::string shown(double value);

/// Always the same names in the same order: "cycles", "cycles.compute", ..., "memory.max", ...
std::vector<Metric> metricsOf(const pva::internal::Profile &profile);

} // namespace poplar_emu::tool
