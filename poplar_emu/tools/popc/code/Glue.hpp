// SPDX-License-Identifier: MIT
// The translation unit around the user's source.
#pragma once

#include "reflect/Reflection.hpp"

#include <string>
#include <vector>

namespace poplar_emu::popc {

/// Includes the source and nothing else, so that it is no main file here either.
std::string glueForReflection(const std::string &sourcePath);

/// Includes the source and adds one exported function per vertex that runs a batch of it. The
/// user's `macros` end with the source: they are not meant for what is added.
std::string glueForCode(const std::string &sourcePath, const std::vector<ReflectedVertex> &vertices,
                        const std::vector<std::string> &macros);

} // namespace poplar_emu::popc
