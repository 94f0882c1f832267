// SPDX-License-Identifier: MIT
// Which tiles take part in a transfer with the host.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::profile {

/// Those that hold a part of the tensor; ascending. `kind` is a stream's or a remote buffer's.
/// Cost: one pass over the pieces of the transfer and the blocks of its variables.
std::vector<std::uint32_t> tilesOfTransfer(const plan::Plan &plan, plan::StepKind kind,
                                           std::uint32_t payload);

} // namespace poplar_emu::profile
