// SPDX-License-Identifier: MIT
// Adds gcl.gp, which lies beside the library, and estimates of its vertices to a graph.
#include "emit/Estimators.hpp"
#include "support/Errors.hpp"

#include <gcl/codelets.hpp>

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace gcl {
namespace {

std::string pathOfCodelets() {
  if (const char *given = std::getenv("IPU_GCL_GP")) return given;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&addCodelets), &info) == 0 || !info.dli_fname)
    detail::fail("addCodelets", "cannot tell where libgcl.so is",
                 "set IPU_GCL_GP to the path of gcl.gp");
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return (slash == std::string::npos ? "" : path.substr(0, slash + 1)) + "gcl.gp";
}

} // namespace

void addCodelets(poplar::Graph &graph) {
  graph.addCodelets(pathOfCodelets());
  detail::registerEstimators(graph);
}

} // namespace gcl
