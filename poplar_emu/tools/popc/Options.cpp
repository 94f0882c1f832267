// SPDX-License-Identifier: MIT
// Splits popc's own options from those of the compiler.
#include "Options.hpp"

#include "codelet/format/HostCpu.hpp"
#include "support/NearestName.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string_view>

namespace poplar_emu::popc {
namespace {

constexpr std::array<std::string_view, 4> kTargets = {"cpu", "ipu1", "ipu2", "ipu21"};

[[noreturn]] void refuse(const std::string &message) {
  std::cerr << "popc: error: " << message << "\n";
  std::exit(1);
}

/// Options of the compiler that are passed on as they are, with their value if it is apart.
bool isCompilerFlag(std::string_view argument) {
  if (argument.size() < 2 || argument[0] != '-') return false;
  if (argument.starts_with("-std=") || argument.starts_with("--std=")) return true;
  constexpr std::string_view kPrefixes[] = {"-O",       "-I",      "-D",       "-U", "-W",
                                            "-f",       "-g",      "-m",       "-w", "-isystem",
                                            "-include", "-iquote", "-pedantic"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view p) { return argument.starts_with(p); });
}

bool takesValueApart(std::string_view argument) {
  constexpr std::string_view kNames[] = {"-I", "-D", "-U", "-isystem", "-include", "-iquote"};
  return std::find(std::begin(kNames), std::end(kNames), argument) != std::end(kNames);
}

/// A name of the JSON form's "arch", or of the plain list; "ipu2:cpp" is a variant of ipu2.
void checkTarget(const std::string &name) {
  const std::string_view base = std::string_view(name).substr(0, name.find(':'));
  if (std::find(kTargets.begin(), kTargets.end(), base) == kTargets.end())
    refuse("unknown target '" + name + "' (known: cpu, ipu1, ipu2, ipu21)");
}

/// Names the targets. What flags a single target of the JSON form has are added to `flags`; of
/// several, the emulator runs the same image, which has none of their own flags.
std::vector<std::string> parseTargets(const std::string &text, std::vector<std::string> &flags) {
  std::vector<std::string> targets;
  if (text.find_first_of("[{") == 0) {
    const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
    if (list.is_discarded()) refuse("the target list is not valid JSON: " + text);
    for (const nlohmann::json &entry : list.is_array() ? list : nlohmann::json::array({list})) {
      if (!entry.is_object() || !entry.contains("arch") || !entry["arch"].is_string())
        refuse("a target of the JSON list has no \"arch\": " + entry.dump());
      checkTarget(entry["arch"].get<std::string>());
      targets.push_back(entry.value("name", entry["arch"].get<std::string>()));
      if (entry.contains("compile-flags") && (!list.is_array() || list.size() == 1))
        for (const nlohmann::json &flag : entry["compile-flags"])
          if (flag.is_string()) flags.push_back(flag.get<std::string>());
    }
    return targets;
  }
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    targets.push_back(text.substr(begin, end - begin));
    checkTarget(targets.back());
    begin = end + 1;
  }
  return targets;
}

std::vector<unsigned> parseWorkers(const std::string &text) {
  std::vector<unsigned> workers;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const int n = std::atoi(text.substr(begin, end - begin).c_str());
    if (n < 1 || n > 64) refuse("a worker count must be in 1 to 64: " + text);
    workers.push_back(static_cast<unsigned>(n));
    begin = end + 1;
  }
  return workers;
}

[[noreturn]] void refuseUnknown(const std::string &option) {
  const std::vector<std::string> known = {"-o",
                                          "--output",
                                          "-target",
                                          "--target",
                                          "--list-targets",
                                          "--version",
                                          "-c",
                                          "-S",
                                          "--emit-llvm",
                                          "--strict-inputs",
                                          "--workers",
                                          "--float-exceptions",
                                          "--with-float-exceptions",
                                          "--count-slots",
                                          "-X",
                                          "--help"};
  // Letters are all near to one another.
  const std::string nearest =
      option.size() > 2 ? nearestName(option.substr(0, option.find('=')), known) : "";
  refuse("unknown option '" + option + "'" +
         (nearest.empty() ? " (popc --help lists the options; -X passes one to the compiler)"
                          : "; did you mean '" + nearest + "'?"));
}

