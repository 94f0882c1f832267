// SPDX-License-Identifier: MIT
// Output of poplar::StringRef.
#include <poplar/StringRef.hpp>

#include <ostream>
#include <string_view>

namespace poplar {

std::ostream &operator<<(std::ostream &out, StringRef text) {
  return out << std::string_view(text.data(), text.size());
}

} // namespace poplar
