// SPDX-License-Identifier: MIT
// The emulated machine, as `gc-info` lists the real one.
#pragma once

#include <iosfwd>

namespace poplar_emu::tool {

/// One line a device: its id, IPUs, architecture, tiles and clock.
void listDevices(std::ostream &out);

} // namespace poplar_emu::tool
