// SPDX-License-Identifier: MIT
// Names of the kinds of programs in a profile.
#pragma once

#include "pva/data/Profile.hpp"

#include <array>
#include <cstddef>

namespace pva::internal {

inline constexpr std::array<const char *,
                            static_cast<std::size_t>(ProgramType::kLastEnumerator) + 1>
    kProgramTypeNames = {"Unknown",
                         "OnTileExecute",
                         "DoExchange",
                         "GlobalExchange",
                         "StreamCopyBegin",
                         "StreamCopyMid",
                         "StreamCopyEnd",
                         "Sync",
                         "Sequence",
                         "Repeat",
                         "RepeatWhile",
                         "If",
                         "Switch",
                         "OnEveryTileSwitch",
                         "Call",
                         "SetLocalConsensusFromVar",
                         "CpuCopy",
                         "Block"};

/// As Poplar's reports spell it: "DoExchange".
inline const char *programTypeName(ProgramType type) {
  return kProgramTypeNames[static_cast<std::size_t>(type)];
}

} // namespace pva::internal
