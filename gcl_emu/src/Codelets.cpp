// SPDX-License-Identifier: MIT
// Adds gcl.gp, which lies beside the library, to a graph.
#include "support/Errors.hpp"

#include <gcl/codelets.hpp>

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace gcl {

void addCodelets(poplar::Graph &graph) {
  if (const char *given = std::getenv("IPU_GCL_GP")) {
    graph.addCodelets(given);
    return;
  }
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&addCodelets), &info) == 0 || !info.dli_fname)
    detail::fail("addCodelets", "cannot tell where libgcl.so is",
                 "set IPU_GCL_GP to the path of gcl.gp");
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  graph.addCodelets((slash == std::string::npos ? "" : path.substr(0, slash + 1)) + "gcl.gp");
}

} // namespace gcl
