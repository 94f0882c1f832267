// SPDX-License-Identifier: MIT
// Finds popops.gp and adds it to a graph.
#include <popops/codelets.hpp>
#include <poputil/exceptions.hpp>

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace popops {

namespace {

/// Beside this library, unless IPU_POPOPS_GP names another file.
std::string codeletFile() {
  if (const char *given = std::getenv("IPU_POPOPS_GP")) return given;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&codeletFile), &info) == 0 || !info.dli_fname)
    throw poputil::poplibs_error("popops::addCodelets: cannot tell where libpopops.so is; fix: set "
                                 "IPU_POPOPS_GP to the path of popops.gp");
  const std::string library = info.dli_fname;
  const std::size_t slash = library.rfind('/');
  return (slash == std::string::npos ? "" : library.substr(0, slash + 1)) + "popops.gp";
}

} // namespace

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(codeletFile());
}

} // namespace popops
