// SPDX-License-Identifier: MIT
// Whole files in and out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace poplar_emu::codelet {

/// Nothing if the file cannot be read.
std::optional<std::string> readWholeFile(const std::filesystem::path &path);

/// Writes under a temporary name and renames: readers see all of it or nothing. False on failure.
bool writeAtomically(const std::filesystem::path &path, std::string_view content);

} // namespace poplar_emu::codelet
