// SPDX-License-Identifier: MIT
// poplar::Executable, poplar::Module, compileGraph and compileModule.
#include "engine/EngineNeed.hpp"
#include "engine/executable/Compile.hpp"

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>

#include <ostream>
#include <sstream>

namespace poplar_emu::engine {

struct ModuleState {
  std::shared_ptr<const ExecutableState> executable;
};

} // namespace poplar_emu::engine

namespace poplar {

using poplar_emu::CallSite;
using poplar_emu::Code;
using poplar_emu::Diagnostic;
using poplar_emu::api::Access;
using poplar_emu::api::siteOf;
namespace engine = poplar_emu::engine;

struct Preallocations::State {};

namespace {

Executable makeExecutable(const Graph &graph, ArrayRef<program::Program> programs,
                          const OptionFlags &options, const ProgressFunc &progress,
                          const DebugContext &debugContext, engine::OptionCheck check) {
  const CallSite call(siteOf(Access::location(debugContext)));
  Executable executable;
  Access::hidden(executable) = engine::compile(graph, programs, options, progress, check);
  return executable;
}

const engine::ExecutableState &need(const Executable &executable) {
  const auto &state = Access::hidden(executable);
  if (!state)
    Diagnostic(Code::PE0803, "an empty executable cannot be written")
        .fix("use what compileGraph or Executable::deserialize returned")
        .raise();
  return *state;
}

const engine::ExecutableState &need(const std::shared_ptr<const engine::ModuleState> &module) {
  if (!module)
    Diagnostic(Code::PE0803, "an empty module cannot be written")
        .fix("use what compileModule returned")
        .raise();
  return *module->executable;
}

engine::OptionCheck checkOf(bool checkOptionFlags) {
  return checkOptionFlags ? engine::OptionCheck::Check : engine::OptionCheck::Skip;
}

} // namespace

// compileGraph ---------------------------------------------------------------------------------

Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                        const OptionFlags &options, ProgressFunc progressCallback,
                        const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        engine::OptionCheck::Check);
}

Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs,
                        const OptionFlags &options, ProgressFunc progressCallback,
                        const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        engine::OptionCheck::Check);
}

Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                        const Preallocations &, const OptionFlags &options,
                        ProgressFunc progressCallback, const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        engine::OptionCheck::Check);
}

Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs, const Preallocations &,
                        const OptionFlags &options, ProgressFunc progressCallback,
                        const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        engine::OptionCheck::Check);
}

Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                        bool checkOptionFlags, const OptionFlags &options,
                        ProgressFunc progressCallback, const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        checkOf(checkOptionFlags));
}

Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs, bool checkOptionFlags,
                        const OptionFlags &options, ProgressFunc progressCallback,
                        const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        checkOf(checkOptionFlags));
}

Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                        const Preallocations &, bool checkOptionFlags, const OptionFlags &options,
                        ProgressFunc progressCallback, const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        checkOf(checkOptionFlags));
}

Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs, const Preallocations &,
                        bool checkOptionFlags, const OptionFlags &options,
                        ProgressFunc progressCallback, const DebugContext &debugContext) {
  return makeExecutable(graph, programs, options, progressCallback, debugContext,
                        checkOf(checkOptionFlags));
}

// compileModule --------------------------------------------------------------------------------

namespace {

std::shared_ptr<const engine::ModuleState>
makeModule(const Graph &graph, const program::Program &program, const OptionFlags &options,
           const ProgressFunc &progress, const DebugContext &debugContext) {
  const CallSite call(siteOf(Access::location(debugContext)));
  auto state = std::make_shared<engine::ModuleState>();
  state->executable = engine::compile(graph, ArrayRef<program::Program>(&program, 1), options,
                                      progress, engine::OptionCheck::Check);
  return state;
}

} // namespace

Module compileModule(const Graph &graph, program::Program program, const OptionFlags &options,
                     ProgressFunc progressCallback, const DebugContext &debugContext) {
  Module module;
  Access::hidden(module) = makeModule(graph, program, options, progressCallback, debugContext);
  return module;
}

Module compileModule(Graph &&graph, program::Program program, const OptionFlags &options,
                     ProgressFunc progressCallback, const DebugContext &debugContext) {
  return compileModule(static_cast<const Graph &>(graph), std::move(program), options,
                       std::move(progressCallback), debugContext);
}

Module compileModule(const Graph &graph, program::Program program, const Preallocations &,
                     const OptionFlags &options, ProgressFunc progressCallback,
                     const DebugContext &debugContext) {
  return compileModule(graph, std::move(program), options, std::move(progressCallback),
                       debugContext);
}

Module compileModule(Graph &&graph, program::Program program, const Preallocations &,
                     const OptionFlags &options, ProgressFunc progressCallback,
                     const DebugContext &debugContext) {
  return compileModule(static_cast<const Graph &>(graph), std::move(program), options,
                       std::move(progressCallback), debugContext);
}

Module::Module() = default;
Module::Module(Module &&) noexcept = default;
Module &Module::operator=(Module &&) noexcept = default;
Module::~Module() = default;

void Module::serialize(std::ostream &out) const {
  engine::writeExecutable(need(state_), out);
}

void Module::forEachSegment(const SegmentFunction &function) const {
  std::ostringstream bytes;
  engine::writeExecutable(need(state_), bytes);
  const std::string text = bytes.str();
  function("executable", ArrayRef<char>(text.data(), text.size()));
}

void Module::forEachLoadableSegment(const SegmentFunction &function) const {
  forEachSegment(function);
}

// Executable -----------------------------------------------------------------------------------

Executable::Executable() = default;
Executable::Executable(Executable &&) noexcept = default;
Executable &Executable::operator=(Executable &&) noexcept = default;
Executable::~Executable() = default;

void Executable::serialize(std::ostream &out, SourceLocation loc) const {
  const CallSite call(siteOf(loc));
  engine::writeExecutable(need(*this), out);
}

Executable Executable::deserialize(std::istream &in, bool checkPackageHash, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  Executable executable;
  executable.state_ = engine::readExecutable(in, checkPackageHash ? engine::PackageCheck::Check
                                                                  : engine::PackageCheck::Skip);
  return executable;
}

Executable Executable::deserialize(std::unique_ptr<std::istream> in, bool checkPackageHash,
                                   SourceLocation loc) {
  const CallSite call(siteOf(loc));
  if (!in)
    Diagnostic(Code::PE0801, "the executable cannot be read: the stream is null")
        .fix("pass an open stream")
        .raise();
  return deserialize(*in, checkPackageHash, loc);
}

void Engine::serializeExecutable(std::ostream &out, SourceLocation loc) const {
  const CallSite call(siteOf(loc));
  engine::writeExecutable(*engine::need(state_, "serializeExecutable").executable, out);
}

} // namespace poplar
