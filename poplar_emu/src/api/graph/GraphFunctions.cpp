// SPDX-License-Identifier: MIT
// Functions: programs with one copy and several callers.
#include "api/graph/GraphNeed.hpp"

#include <poplar/Program.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {

Function Graph::addFunction(const program::Program &program, SourceLocation loc) {
  GraphCore &core = *need(*this, "addFunction", loc)->core;
  ir::ProgramRef body = Access::program(program);
  std::string name = body ? body->name : std::string();
  core.graph.functions.push_back({std::move(name), std::move(body), siteOf(loc)});
  return Access::element<Function>(core.graph, core.graph.functions.size() - 1);
}

FunctionBuffer Graph::addFunctionBuffer(const Function &function, FunctionBufferMappingType,
                                        SourceLocation loc) {
  GraphCore &core = *need(*this, "addFunctionBuffer", loc)->core;
  needOwn(core, function, "addFunctionBuffer", "the function", siteOf(loc));
  if (function.getId() >= core.graph.functions.size()) {
    Diagnostic(Code::PE0215, "addFunctionBuffer: the function does not exist in this graph")
        .at(siteOf(loc))
        .fix("get it from addFunction of the same graph")
        .raise();
  }
  core.functionBuffers.push_back(FunctionId(function.getId()));
  return Access::element<FunctionBuffer>(core.graph, core.functionBuffers.size() - 1);
}

} // namespace poplar
