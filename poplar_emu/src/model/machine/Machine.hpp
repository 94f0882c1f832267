// SPDX-License-Identifier: MIT
// The numbers of each IPU generation.
#pragma once

#include <poplar/IPUModel.hpp>

#include <string_view>

namespace poplar_emu::model {

/// Fields of a generation: "ipu1", "ipu2" or "ipu21". PE0705 for another name.
///
/// Sources: Graphcore's documentation and published measurements. Not public and chosen here:
/// minIPUSyncDelay, numStrideBits, the instruction fetch delays and convUnitCoeffLoadBytesPerCycle
/// of ipu2 and ipu21.
poplar::IPUModel machineOf(std::string_view architecture);

bool isArchitecture(std::string_view name);

/// Bytes of one memory element.
inline constexpr unsigned kMemoryElementBytes = 16384;

} // namespace poplar_emu::model