/// As compilers name theirs: a.gp for the archive, else after the source.
std::string defaultOutput(const Options &options) {
  const std::string stem = std::filesystem::path(options.inputs.front()).stem().string();
  switch (options.product) {
  case Product::Object:
    return stem + ".o";
  case Product::Assembly:
    return stem + ".s";
  case Product::Ir:
    return stem + ".ll";
  default:
    return "a.gp";
  }
}

/// Moves what is meant for the compiler to `flags`, and returns popc's own arguments.
std::vector<std::string> takeCompilerFlags(int argc, char **argv, std::vector<std::string> &flags) {
  std::vector<std::string> own;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "-target" || argument.starts_with("-target=")) {
      own.push_back("-" + argument);
    } else if (argument == "-X" && i + 1 < argc) {
      flags.push_back(argv[++i]);
    } else if (argument.starts_with("-X") && argument.size() > 2) {
      flags.push_back(argument.substr(2));
    } else if (isCompilerFlag(argument)) {
      flags.push_back(argument);
      if (takesValueApart(argument) && i + 1 < argc) flags.push_back(argv[++i]);
    } else {
      own.push_back(argument);
    }
  }
  return own;
}

} // namespace

Options parseCommandLine(int argc, char **argv) {
  Options options;
#ifdef POPLAR_EMU_SANITIZE
  options.sanitizer = POPLAR_EMU_SANITIZE;
#endif
  options.cpu = codelet::hostCpu();
  std::vector<std::string> own = takeCompilerFlags(argc, argv, options.compilerFlags);
  // CLI11 takes the arguments from the back of the vector.
  std::reverse(own.begin(), own.end());

  CLI::App app(
      "Compiles codelets to a .gp file. Options -O -I -D -U -W -f -g -std go to the compiler.",
      "popc");
  bool object = false, assembly = false, ir = false, countSlots = false;
  bool onlyExceptions = false, alsoExceptions = false;
  std::string targets, workers;
  app.add_option("inputs", options.inputs, "Codelets: .cpp, .c, .S, or .gp files to merge");
  app.add_option("-o,--output", options.output, "Output file");
  app.add_option("--target", targets,
                 "Comma-separated list of cpu, ipu1, ipu2, ipu21, or a JSON list");
  app.add_flag("--list-targets", options.listTargets, "Print the known targets");
  app.add_flag("--version", options.version, "Print the version");
  app.add_flag("-c", object, "Stop after compiling: write an object file");
  app.add_flag("-S", assembly, "Write assembly");
  app.add_flag("--emit-llvm", ir, "Write LLVM IR");
  app.add_flag("--strict-inputs", options.strictInputs, "Elements of Input vectors are const");
  app.add_option("--workers", workers, "Worker counts to compile for (default 6,1)");
  app.add_flag("--float-exceptions", onlyExceptions, "Keep floating-point exception flags exact");
  app.add_flag("--with-float-exceptions", alsoExceptions,
               "Add code with exact flags, for programs that enable exceptions");
  app.add_flag("--count-slots", countSlots, "Add counters of the issue slots of a real IPU");
  app.add_option("--sanitize", options.sanitizer)->group("");
  app.add_option("--language", options.language)->group("");
  app.add_option("--source-name", options.sourceName)->group("");
  app.add_option("--dependencies", options.dependencies)->group("");
  app.add_flag("--rebuild", options.rebuild)->group("");
  app.add_option("--cpu", options.cpu)->group("");
  app.allow_extras();
  try {
    app.parse(own);
  } catch (const CLI::CallForHelp &help) {
    std::exit(app.exit(help));
  } catch (const CLI::ParseError &error) {
    refuse(error.what());
  }
  for (const std::string &unknown : app.remaining())
    refuseUnknown(unknown);
  options.product =
      ir ? Product::Ir : (assembly ? Product::Assembly : (object ? Product::Object : Product::Gp));
  if (options.sanitizer == "none") options.sanitizer.clear();
  if (countSlots) options.slotCounting = codelet::SlotCounting::On;
  if (onlyExceptions) options.floatExceptions = {codelet::FloatExceptions::On};
  if (alsoExceptions)
    options.floatExceptions = {codelet::FloatExceptions::Off, codelet::FloatExceptions::On};
  if (!targets.empty()) options.targets = parseTargets(targets, options.compilerFlags);
  if (!workers.empty()) options.workers = parseWorkers(workers);
  if (options.listTargets || options.version) return options;
  if (options.inputs.empty()) refuse("no input files");
  if (options.output.empty()) options.output = defaultOutput(options);
  return options;
}

} // namespace poplar_emu::popc
