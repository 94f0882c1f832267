// SPDX-License-Identifier: MIT
// The profile file: one SQLite database with the tables that docs/guide/profile_file.md describes.
#pragma once

#include "pva/data/Profile.hpp"

#include <poplar_emu/Export.hpp>

#include <string>

namespace pva::internal {

/// Raised by every change of the tables (file/Columns.hpp); files of other versions are refused.
inline constexpr int kSchemaVersion = 4;

/// Writes a profile, and replaces the file in one step: nobody ever sees half of it.
///
/// Throws std::runtime_error that names the file, what is wrong, and what to do.
/// Cost: one pass over the data; arrays that occur twice are stored once.
POPLAR_EMU_EXPORT void writeProfile(const std::string &path, const Profile &profile);

/// Reads what writeProfile() wrote, all of it. Every index in the result points at something.
///
/// Throws std::runtime_error, as above, for a file that is missing, no profile, damaged, or of
/// another version.
POPLAR_EMU_EXPORT Profile readProfile(const std::string &path);

} // namespace pva::internal
