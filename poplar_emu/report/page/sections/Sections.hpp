// SPDX-License-Identifier: MIT
// The sections of a page's data, one function each; all share names and tile rows.
#pragma once

#include "page/Names.hpp"
#include "page/PageData.hpp"
#include "page/sections/TileRows.hpp"

namespace poplar_emu::report {

struct Shared {
  const pva::internal::Profile &profile;
  Budget budget;
  Names names;
  TileRows rows;   ///< of steps; may be quantised
  TileRows memory; ///< always exact
};

nlohmann::json targetSection(Shared &shared);
nlohmann::json programSection(Shared &shared);
nlohmann::json computeSection(Shared &shared);
nlohmann::json exchangeSection(Shared &shared);
nlohmann::json memorySection(Shared &shared);
nlohmann::json stepSection(Shared &shared);

} // namespace poplar_emu::report
