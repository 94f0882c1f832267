// SPDX-License-Identifier: MIT
// Has sources compiled by popc, or finds them compiled in the cache.
#pragma once

#include "codelet/FileType.hpp"
#include "codelet/format/Unit.hpp"
#include "support/SourceSite.hpp"

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::codelet {

/// The key of images that run in this process.
ImageKey hostImageKey(std::uint32_t numWorkers, FloatExceptions floatExceptions,
                      SlotCounting slotCounting = SlotCounting::Off);

struct SourceRequest {
  std::filesystem::path path; ///< the file, or the name to show for a text
  std::string text;           ///< the content
  bool isText = false;        ///< there is no such file: the text came from a stream
  FileType type = FileType::CppSource;
  std::vector<std::string> flags;
  std::uint32_t numWorkers = 6;
  std::string targetName;         ///< of popc's --target; empty: all
  std::ostream *output = nullptr; ///< null: standard error, and only when something was compiled
  SiteId site;
};

/// Errors: PE0301 with the first error line and the command, PE0304, PE0306.
std::shared_ptr<const Unit> compileSource(const SourceRequest &request);

/// The units of a .gp file. PE0303 says what is wrong with it.
std::vector<std::shared_ptr<const Unit>> readUnits(const std::filesystem::path &path, SiteId site);

/// The same sources compiled for another worker count, CPU or float mode.
std::shared_ptr<const Unit> rebuild(const Unit &unit, const ImageKey &key);

} // namespace poplar_emu::codelet
