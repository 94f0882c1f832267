// SPDX-License-Identifier: MIT
// The one builder of error messages: code, places, both parties, numbers, fix.
#pragma once

#include "support/DiagnosticCodes.hpp"
#include "support/SourceSite.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace poplar_emu {

/// Builds one message and throws it as the exception class of its code:
///
///     error[PE0203]: two vertices write the same elements in compute set 'halo'
///       --> stencil.cpp:41   Stencil#17.out (tile 3) writes grid[0:130)
///       overlap: grid[128:130), 2 elements, 8 bytes
///       fix: give each vertex its own slice, or use two compute sets
class Diagnostic {
 public:
  template <class... Args>
  Diagnostic(Code code, fmt::format_string<Args...> format, Args &&...args)
      : code_(code), headline_(fmt::format(format, std::forward<Args>(args)...)) {}

  /// A party of the conflict and the user's line that made it. Parties without a line are shown
  /// too.
  template <class... Args>
  Diagnostic &at(SiteId site, fmt::format_string<Args...> format, Args &&...args) {
    return addParty(site, fmt::format(format, std::forward<Args>(args)...));
  }
  Diagnostic &at(SiteId site) { return addParty(site, {}); }

  template <class... Args>
  Diagnostic &note(fmt::format_string<Args...> format, Args &&...args) {
    notes_.push_back(fmt::format(format, std::forward<Args>(args)...));
    return *this;
  }

  template <class... Args>
  Diagnostic &fix(fmt::format_string<Args...> format, Args &&...args) {
    fix_ = fmt::format(format, std::forward<Args>(args)...);
    return *this;
  }

  Code code() const { return code_; }
  std::string text() const;

  /// Throws the exception class that belongs to the code.
  [[noreturn]] void raise() const;

 private:
  struct Party {
    SiteId site;
    std::string text;
  };

  Diagnostic &addParty(SiteId site, std::string text);

  Code code_;
  std::string headline_;
  std::vector<Party> parties_;
  std::vector<std::string> notes_;
  std::string fix_;
};

/// A condition that our own code guarantees. A failure is our bug, never the user's.
#define POPLAR_EMU_CHECK(condition)                                                                \
  (static_cast<bool>(condition)                                                                    \
       ? static_cast<void>(0)                                                                      \
       : ::poplar_emu::raiseInternalError(#condition, __FILE__, __LINE__))

[[noreturn]] void raiseInternalError(const char *condition, const char *file, unsigned line);

} // namespace poplar_emu
