// SPDX-License-Identifier: MIT
// From a compiled program, and what was recorded of its runs, to the data of a profile.
#pragma once

#include "plan/Plan.hpp"
#include "profile/record/Recorder.hpp"
#include "pva/data/Profile.hpp"

#include <poplar/Target.hpp>

#include <string>

namespace poplar_emu::profile {

/// What a profile says of itself.
struct About {
  std::uint32_t versionMajor = 0, versionMinor = 0, versionPoint = 0;
  std::string packageHash;
  std::string cycleModel; ///< "ipumodel" or "hardware"
  bool countedCycles = false;
  std::uint32_t profiledReplica = pva::internal::kNone;
  bool includesFlops = false, includesEstimates = true;
  std::string computeInstrumentation = "off", externalExchangeInstrumentation = "off";
};

/// Whether cycles and traffic of single tiles are kept.
enum class TileDetail : bool { Drop, Keep };

/// The part that compilation knows. Cost: proportional to the vertices, and to the tiles of every
/// step.
pva::internal::Profile compilationProfile(const plan::Plan &plan, const poplar::Target &target,
                                          const About &about, TileDetail detail);

/// Adds what was recorded to the profile of the same plan. Cost: proportional to the steps kept.
void addExecution(const plan::Plan &plan, const Recorder &recorder,
                  pva::internal::Profile &profile);

} // namespace poplar_emu::profile
