// SPDX-License-Identifier: MIT
// What the processes of the host did, as events beside those of the device.
#pragma once

#include "pvti/file/Trace.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::tool {

/// The traces of some processes, on one clock that starts with the first of them.
class HostTrace {
 public:
  explicit HostTrace(std::vector<pvti::internal::Trace> processes);

  bool empty() const { return processes_.empty(); }
  /// When each Engine::run began, in microseconds, in that order.
  std::vector<double> runStarts() const;

  struct Events {
    std::string text;        ///< as EventText::take
    std::size_t dropped = 0; ///< events and samples for which there was no room: the shortest
  };
  /// Processes are numbered from `firstProcess` on.
  Events write(std::uint64_t firstProcess, std::uint64_t maxBytes) const;

 private:
  double startOf(const pvti::internal::Trace &process) const;

  std::vector<pvti::internal::Trace> processes_;
  std::uint64_t start_ = 0; ///< nanoseconds since 1970
};

} // namespace poplar_emu::tool
