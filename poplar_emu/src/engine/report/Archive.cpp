// SPDX-License-Identifier: MIT
// Members of an ar archive: a header of 60 characters, the bytes, and one more for an even length.
#include "engine/report/Archive.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>
#include <string_view>

namespace poplar_emu::engine {
namespace {

void writeMember(std::ostream &out, const std::string &name, std::string_view bytes) {
  // Name, time, owner, group, mode, size.
  out << fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", name + "/", 0, 0, 0, "100644",
                     bytes.size());
  out << bytes;
  if (bytes.size() % 2 != 0) out << '\n';
}

} // namespace

void writeArchive(const ExecutableState &executable, std::ostream &out) {
  out << "!<arch>\n";
  std::ostringstream program;
  writeExecutable(executable, program);
  writeMember(out, "program.exec", program.str());
  std::size_t number = 0;
  for (const auto &unit : executable.bundle.units)
    for (const codelet::Image &image : unit->images)
      writeMember(out, fmt::format("codelets{}.o", number++), image.object);
}

} // namespace poplar_emu::engine
