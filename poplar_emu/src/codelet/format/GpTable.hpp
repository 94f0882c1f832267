// SPDX-License-Identifier: MIT
// Codelet files that this process has read.
#pragma once

#include "codelet/format/Unit.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poplar_emu::codelet {

struct GpUnits {
  std::vector<std::shared_ptr<const Unit>> units;
  std::string problem; ///< as of readGp(); no units then
};

/// The units of a .gp file; nothing if it cannot be read. A file that is as it was when last read
/// gives the same units without being read again: programs that make many graphs add the codelets
/// of the libraries, tens of megabytes, to each. May be called from any thread.
/// Cost: a stat, or reading, checking and copying the file. What was read stays in memory, up to
/// 256 MB in all.
std::optional<GpUnits> unitsOfFile(const std::filesystem::path &path);

} // namespace poplar_emu::codelet
