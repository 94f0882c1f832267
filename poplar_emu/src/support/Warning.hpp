// SPDX-License-Identifier: MIT
// Notes to the user that end nothing.
#pragma once

#include "support/DiagnosticCodes.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace poplar_emu {

/// Writes "warning: text" to stderr, the first time that this text comes. Thread-safe.
void warnOnce(const std::string &text);
/// The same as "warning[PE0701]: text": the code's help page says more.
void warnOnce(Code code, const std::string &text);

/// The first time that something is said of this subject, whatever the words.
void warnOnceOf(const std::string &subject, const std::string &text);

template <class... Args>
void warnOnce(fmt::format_string<Args...> format, Args &&...args)
  requires(sizeof...(Args) > 0)
{
  warnOnce(fmt::format(format, std::forward<Args>(args)...));
}

template <class... Args>
void warnOnce(Code code, fmt::format_string<Args...> format, Args &&...args)
  requires(sizeof...(Args) > 0)
{
  warnOnce(code, fmt::format(format, std::forward<Args>(args)...));
}

} // namespace poplar_emu
