// SPDX-License-Identifier: MIT
// Pass: which tiles serve the host alone, so that the cycle model can let them work beside the
// rest.
#pragma once

#include "compile/Usage.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::compile {

/// Tiles that hold variables of transfers between device and host and run no vertex of the user,
/// ascending; on IPUs where no such vertex runs there are none, for transfers have nothing to work
/// beside. Programs make them by keeping tiles apart (gcl::perIPUTiles); nothing else marks them.
std::vector<std::uint32_t> findIoTiles(const Input &input, const Usage &usage);

} // namespace poplar_emu::compile
