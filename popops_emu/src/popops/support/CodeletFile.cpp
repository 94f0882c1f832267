// SPDX-License-Identifier: MIT
// Search for codelet files beside the library.
#include "support/CodeletFile.hpp"

#include "support/Errors.hpp"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>

namespace popops::support {

std::string codeletFile(const std::string &library) {
  std::string variable = "IPU_";
  for (const char c : library)
    variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  variable += "_GP";
  if (const char *given = std::getenv(variable.c_str())) return given;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&codeletFile), &info) == 0 || !info.dli_fname)
    fail(library + "::addCodelets", "cannot tell where lib" + library + ".so is",
         "set " + variable + " to the path of " + library + ".gp");
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return (slash == std::string::npos ? "" : path.substr(0, slash + 1)) + library + ".gp";
}

} // namespace popops::support
