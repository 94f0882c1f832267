// SPDX-License-Identifier: MIT
// popc: compiles codelets to .gp files.
#include "Compile.hpp"
#include "Options.hpp"
#include "codelet/format/GpFile.hpp"

#include <clang/Basic/Version.h>
#include <llvm/Support/TargetSelect.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <dlfcn.h>
#include <unistd.h>

namespace poplar_emu::popc {
namespace {

using codelet::Unit;

bool readGpFile(const std::string &path, std::vector<Unit> &units) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) {
    std::cerr << path << ": error: cannot be read\n";
    return false;
  }
  codelet::GpContent read = codelet::readGp(content.str());
  if (!read.problem.empty()) {
    std::cerr << path << ": error: " << read.problem << "\n";
    return false;
  }
  for (Unit &unit : read.units)
    units.push_back(std::move(unit));
  return true;
}

/// Never leaves half a file under the final name.
bool writeFile(const std::string &path, const std::string &content) {
  const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
  std::ofstream file(temporary, std::ios::binary);
  file << content;
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(temporary, path, error);
  if (!file || error) {
    std::cerr << path << ": error: cannot be written\n";
    std::filesystem::remove(temporary, error);
    return false;
  }
  return true;
}

/// The shared library that holds the compiler: whoever caches our output depends on it.
std::string compilerLibrary() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void *>(&clang::getClangFullVersion), &info);
  return info.dli_fname ? info.dli_fname : "";
}

int compileAll(const Options &options) {
  std::vector<Unit> units;
  std::vector<std::string> dependencies;
  for (const std::string &input : options.inputs) {
    if (std::filesystem::path(input).extension() == ".gp") {
      if (!readGpFile(input, units)) return 1;
      continue;
    }
    Unit unit;
    if (!compileSource(input, options, unit, dependencies, std::cerr)) return 1;
    units.push_back(std::move(unit));
  }
  if (options.rebuild)
    for (Unit &unit : units)
      if (!rebuildUnit(unit, options, dependencies, std::cerr)) return 1;

  std::vector<const Unit *> pointers;
  for (const Unit &unit : units)
    pointers.push_back(&unit);
  if (!writeFile(options.output, codelet::writeGp(pointers))) return 1;
  if (options.dependencies.empty()) return 0;
  std::string list = compilerLibrary() + "\n";
  for (const std::string &path : dependencies)
    list += path + "\n";
  return writeFile(options.dependencies, list) ? 0 : 1;
}

/// The compiler's libraries end the process in a folder that was deleted. No relative path could
/// mean anything there.
void leaveDeletedFolder() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::current_path(error);
  if (folder.empty()) std::filesystem::current_path("/", error);
}

int run(int argc, char **argv) {
  leaveDeletedFolder();
  Options options = parseCommandLine(argc, argv);
  if (options.version) {
    std::printf("POPLAR version " POPLAR_EMU_VERSION " (poplar_emu)\nclang version %s\n",
                CLANG_VERSION_STRING);
    return 0;
  }
  if (options.listTargets) {
    std::puts("cpu,ipu1,ipu2,ipu21");
    return 0;
  }
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  if (options.product == Product::Gp) return compileAll(options);
  if (options.inputs.size() != 1) {
    std::cerr << "popc: error: -c, -S and --emit-llvm take one input\n";
    return 1;
  }
  return compileToFile(options.inputs.front(), options, std::cerr) ? 0 : 1;
}

} // namespace
} // namespace poplar_emu::popc

int main(int argc, char **argv) {
  return poplar_emu::popc::run(argc, argv);
}
