// SPDX-License-Identifier: MIT
// Runs popc and turns its messages into diagnostics.
#include "codelet/Driver.hpp"

#include "codelet/Cache.hpp"
#include "codelet/format/GpFile.hpp"
#include "codelet/format/GpTable.hpp"
#include "codelet/format/HostCpu.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"
#include "support/Diagnostic.hpp"

#include <iostream>
#include <optional>
#include <sstream>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

#ifdef POPLAR_EMU_SANITIZE
constexpr const char *kSanitizer = POPLAR_EMU_SANITIZE;
#else
constexpr const char *kSanitizer = "";
#endif

fs::path requirePopc(SiteId site) {
  if (const auto popc = findPopc()) return *popc;
  Diagnostic(Code::PE0306, "popc, the codelet compiler, was not found")
      .at(site)
      .note("looked beside the library, in PATH, and at POPLAR_EMU_POPC")
      .fix("set POPLAR_EMU_POPC to the popc program of this installation")
      .raise();
}

std::vector<std::string> lines(const std::string &text) {
  std::vector<std::string> list;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    list.push_back(line);
  return list;
}

struct FirstError {
  std::string message;
  std::vector<std::string> context; ///< the line itself and what points into the source
  std::string fix;                  ///< popc's own advice, if it gave one
};

FirstError firstError(const std::string &output) {
  FirstError error;
  const std::vector<std::string> all = lines(output);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t at = all[i].find("error: ");
    if (at == std::string::npos) continue;
    error.message = all[i].substr(at + 7);
    error.context.push_back(all[i]);
    constexpr std::string_view kAdvice = "note: ";
    if (i + 1 < all.size() && all[i + 1].starts_with(kAdvice))
      error.fix = all[i + 1].substr(kAdvice.size());
    for (std::size_t next = i + 1; next < all.size() && next <= i + 2; ++next) {
      if (all[next].find("error: ") != std::string::npos ||
          all[next].find("note: ") != std::string::npos)
        break;
      error.context.push_back(all[next]);
    }
    break;
  }
  return error;
}

/// `what` names the source for the user.
[[noreturn]] void raiseCompileError(const std::string &what,
                                    const std::vector<std::string> &command,
                                    const ProcessResult &result, SiteId site) {
  const FirstError error = firstError(result.output);
  if (!result.started || error.message.empty()) {
    Diagnostic(Code::PE0306, "popc could not compile {}", what)
        .at(site)
        .note("command: {}", commandLine(command))
        .note("{}", !result.started ? "it could not be started"
                                    : fmt::format("it ended with status {}: {}", result.exitCode,
                                                  result.output.substr(0, 500)))
        .raise();
  }
  constexpr std::string_view kFieldTag = "[PE0304] ";
  if (error.message.starts_with(kFieldTag)) {
    Diagnostic(Code::PE0304, "{}", error.message.substr(kFieldTag.size()))
        .at(site)
        .note("{}", error.context.front())
        .fix("{}", error.fix)
        .raise();
  }
  Diagnostic diagnostic(Code::PE0301, "{} does not compile: {}", what, error.message);
  diagnostic.at(site);
  for (const std::string &line : error.context)
    diagnostic.note("{}", line);
  diagnostic.note("command: {}", commandLine(command));
  diagnostic.raise();
}

std::string languageArgument(FileType type) {
  switch (type) {
  case FileType::CSource:
    return "c";
  case FileType::PreprocessedAsmSource:
  case FileType::AsmSource:
    return "device-only";
  case FileType::IrSource:
    return "ir";
  default:
    return "c++";
  }
}

/// Relative folders in flags start at the working directory, so it is part of what is compiled.
bool dependsOnDirectory(const std::vector<std::string> &flags) {
  for (const std::string &flag : flags)
    for (const char *prefix : {"-I", "-isystem", "-include", "-iquote"})
      if (flag.starts_with(prefix)) return true;
  return false;
}

Hasher baseKey(const ImageKey &key) {
  Hasher hasher;
  hasher.add("unit 4").add(key.numWorkers).add(static_cast<std::uint64_t>(key.floatExceptions));
  hasher.add(static_cast<std::uint64_t>(key.slotCounting)).add(key.cpu).add(key.sanitizer);
  if (const auto popc = findPopc()) hasher.add(popc->string());
  return hasher;
}

