// SPDX-License-Identifier: MIT
// Output of poplar::StringRef.
#include "support/Diagnostic.hpp"

#include <poplar/StringRef.hpp>

#include <ostream>
#include <string_view>

namespace poplar {

void StringRef::raiseNull() {
  poplar_emu::Diagnostic(poplar_emu::Code::PE0710, "a null pointer was given as text")
      .fix("pass a name, or \"\" where there is none")
      .raise();
}

std::ostream &operator<<(std::ostream &out, StringRef text) {
  return out << std::string_view(text.data(), text.size());
}

} // namespace poplar
