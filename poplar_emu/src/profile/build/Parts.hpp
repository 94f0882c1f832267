// SPDX-License-Identifier: MIT
// The lists of a profile that are made step by step.
#pragma once

#include "profile/build/BuildProfile.hpp"
#include "profile/build/ProgramTree.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::profile {

/// The exchange of a working step; null for those that have none.
const plan::ExchangeSummary *exchangeOf(const plan::Plan &plan, const StepTable &table,
                                        std::uint32_t step);

/// Fills profile.links and profile.exchanges; returns the index of each step's exchange, by number
/// of the step, or kNone.
std::vector<std::uint32_t> addExchanges(const plan::Plan &plan, const StepTable &table,
                                        TileDetail detail, pva::internal::Profile &profile);

/// One for each of Plan::computes, in that order; sets the number of vertices.
void addComputeSets(const plan::Plan &plan, TileDetail detail, pva::internal::Profile &profile);

} // namespace poplar_emu::profile
