// SPDX-License-Identifier: MIT
// Calls the linker and reads its complaints.
#include "codelet/Link.hpp"

#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"
#include "codelet/system/Trim.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include <cxxabi.h>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

// Only our own symbols leave the object: nothing of the codelets can clash with the program.
constexpr std::string_view kExports =
    "{ global: poplar_emu_batch_*; poplar_emu_statics*; local: *; };\n";

bool allocatesMemory(const std::string &symbol) {
  for (const char *name : {"malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"})
    if (symbol == name) return true;
  return symbol.starts_with("_Znw") || symbol.starts_with("_Zna");
}

/// The device has no heap; a one-worker image is for the CPU target, which has.
void refuseDynamicMemory(const LinkInput &input) {
  if (input.image->key.numWorkers == 1) return;
  for (const std::string &symbol : input.image->undefined) {
    if (!allocatesMemory(symbol)) continue;
    Diagnostic(Code::PE0305, "codelets in '{}' use dynamic memory: undefined symbol '{}'",
               input.source, demangle(symbol))
        .note("tiles have no heap")
        .fix("give the vertex a field for its scratch memory, or use a local array of fixed size")
        .raise();
  }
}

bool endsTheProgram(const std::string &symbol) {
  for (const char *name : {"exit", "_exit", "_Exit", "quick_exit", "pthread_exit", "thrd_exit"})
    if (symbol == name) return true;
  return false;
}

/// They would take the host program along, without a word.
void refuseExit(const LinkInput &input) {
  for (const std::string &symbol : input.image->undefined) {
    if (!endsTheProgram(symbol)) continue;
    Diagnostic(Code::PE0305, "codelets in '{}' call {}(), which would end the host program",
               input.source, symbol)
        .note("a vertex has no process to leave")
        .fix("return from compute(); to stop on an error, call abort() or return false")
        .raise();
  }
}

/// Everything of Poplar's that a codelet may use is in headers.
bool isOfTheHost(const std::string &symbol) {
  return symbol.starts_with("_ZN6poplar") || symbol.starts_with("_ZNK6poplar");
}

/// A file with both sides, whose guards were forgotten: the linker would name a hundred symbols.
void refuseHostCode(const LinkInput &input) {
  for (const std::string &symbol : input.image->undefined) {
    if (!isOfTheHost(symbol)) continue;
    Diagnostic(Code::PE0305, "codelets in '{}' hold code for the host: it needs '{}'", input.source,
               demangle(symbol))
        .fix("keep the host's code from popc with #ifndef __POPC__, or give the codelets a file of "
             "their own")
        .raise();
  }
}

/// The quoted name after `phrase`, or "".
std::string quotedAfter(const std::string &line, std::string_view phrase) {
  const std::size_t at = line.find(phrase);
  if (at == std::string::npos) return {};
  const std::size_t begin = line.find_first_of("`'", at + phrase.size());
  const std::size_t end = line.find('\'', begin + 1);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return line.substr(begin + 1, end - begin - 1);
}

[[noreturn]] void raiseLinkError(const ProcessResult &result, const std::vector<LinkInput> &inputs,
                                 const std::vector<std::string> &command) {
  std::string headline = "the linker failed";
  std::istringstream in(result.output);
  for (std::string line; std::getline(in, line);) {
    const std::string undefined = quotedAfter(line, "undefined reference to ");
    const std::string twice = quotedAfter(line, "multiple definition of ");
    if (undefined.empty() && twice.empty()) continue;
    headline = undefined.empty() ? "symbol '" + twice + "' is defined twice"
                                 : "undefined symbol '" + undefined + "'";
    break;
  }
  Diagnostic diagnostic(Code::PE0305, "codelets do not link: {}", headline);
  for (const LinkInput &input : inputs)
    diagnostic.note("codelet file: {}", input.source);
  diagnostic.note("{}", result.output.substr(0, 2000));
  diagnostic.note("command: {}", commandLine(command));
  diagnostic.raise();
}

Hash128 linkKey(const std::vector<LinkInput> &inputs) {
  Hasher hasher;
  hasher.add("link 1");
  for (const LinkInput &input : inputs)
    hasher.add(input.image->objectHash);
  hasher.add(inputs.empty() ? "" : inputs.front().image->key.sanitizer);
  return hasher.finish();
}

void runLinker(const std::vector<LinkInput> &inputs, const fs::path &folder,
               const fs::path &target) {
  const auto linker = findLinker();
  if (!linker) {
    Diagnostic(Code::PE0306, "no compiler driver was found to link codelets with")
        .note("looked for clang++-19, clang++, g++ and c++ in PATH, and at POPLAR_EMU_LINKER")
        .raise();
  }
  const TemporaryFile scratch(temporaryName(folder, ".link"));
  std::error_code error;
  fs::create_directories(scratch.path(), error);
  const fs::path exports = scratch.path() / "exports.map";
  const fs::path output = scratch.path() / "codelets.so";
  bool written = writeAtomically(exports, kExports);
  std::vector<std::string> command = {linker->string(),
                                      "-shared",
                                      "-o",
                                      output.string(),
                                      "-Wl,--version-script=" + exports.string(),
                                      "-Wl,-Bsymbolic"};
  const std::string &sanitizer = inputs.front().image->key.sanitizer;
  // The sanitizer's run time is in the program that loads the object; dlopen finds what is missing.
  if (sanitizer.empty()) {
    command.push_back("-Wl,-z,defs");
  } else {
    command.push_back("-fsanitize=" + sanitizer);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const fs::path object =
        scratch.path() /
        (std::to_string(i) + "-" + fs::path(inputs[i].source).filename().string() + ".o");
    written = writeAtomically(object, inputs[i].image->object) && written;
    command.push_back(object.string());
  }
  command.push_back("-lm");
  if (!written) {
    Diagnostic(Code::PE0306, "codelets cannot be written to {}", folder.string())
        .fix("set POPLAR_EMU_CACHE_DIR to a folder that can be written")
        .raise();
  }
  const ProcessResult result = runProcess(command);
  if (!result.started || result.exitCode != 0) raiseLinkError(result, inputs, command);
  fs::rename(output, target);
}

} // namespace

std::string demangle(const std::string &symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

fs::path link(const std::vector<LinkInput> &inputs, Relink relink) {
  for (const LinkInput &input : inputs)
    refuseHostCode(input);
  for (const LinkInput &input : inputs)
    refuseDynamicMemory(input);
  for (const LinkInput &input : inputs)
    refuseExit(input);
  const fs::path folder = cacheFolder() / "linked";
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path target = folder / (linkKey(inputs).hex() + ".so");
  if (relink == Relink::Yes || !fs::exists(target, error)) {
    runLinker(inputs, folder, target);
    trimFolder(folder, kMaxCacheBytes);
  } else {
    markUsed(target);
  }
  return target;
}

} // namespace poplar_emu::codelet
