// SPDX-License-Identifier: MIT
// Names of the debug tree, joined to paths.
#pragma once

#include <string>

namespace poplar_emu::model {

/// "parent/name"; just the one that is not empty when the other is.
inline std::string joinPath(const std::string &parent, const std::string &name) {
  if (parent.empty()) return name;
  return name.empty() ? parent : parent + "/" + name;
}

} // namespace poplar_emu::model
