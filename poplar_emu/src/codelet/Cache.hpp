// SPDX-License-Identifier: MIT
// Compiled units on disk, found again by what they were made from.
#pragma once

#include "codelet/format/Unit.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poplar_emu::codelet {

/// The result of one compilation.
struct CompiledUnit {
  std::shared_ptr<const Unit> unit;
  std::string output; ///< warnings and notes of the compiler
};

/// Folder of entries `<key>.unit`. An entry holds the compiled unit and the list of files that were
/// read for it, each with size, modification time and content hash; it is valid while all of them
/// are unchanged. Files are hashed again only when size or time differ.
///
/// Any number of processes may use one folder: entries appear by rename, and two that are made at
/// the same time are equal. The folder is kept below kMaxCacheBytes (Trim.hpp).
class Cache {
 public:
  explicit Cache(std::filesystem::path folder);

  /// Cost: one small file, and one stat for each file that the source includes.
  std::optional<CompiledUnit> find(Hash128 key) const;

  /// `dependencies`: absolute paths of what was read. Contents that the unit itself holds are
  /// hashed from there, so that an edit made during the compilation is noticed. Does nothing if the
  /// folder cannot be written.
  void store(Hash128 key, const CompiledUnit &compiled,
             const std::vector<std::string> &dependencies) const;

  const std::filesystem::path &folder() const { return folder_; }

 private:
  std::filesystem::path entryPath(Hash128 key) const;

  std::filesystem::path folder_;
};

} // namespace poplar_emu::codelet
