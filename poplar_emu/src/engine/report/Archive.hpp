// SPDX-License-Identifier: MIT
// The archive of a compiled program.
#pragma once

#include "engine/executable/ExecutableState.hpp"

#include <iosfwd>

namespace poplar_emu::engine {

/// An archive in the common format of ar(1): `program.exec`, which Executable::deserialize
/// reads, and the object files of the codelets, `codelets0.o` and so on.
void writeArchive(const ExecutableState &executable, std::ostream &out);

} // namespace poplar_emu::engine
