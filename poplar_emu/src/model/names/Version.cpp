// SPDX-License-Identifier: MIT
// Which version of the library this is.
#include "support/Version.hpp"

#include <poplar/Graph.hpp>

namespace poplar {

StringRef versionString() {
  static const std::string text =
      std::string(poplar_emu::kVersion) + " (" + poplar_emu::packageHash() + ")";
  return text;
}

StringRef packageHash() {
  static const std::string text = poplar_emu::packageHash();
  return text;
}

} // namespace poplar
