// SPDX-License-Identifier: MIT
// What this program does when a benchmark starts a fresh copy of it.
#pragma once

namespace bench {

inline constexpr const char *kAddCodeletsFlag = "--add-codelets-once";

/// Writes the seconds that addCodelets takes, as a double, to standard output.
int addCodeletsOnce(const char *path);

} // namespace bench
