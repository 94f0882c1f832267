// SPDX-License-Identifier: MIT
// What helps against each kind of error, in one line.
#pragma once

#include "support/DiagnosticCodes.hpp"

namespace poplar_emu {

/// Shown as the fix when the diagnostic itself says nothing more exact. Never empty.
std::string_view defaultFix(Code code);

} // namespace poplar_emu
