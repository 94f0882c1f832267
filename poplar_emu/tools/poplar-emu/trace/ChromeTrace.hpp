// SPDX-License-Identifier: MIT
// A profile as events that Chrome's tracing page and Perfetto show.
#pragma once

#include "pva/data/Profile.hpp"

#include <cstdint>
#include <iosfwd>

namespace poplar_emu::tool {

struct TraceSize {
  std::uint64_t steps = 0;         ///< of the profile
  std::uint64_t stepsPerEvent = 1; ///< joined to one event where the budget asks for it
};

/// Writes JSON in the trace event format: a process an IPU, in it a lane for the supersteps and one
/// for what their cycles were spent on, and the blocks; times are microseconds of the tile clock.
/// The file stays under `maxBytes`: neighbouring steps of a run are joined, two, four, ... at a
/// time, until it does. Throws std::runtime_error if not even one event a run fits.
TraceSize writeChromeTrace(const pva::internal::Profile &profile, std::uint64_t maxBytes,
                           std::ostream &out);

} // namespace poplar_emu::tool
