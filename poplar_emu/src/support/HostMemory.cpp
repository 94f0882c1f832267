// SPDX-License-Identifier: MIT
// How much memory there is.
#include "support/HostMemory.hpp"

#include "support/Diagnostic.hpp"

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

namespace poplar_emu {
namespace {

std::uint64_t hostMemory() {
  const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 1L));
  const auto page = static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 1L));
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? std::min<std::uint64_t>(pages * page, limit.rlim_cur) : pages * page;
}

} // namespace

void requireHostMemory(std::string_view what, std::uint64_t bytes) {
  // Few bytes need no question to the system.
  if (bytes < (std::uint64_t{1} << 28) || bytes < hostMemory()) return;
  Diagnostic(Code::PE0407, "the host has no memory for {}", what)
      .note("it would take {} bytes", bytes)
      .fix("use fewer or simpler views: slice, flatten or copy before")
      .raise();
}

void raiseHostMemory(std::string_view what) {
  Diagnostic(Code::PE0407, "the host has no memory for {}", what)
      .fix("use fewer or simpler views, or a host with more memory")
      .raise();
}

} // namespace poplar_emu
