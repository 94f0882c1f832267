// SPDX-License-Identifier: MIT
// Drives clang's own driver to find its front end's arguments, then runs the front end.
#include "Toolchain.hpp"

#include "TargetCpu.hpp"

#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/Utils.h>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/TargetParser/Host.h>

#include <cstdlib>
#include <filesystem>

namespace poplar_emu::popc {
namespace {

std::string locateIncludeFolder() {
  if (const char *set = std::getenv("POPLAR_EMU_DEVICE_INCLUDE")) return set;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path installed = self.parent_path().parent_path() / "include";
  if (!error && std::filesystem::exists(installed / "poplar/Vertex.hpp", error))
    return installed.string();
  return POPLAR_EMU_SOURCE_INCLUDE;
}

std::string locateClang() {
  if (const char *set = std::getenv("POPLAR_EMU_CLANG")) return set;
  return POPLAR_EMU_CLANG_PATH;
}

/// The arguments before the user's. Contraction and excess precision are off, so that a codelet
/// computes what a plain host loop computes; fields may be private; device attributes are ignored;
/// tiles can neither throw nor ask for a type.
std::vector<std::string> compilerArguments(const CompileJob &job) {
  const bool cpp = job.language == codelet::Language::Cpp;
  std::vector<std::string> arguments = {
      clangPath(), cpp ? "--driver-mode=g++" : "--driver-mode=gcc", "-x", cpp ? "c++" : "c"};
  if (cpp) {
    arguments.insert(arguments.end(),
                     {"-std=gnu++17", "-fno-access-control", "-fno-exceptions", "-fno-rtti"});
  }
  for (const std::string &flag : cpuFlags(job.cpu))
    arguments.push_back(flag);
  for (const char *flag :
       {"-O3", "-fPIC", "-ffp-contract=off", "-Xclang", "-ffloat16-excess-precision=none",
        "-fno-strict-aliasing", "-fno-builtin-printf",
        // The C library's inline putchar would go past the one that writes to the tile's buffer.
        "-D__NO_INLINE__=1", "-Wno-unknown-attributes", "-Wno-ignored-attributes",
        "-Wno-c++11-narrowing", "-D__POPC__=1",
        // Debuggers and valgrind of stable distributions do not know all of version 5.
        "-gdwarf-4"})
    arguments.push_back(flag);
  arguments.push_back("-DPOPLAR_EMU_NUM_WORKERS=" + std::to_string(job.numWorkers));
  if (job.slotCounting == codelet::SlotCounting::On)
    arguments.push_back("-DPOPLAR_EMU_COUNT_SLOTS=1");
  if (job.floatExceptions == codelet::FloatExceptions::On)
    arguments.push_back("-ffp-exception-behavior=maytrap");
  if (!job.sanitizer.empty()) {
    arguments.push_back("-fsanitize=" + job.sanitizer);
    // The host program may carry another compiler's runtime, which lacks these two checks.
    arguments.insert(arguments.end(), {"-fno-sanitize=function,vptr", "-fno-sanitize-recover=all",
                                       "-fno-omit-frame-pointer"});
  }
  arguments.insert(arguments.end(), {"-isystem", deviceIncludeFolder(), "-idirafter",
                                     deviceIncludeFolder() + "/poplar"});
  arguments.insert(arguments.end(), job.userFlags.begin(), job.userFlags.end());
  arguments.insert(arguments.end(), {"-c", job.mainPath, "-o", "codelet.o"});
  return arguments;
}

class DependencyList : public clang::DependencyCollector {
 public:
  DependencyList(std::vector<Dependency> &list, std::string directory)
      : list_(list), directory_(std::move(directory)) {}

  bool needSystemDependencies() override { return true; }

  bool sawDependency(llvm::StringRef name, bool, bool isSystem, bool, bool isMissing) override {
    if (isMissing || name.starts_with("<")) return false;
    llvm::SmallString<256> path(name);
    if (!llvm::sys::path::is_absolute(path)) {
      path = directory_;
      llvm::sys::path::append(path, name);
    }
    llvm::sys::path::remove_dots(path, true);
    list_.push_back({std::string(path), isSystem});
    return true;
  }

 private:
  std::vector<Dependency> &list_;
  std::string directory_;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFiles(const CompileJob &job) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(
      new llvm::vfs::OverlayFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(
          llvm::vfs::createPhysicalFileSystem().release())));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(
      new llvm::vfs::InMemoryFileSystem());
  for (const auto &[path, content] : job.files)
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(content, path));
  overlay->pushOverlay(memory);
  // On another machine the folder may be missing; then only relative -I flags would need it.
  if (overlay->setCurrentWorkingDirectory(job.directory)) {
    [[maybe_unused]] const std::error_code none = memory->setCurrentWorkingDirectory(job.directory);
  }
  return overlay;
}

} // namespace

const std::string &deviceIncludeFolder() {
  static const std::string folder = locateIncludeFolder();
  return folder;
}

const std::string &clangPath() {
  static const std::string path = locateClang();
  return path;
}

bool runFrontend(const CompileJob &job, clang::FrontendAction &action, Collected &collected,
                 std::vector<Dependency> *dependencies,
                 void (*adjust)(clang::CompilerInstance &, void *), void *adjustData) {
  const auto files = makeFiles(job);
  const std::vector<std::string> arguments = compilerArguments(job);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> driverDiagnostics(new clang::DiagnosticsEngine(
      new clang::DiagnosticIDs(), new clang::DiagnosticOptions(), &collected, false));
  clang::driver::Driver driver(clangPath(), llvm::sys::getDefaultTargetTriple(), *driverDiagnostics,
                               "popc", files);
  driver.setCheckInputsExist(false);
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(pointers));
  if (!compilation || compilation->getJobs().empty() || collected.hasErrors()) return false;
  const clang::driver::Command &command = *compilation->getJobs().begin();

  clang::CompilerInstance compiler;
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, command.getArguments(),
                                                 *driverDiagnostics, clangPath().c_str()))
    return false;
  invocation->getDiagnosticOpts().ErrorLimit = 0;
  // The AST is looked at after code generation too.
  invocation->getCodeGenOpts().ClearASTBeforeBackend = false;
  compiler.setInvocation(invocation);
  compiler.setVerboseOutputStream(llvm::nulls());
  compiler.createFileManager(files);
  compiler.createDiagnostics(&collected, false);
  if (dependencies)
    compiler.addDependencyCollector(std::make_shared<DependencyList>(*dependencies, job.directory));
  if (adjust) adjust(compiler, adjustData);
  return compiler.ExecuteAction(action) && !collected.hasErrors();
}

} // namespace poplar_emu::popc
