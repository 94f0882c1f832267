// SPDX-License-Identifier: MIT
// Codelets are compiled and registered by the codelet layer.
#include "api/graph/GraphNeed.hpp"

#include <fmt/ranges.h>

#include <filesystem>
#include <sstream>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

struct Wanted {
  CodeletFileType type;
  StringRef flags;
  StringRef targetName;
  std::ostream *output;
  SourceLocation loc;
};

codelet::CompileRequest requestFor(const GraphState &graph, const Wanted &wanted) {
  codelet::CompileRequest request;
  request.type = static_cast<codelet::FileType>(wanted.type);
  request.flags = text(wanted.flags);
  request.numWorkers = graph.core->graph.machine.numWorkers;
  request.target = graph.target.getTargetType() == TargetType::CPU
                       ? "cpu"
                       : text(graph.target.getTargetArchString());
  request.targetName = text(wanted.targetName);
  request.output = wanted.output;
  request.site = siteOf(wanted.loc);
  return request;
}

/// Names that the file system itself refuses: empty ones, endless ones, loops of links.
template <class F>
bool namingFiles(std::string_view what, const SourceLocation &loc, F &&add) {
  try {
    return add();
  } catch (const std::filesystem::filesystem_error &error) {
    Diagnostic(Code::PE0302, "codelet file '{}' cannot be found: {}", what, error.code().message())
        .at(siteOf(loc))
        .raise();
  }
}

bool addFile(const Graph &graph, StringRef file, const Wanted &wanted) {
  const GraphState &state = *need(graph, "addCodelets", wanted.loc);
  return namingFiles(text(file), wanted.loc, [&] {
    return state.core->registry.addFile(text(file), requestFor(state, wanted));
  });
}

void addSource(const Graph &graph, const std::stringstream &source, const Wanted &wanted) {
  const GraphState &state = *need(graph, "addCodelets", wanted.loc);
  state.core->registry.addSource(source.str(), requestFor(state, wanted));
}

} // namespace

bool Graph::addCodelets(StringRef file, CodeletFileType type, StringRef compileFlags,
                        StringRef targetName, SourceLocation loc) {
  return addFile(*this, file, {type, compileFlags, targetName, nullptr, loc});
}

bool Graph::addCodelets(StringRef file, CodeletFileType type, StringRef compileFlags,
                        std::ostream &compileOutput, StringRef targetName, SourceLocation loc) {
  return addFile(*this, file, {type, compileFlags, targetName, &compileOutput, loc});
}

bool Graph::addCodelets(ArrayRef<std::string> files, StringRef compileFlags, StringRef targetName,
                        SourceLocation loc) {
  const GraphState &state = *need(*this, "addCodelets", loc);
  return namingFiles(fmt::format("{}", fmt::join(files.begin(), files.end(), "', '")), loc, [&] {
    return state.core->registry.addFiles(
        {files.data(), files.size()},
        requestFor(state, {CodeletFileType::Auto, compileFlags, targetName, nullptr, loc}));
  });
}

void Graph::addCodelets(std::stringstream &source, StringRef compileFlags, CodeletFileType type,
                        StringRef targetName, SourceLocation loc) {
  addSource(*this, source, {type, compileFlags, targetName, nullptr, loc});
}

void Graph::addCodelets(std::stringstream &source, StringRef compileFlags,
                        std::ostream &compileOutput, CodeletFileType type, StringRef targetName,
                        SourceLocation loc) {
  addSource(*this, source, {type, compileFlags, targetName, &compileOutput, loc});
}

bool Graph::hasCodelet(StringRef name) const {
  return need(*this, "hasCodelet")->core->registry.hasType(text(name));
}

} // namespace poplar