/// Runs popc on `input` and stores the result in the cache.
CompiledUnit runPopc(const fs::path &input, const std::string &what,
                     std::vector<std::string> arguments, const ImageKey &key, Hash128 cacheKey,
                     const Cache &cache, SiteId site) {
  const fs::path popc = requirePopc(site);
  const TemporaryFile output(temporaryName(cache.folder(), ".gp"));
  const TemporaryFile dependencyList(temporaryName(cache.folder(), ".d"));
  arguments.insert(arguments.begin(), popc.string());
  const std::vector<std::string> userCommand = arguments;
  for (const std::string &argument :
       {std::string("--workers"), std::to_string(key.numWorkers),
        "--sanitize=" + (key.sanitizer.empty() ? "none" : key.sanitizer), "--cpu=" + key.cpu,
        "--dependencies=" + dependencyList.path().string(), std::string("-o"),
        output.path().string(), input.string()})
    arguments.push_back(argument);
  if (key.slotCounting == SlotCounting::On) arguments.push_back("--count-slots");
  if (key.floatExceptions == FloatExceptions::On) arguments.push_back("--float-exceptions");

  const ProcessResult result = runProcess(arguments);
  if (!result.started || result.exitCode != 0) {
    std::vector<std::string> shown = userCommand;
    shown.push_back(input.string());
    raiseCompileError(what, shown, result, site);
  }
  const auto bytes = readWholeFile(output.path());
  GpContent content;
  if (bytes) content = readGp(*bytes);
  std::string problem = content.problem;
  if (problem.empty() && content.units.size() != 1) problem = "no result";
  if (problem.empty() && content.units.front().language != Language::DeviceOnly &&
      !content.units.front().image(key))
    problem = "it has no code for this processor: is it the popc of this installation?";
  if (!problem.empty()) {
    Diagnostic(Code::PE0306, "popc gave no usable result for {}", what)
        .at(site)
        .note("command: {}", commandLine(arguments))
        .note("its output: {}", problem)
        .raise();
  }
  CompiledUnit compiled{std::make_shared<Unit>(std::move(content.units.front())), result.output};
  std::vector<std::string> dependencies = lines(readWholeFile(dependencyList.path()).value_or(""));
  dependencies.push_back(popc.string());
  cache.store(cacheKey, compiled, dependencies);
  return compiled;
}

Cache unitCache() {
  return Cache(cacheFolder() / "units");
}

} // namespace

ImageKey hostImageKey(std::uint32_t numWorkers, FloatExceptions floatExceptions,
                      SlotCounting slotCounting) {
  return {numWorkers, floatExceptions, slotCounting, hostCpu(), kSanitizer};
}

std::shared_ptr<const Unit> compileSource(const SourceRequest &request) {
  const ImageKey key = hostImageKey(request.numWorkers, FloatExceptions::Off);
  const Cache cache = unitCache();
  const fs::path path = absolutePath(request.path);

  Hasher hasher = baseKey(key);
  hasher.add(path.string()).add(request.text).add(languageArgument(request.type));
  for (const std::string &flag : request.flags)
    hasher.add(flag);
  if (request.isText || dependsOnDirectory(request.flags)) hasher.add(workingFolder().string());
  if (!request.targetName.empty()) hasher.add("target").add(request.targetName);
  const Hash128 cacheKey = hasher.finish();

  if (const auto cached = cache.find(cacheKey)) {
    if (request.output) *request.output << cached->output;
    return cached->unit;
  }

  std::vector<std::string> arguments = request.flags;
  arguments.push_back("--language=" + languageArgument(request.type));
  if (!request.targetName.empty()) arguments.push_back("--target=" + request.targetName);
  std::optional<TemporaryFile> textFile;
  fs::path input = path;
  if (request.isText) {
    textFile.emplace(temporaryName(cache.folder(), ".cpp"));
    input = textFile->path();
    arguments.push_back("--source-name=" + path.string());
    if (!writeAtomically(input, request.text)) {
      Diagnostic(Code::PE0306, "the source cannot be written to {}", input.string())
          .at(request.site)
          .fix("set POPLAR_EMU_CACHE_DIR to a folder that can be written")
          .raise();
    }
  }
  const std::string what =
      request.isText ? "the codelet source text" : "codelet '" + request.path.string() + "'";
  CompiledUnit compiled = runPopc(input, what, arguments, key, cacheKey, cache, request.site);
  (request.output ? *request.output : std::cerr) << compiled.output;
  return compiled.unit;
}

std::vector<std::shared_ptr<const Unit>> readUnits(const fs::path &path, SiteId site) {
  auto file = unitsOfFile(path);
  if (!file)
    Diagnostic(Code::PE0302, "codelet file '{}' cannot be read", path.string()).at(site).raise();
  if (!file->problem.empty()) {
    Diagnostic(Code::PE0303, "codelet file '{}' cannot be loaded: {}", path.string(), file->problem)
        .at(site)
        .fix("build it again with popc")
        .raise();
  }
  return std::move(file->units);
}

std::shared_ptr<const Unit> rebuild(const Unit &unit, const ImageKey &key) {
  const Cache cache = unitCache();
  Hasher hasher = baseKey(key);
  hasher.add("rebuild").add(unit.directory).add(static_cast<std::uint64_t>(unit.language));
  for (const SourceFile &file : unit.files)
    hasher.add(file.path).add(file.content);
  for (const std::string &flag : unit.flags)
    hasher.add(flag);
  const Hash128 cacheKey = hasher.finish();
  if (const auto cached = cache.find(cacheKey)) return cached->unit;

  const TemporaryFile input(temporaryName(cache.folder(), ".gp"));
  const Unit *pointer = &unit;
  writeAtomically(input.path(), writeGp(std::span(&pointer, 1)));
  const std::string what = "codelet '" + unit.files.front().path + "'";
  return runPopc(input.path(), what, {"--rebuild"}, key, cacheKey, cache, {}).unit;
}

} // namespace poplar_emu::codelet
