// SPDX-License-Identifier: MIT
// Profiles of any size, made up but consistent: parts add up, indices point at something. For tests
// of what reads profiles.
#pragma once

#include "pva/data/Profile.hpp"

namespace poplar_emu::synthetic {

struct Shape {
  std::uint32_t numIpus = 1, tilesPerIpu = 1472;
  std::uint32_t numSteps = 1000; ///< about as many; at least one iteration
  bool distinctRows = true;      ///< every compute step has cycles by tile of its own
  bool outOfMemory = false;
};

/// On one IPU: a stencil with halo exchange, a norm, and streams. On several: a pipeline of as many
/// stages, whose IPUs each have their own clock, with an all-reduce at its end.
pva::internal::Profile makeProfile(const Shape &shape);

} // namespace poplar_emu::synthetic
