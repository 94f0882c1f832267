// SPDX-License-Identifier: MIT
// Object files to one shared object.
#pragma once

#include "codelet/format/Unit.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace poplar_emu::codelet {

/// One object and where it came from.
struct LinkInput {
  std::string source;
  const Image *image;
};

/// Path of the shared object, linked or found in the cache (named by the hashes of the objects).
/// PE0305 for undefined or duplicate symbols, for dynamic memory, which tiles do not have, and for
/// calls that end the program.
/// `relink` ignores what the cache holds.
enum class Relink { No, Yes };
std::filesystem::path link(const std::vector<LinkInput> &inputs, Relink relink);

/// "f(int)" for "_Z1fi"; other names stay.
std::string demangle(const std::string &symbol);

} // namespace poplar_emu::codelet
