// SPDX-License-Identifier: MIT
// Finds the vertex types of a source and the layout of their fields.
#pragma once

#include "Toolchain.hpp"
#include "codelet/format/Unit.hpp"

#include <string>
#include <vector>

namespace poplar_emu::popc {

struct ReflectedVertex {
  codelet::VertexEntry entry; ///< symbol still empty
  std::string cppName;
  bool hasBody = true; ///< compute() is defined in the source
};

struct Reflected {
  std::vector<ReflectedVertex> vertices;
  std::vector<std::string> macros; ///< that the user defined, in files or flags
  std::vector<codelet::DroppedClass> dropped;
  std::vector<std::string> notes; ///< on classes that were left out
  /// "file:line:col: error: [PE0304] ...\nnote: what to do", one per refused field.
  std::vector<std::string> errors;
};

/// Parses with function bodies skipped. False: `collected` holds the user's errors.
bool reflect(const CompileJob &job, Collected &collected, std::vector<Dependency> &dependencies,
             Reflected &result);

} // namespace poplar_emu::popc
