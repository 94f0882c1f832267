// SPDX-License-Identifier: MIT
// The environment variable PVTI_OPTIONS.
#pragma once

#include <string>
#include <unordered_set>

namespace pvti::internal {

struct Options {
  bool enable = false;
  std::string directory = ".";
  std::unordered_set<std::string> channels; ///< empty: all
  double duration = 0;                      ///< seconds; 0: no limit
};

/// `text` is the variable's value, null if it is not set. What is no JSON object enables tracing
/// with defaults.
Options parseOptions(const char *text);

} // namespace pvti::internal
