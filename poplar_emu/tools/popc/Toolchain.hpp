// SPDX-License-Identifier: MIT
// Sets up clang in this process: flags, include folders, and files that need not exist on disk.
#pragma once

#include "Collected.hpp"
#include "codelet/format/Unit.hpp"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <map>
#include <string>
#include <vector>

namespace poplar_emu::popc {

/// One run of the compiler's front end.
struct CompileJob {
  std::string mainPath;                     ///< virtual path of the translation unit
  std::map<std::string, std::string> files; ///< absolute path -> contents, before the disk's
  std::string directory;
  codelet::Language language = codelet::Language::Cpp;
  std::vector<std::string> userFlags;
  unsigned numWorkers = 6;
  codelet::FloatExceptions floatExceptions = codelet::FloatExceptions::Off;
  codelet::SlotCounting slotCounting = codelet::SlotCounting::Off;
  std::string sanitizer;
  std::string cpu; ///< that runs the code
};

struct Dependency {
  std::string path; ///< absolute
  bool system = false;
};

/// Folder with poplar/Vertex.hpp: beside the installed popc, or in the source tree.
const std::string &deviceIncludeFolder();
/// The clang whose resource folder and search paths are used.
const std::string &clangPath();

/// Runs `action` on the job. Returns whether it succeeded; messages go to `collected`, and the
/// files that were read to `dependencies` unless that is null.
bool runFrontend(const CompileJob &job, clang::FrontendAction &action, Collected &collected,
                 std::vector<Dependency> *dependencies,
                 void (*adjust)(clang::CompilerInstance &, void *), void *adjustData);

} // namespace poplar_emu::popc
