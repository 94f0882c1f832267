// SPDX-License-Identifier: MIT
// Events of the calls that build graphs, in the trace of the process.
#pragma once

#include <string>

namespace poputil {

/// A call of a library begins; `caller` is an address in its code, which decides the channel:
/// graphConstruction/popops. Does nothing unless a trace is on.
void beginConstruction(const void *call, const void *caller, const std::string &api);
/// It ends, on the same thread. Does nothing for a call that was not recorded.
void endConstruction(const void *call);

} // namespace poputil
