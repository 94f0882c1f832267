// SPDX-License-Identifier: MIT
// From poplar::SourceLocation to interned sites.
#pragma once

#include "support/SourceSite.hpp"

#include <poplar/DebugContext.hpp>

#include <cstdint>

namespace poplar_emu::api {

/// Loops that make vertices come by the same few lines over and over: these are found here without
/// asking the table of all sites.
inline SiteId siteOf(const poplar::SourceLocation &location) {
  if (isLibraryFile(location.getFileName())) {
    const SiteId caller = LibraryCall::current();
    if (caller.valid()) return caller;
  }
  struct Slot {
    const char *file = nullptr;
    unsigned line = 0;
    SiteId id;
  };
  constexpr std::size_t kSlots = 64;
  thread_local Slot slots[kSlots];
  const char *file = location.getFileName();
  const unsigned line = location.getLineNumber();
  Slot &slot = slots[(reinterpret_cast<std::uintptr_t>(file) / 16 + line) % kSlots];
  if (slot.file != file || slot.line != line)
    slot = {file, line, internSite(file, line, location.getFunctionName())};
  return slot.id;
}

} // namespace poplar_emu::api
