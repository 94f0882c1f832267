// SPDX-License-Identifier: MIT
// What a page holds, as one JSON value: columns of a profile, and what is derived from it exactly.
#pragma once

#include "pva/data/Profile.hpp"

#include <nlohmann/json_fwd.hpp>

namespace poplar_emu::report {

/// Bytes, before base64 adds a third, that parts of a page may take. What does not fit is shown
/// more coarsely, and the page says so.
struct Budget {
  std::size_t tileRows = 2'000'000; ///< cycles, traffic, and live bytes by tile
  std::size_t matrices = 450'000;   ///< who sends to whom
  std::size_t lowered = 250'000;    ///< parts of variables on tiles
  std::size_t steps = 300'000;      ///< steps of runs
};

/// The profile's indices must be valid, as readProfile() checks.
nlohmann::json pageData(const pva::internal::Profile &profile, const Budget &budget = {});

} // namespace poplar_emu::report
