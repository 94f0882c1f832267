// SPDX-License-Identifier: MIT
// Ends all processes that come from this one.
#pragma once

#include <sys/types.h>
#include <vector>

namespace poplar_emu::poprun {

/// Children of this process, their children, and so on.
std::vector<pid_t> descendants();

/// Kills and reaps them, and those that they start meanwhile; gives up after two seconds. This
/// process must be the one that orphans among them are given to (PR_SET_CHILD_SUBREAPER).
void killDescendants();

} // namespace poplar_emu::poprun
