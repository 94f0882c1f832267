// SPDX-License-Identifier: MIT
// A profile as events that Chrome's tracing page and Perfetto show.
#pragma once

#include "pva/data/Profile.hpp"
#include "trace/HostTrace.hpp"

#include <cstdint>
#include <iosfwd>

namespace poplar_emu::tool {

struct TraceSize {
  std::uint64_t steps = 0;           ///< of the profile
  std::uint64_t stepsPerEvent = 1;   ///< joined to one event where the budget asks for it
  std::uint64_t hostDropped = 0;     ///< events of the host for which there was no room
  bool runsStandWhereTheyRan = true; ///< else the device's time starts with the host's
};

/// Writes JSON in the trace event format: a process an IPU, in it a lane for the supersteps and one
/// for what their cycles were spent on, and the blocks; times are microseconds of the tile clock.
/// Processes of the host follow. A run of the device then begins where the host's Engine::run does,
/// or at the end of the run before it, if there are as many of them as runs in the profile.
///
/// The file stays under `maxBytes`. The host may have half of them: its shortest events are left
/// out. Neighbouring steps of a run are joined, two, four, ... at a time. Throws std::runtime_error
/// if not even one event a run fits.
TraceSize writeChromeTrace(const pva::internal::Profile &profile, const HostTrace &host,
                           std::uint64_t maxBytes, std::ostream &out);

} // namespace poplar_emu::tool
