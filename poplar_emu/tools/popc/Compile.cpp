// SPDX-License-Identifier: MIT
// The road from a source to a unit.
#include "Compile.hpp"

#include "code/CodeGenerator.hpp"
#include "code/Glue.hpp"
#include "codelet/system/Paths.hpp"
#include "reflect/Reflection.hpp"

#include <clang/Basic/Version.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>

namespace poplar_emu::popc {
namespace {

using codelet::Language;
using codelet::Unit;

bool readFile(const std::string &path, std::string &content) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::ostringstream text;
  text << file.rdbuf();
  content = text.str();
  return true;
}

Language languageOf(const std::string &path, const Options &options) {
  if (options.language == "c++") return Language::Cpp;
  if (options.language == "c") return Language::C;
  if (options.language == "device-only") return Language::DeviceOnly;
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".c") return Language::C;
  if (extension == ".s" || extension == ".S") return Language::DeviceOnly;
  return Language::Cpp;
}

bool isIr(const std::string &path, const Options &options) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return options.language == "ir" ||
         (options.language.empty() && (extension == ".ll" || extension == ".bc"));
}

/// What decides the vertices: file contents and macro definitions, not where the files lie.
codelet::Hash128 hashOfSource(const Unit &unit) {
  codelet::Hasher hasher;
  for (const codelet::SourceFile &file : unit.files)
    hasher.add(file.content);
  for (std::size_t i = 0; i < unit.flags.size(); ++i) {
    const std::string &flag = unit.flags[i];
    if (flag.starts_with("-D") || flag.starts_with("-U")) hasher.add(flag);
    if ((flag == "-D" || flag == "-U") && i + 1 < unit.flags.size()) hasher.add(unit.flags[i + 1]);
  }
  return hasher.finish();
}

class UnitCompiler {
 public:
  UnitCompiler(Unit &unit, const Options &options, std::vector<std::string> &dependencies,
               std::ostream &output)
      : unit_(unit), options_(options), dependencyPaths_(dependencies), output_(output) {
    for (const codelet::SourceFile &file : unit.files)
      files_[file.path] = file.content;
  }

  bool run() {
    unit_.compiler = "clang " CLANG_VERSION_STRING;
    unit_.vertices.clear();
    unit_.dropped.clear();
    unit_.notes.clear();
    unit_.images.clear();
    unit_.statics = {};
    if (unit_.language == Language::DeviceOnly) {
      unit_.sourceHash = hashOfSource(unit_);
      note(unit_.files.front().path + ": device assembly is kept, but has no code for the host");
      return true;
    }
    if (unit_.language == Language::Cpp && !reflectVertices()) return false;
    for (const ImageKind &kind : imageKinds())
      if (!addImage(kind)) return false;
    finishDependencies();
    return true;
  }

  /// For -c, -S and --emit-llvm.
  bool produce(std::string &code) {
    if (unit_.language == Language::Cpp && !reflectVertices()) return false;
    Generated generated;
    if (!generate(imageKinds().front(), options_.product, generated)) return false;
    code = std::move(generated.code);
    return true;
  }

 private:
  struct ImageKind {
    unsigned workers;
    codelet::FloatExceptions floatExceptions;
  };

  std::vector<ImageKind> imageKinds() const {
    std::vector<ImageKind> kinds;
    for (const unsigned workers : options_.workers)
      kinds.push_back({workers, options_.floatExceptions.front()});
    for (std::size_t i = 1; i < options_.floatExceptions.size(); ++i)
      kinds.push_back({options_.workers.front(), options_.floatExceptions[i]});
    return kinds;
  }

  CompileJob job(const ImageKind &kind) const {
    CompileJob job;
    job.files = files_;
    job.directory = unit_.directory;
    job.language = unit_.language;
    job.userFlags = unit_.flags;
    if (options_.strictInputs) job.userFlags.push_back("-DPOPLAR_EMU_STRICT_INPUTS");
    job.numWorkers = kind.workers;
    job.floatExceptions = kind.floatExceptions;
    job.slotCounting = options_.slotCounting;
    job.sanitizer = options_.sanitizer;
    job.cpu = options_.cpu;
    job.mainPath = unit_.files.front().path;
    return job;
  }

  std::string gluePath() const { return unit_.directory + "/poplar-emu-glue.cpp"; }

  bool reflectVertices() {
    CompileJob parse = job(imageKinds().front());
    parse.userFlags.push_back("-w"); // without bodies, functions seem unused
    parse.mainPath = gluePath();
    parse.files[gluePath()] = glueForReflection(unit_.files.front().path);
    Collected collected(gluePath());
    Reflected reflected;
    const bool parsed = reflect(parse, collected, dependencies_, reflected);
    if (!parsed) {
      output_ << collected.text(clang::DiagnosticsEngine::Error);
      return false;
    }
    for (const std::string &error : reflected.errors)
      output_ << error << "\n";
    if (!reflected.errors.empty()) return false;
    keepUserFiles();
    vertices_ = std::move(reflected.vertices);
    unit_.dropped = std::move(reflected.dropped);
    for (const std::string &text : reflected.notes)
      note(text);
    macros_ = std::move(reflected.macros);
    for (std::size_t i = 0; i < vertices_.size(); ++i)
      if (vertices_[i].hasBody)
        vertices_[i].entry.symbol = "poplar_emu_batch_" + unitId() + "_" + std::to_string(i);
    return true;
  }

  /// User files travel with the unit, so that it can be compiled elsewhere.
  void keepUserFiles() {
    std::set<std::string> known = {gluePath()};
    for (const codelet::SourceFile &file : unit_.files)
      known.insert(file.path);
    for (const Dependency &dependency : dependencies_) {
      if (dependency.system || !known.insert(dependency.path).second) continue;
      std::string content;
      if (readFile(dependency.path, content))
        unit_.files.push_back({dependency.path, std::move(content)});
    }
    // From here on the compiler sees what the unit holds, even if a file changes meanwhile.
    for (const codelet::SourceFile &file : unit_.files)
      files_.emplace(file.path, file.content);
    unit_.sourceHash = hashOfSource(unit_);
  }

  /// Part of every symbol. Equal sources at two places, or with other flags, must not share
  /// symbols.
  std::string unitId() const {
    codelet::Hasher hasher;
    hasher.add(unit_.files.front().content).add(unit_.files.front().path);
    for (const std::string &flag : unit_.flags)
      hasher.add(flag);
    return hasher.finish().hex();
  }

  bool addImage(const ImageKind &kind) {
    Generated generated;
    if (!generate(kind, Product::Object, generated)) return false;
    codelet::Image image;
    image.key = {kind.workers, kind.floatExceptions, options_.slotCounting, options_.cpu,
                 options_.sanitizer};
    image.object = std::move(generated.code);
    image.objectHash = codelet::hashBytes(image.object);
    listSymbols(image);
    unit_.images.push_back(std::move(image));
    if (unit_.language == Language::C) keepUserFiles();
    unit_.statics = generated.statics;
    recordVertices(generated);
    return true;
  }

  /// Compiles; empties bodies that only the device can run until the rest goes through.
  bool generate(const ImageKind &kind, Product product, Generated &generated) {
    constexpr int kRounds = 20;
    for (int round = 0; round < kRounds; ++round) {
      CompileJob compile = job(kind);
      if (unit_.language == Language::Cpp) {
        compile.mainPath = gluePath();
        compile.files[gluePath()] = glueForCode(unit_.files.front().path, vertices_, macros_);
      }
      Collected collected(gluePath());
      std::vector<DroppedBody> dropped;
      generated = {};
      const bool done =
          generateCode(compile, unitId(), product, collected, &dependencies_, generated, dropped);
      if (done) {
        if (!warned_) output_ << collected.text(clang::DiagnosticsEngine::Warning);
        warned_ = true;
        return true;
      }
      if (!generated.problem.empty()) {
        output_ << unit_.files.front().path << ": error: " << generated.problem << "\n";
        return false;
      }
      if (dropped.empty()) {
        output_ << userErrors(collected);
        return false;
      }
      dropBodies(dropped, static_cast<int>(dropped_.size()), files_);
      for (DroppedBody &body : dropped) {
        note(body.path + ": '" + body.function + "' has no code for the host: " + body.reason);
        dropped_.push_back(std::move(body));
      }
    }
    output_ << unit_.files.front().path << ": error: too many functions are for the device only\n";
    return false;
  }

  /// Ordinary mistakes first: they are what the user has to mend.
  static std::string userErrors(const Collected &collected) {
    std::string mistakes, deviceOnly, warnings;
    for (const Message &message : collected.messages()) {
      if (message.level < clang::DiagnosticsEngine::Error) {
        warnings += message.text;
      } else {
        (message.deviceOnly ? deviceOnly : mistakes) += message.text;
      }
    }
    return mistakes + deviceOnly + warnings;
  }

  void recordVertices(const Generated &generated) {
    unit_.vertices.resize(vertices_.size());
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      codelet::VertexEntry entry = vertices_[i].entry;
      if (!vertices_[i].hasBody) {
        entry.type.hasHostCode = false;
        entry.type.whyNoHostCode = "compute() has no body in C++";
      }
      if (const auto at = generated.batches.find(entry.symbol); at != generated.batches.end()) {
        const BatchFacts &facts = at->second;
        entry.type.usesContext = facts.usesContext || facts.usesStatics;
        entry.type.hasMutableStatics = facts.usesStatics;
        if (facts.missingBody >= 0) {
          const DroppedBody &body = dropped_[static_cast<std::size_t>(facts.missingBody)];
          entry.type.hasHostCode = false;
          entry.type.whyNoHostCode = "'" + body.function + "': " + body.reason;
        }
      }
      if (unit_.images.size() > 1) {
        entry.type.usesContext |= unit_.vertices[i].type.usesContext;
        entry.type.hasMutableStatics |= unit_.vertices[i].type.hasMutableStatics;
      }
      unit_.vertices[i] = std::move(entry);
    }
  }

  void note(const std::string &text) {
    if (std::find(unit_.notes.begin(), unit_.notes.end(), text) != unit_.notes.end()) return;
    unit_.notes.push_back(text);
    output_ << "note: " << text << "\n";
  }

  void finishDependencies() {
    std::set<std::string> seen = {gluePath()};
    for (const Dependency &dependency : dependencies_)
      if (seen.insert(dependency.path).second) dependencyPaths_.push_back(dependency.path);
  }

  Unit &unit_;
  const Options &options_;
  std::vector<std::string> &dependencyPaths_;
  std::ostream &output_;
  std::map<std::string, std::string> files_;
  std::vector<Dependency> dependencies_;
  std::vector<ReflectedVertex> vertices_;
  std::vector<std::string> macros_;
  std::vector<DroppedBody> dropped_;
  bool warned_ = false;
};

bool openSource(const std::string &path, const Options &options, Unit &unit, std::ostream &output) {
  unit.directory = codelet::workingFolder().string();
  unit.flags = options.compilerFlags;
  unit.targets = options.targets;
  unit.language = languageOf(path, options);
  if (isIr(path, options)) {
    output << path
           << ":1:1: error: LLVM IR is made for the device and cannot run on the host; give its "
              "C or C++ source\n";
    return false;
  }
  codelet::SourceFile source;
  if (!readFile(path, source.content)) {
    output << path << ": error: cannot be read\n";
    return false;
  }
  const std::filesystem::path shown = options.sourceName.empty() ? path : options.sourceName;
  source.path = codelet::absolutePath(shown).string();
  unit.files.push_back(std::move(source));
  return true;
}

} // namespace

bool compileSource(const std::string &path, const Options &options, Unit &unit,
                   std::vector<std::string> &dependencies, std::ostream &output) {
  return openSource(path, options, unit, output) &&
         UnitCompiler(unit, options, dependencies, output).run();
}

bool rebuildUnit(Unit &unit, const Options &options, std::vector<std::string> &dependencies,
                 std::ostream &output) {
  return UnitCompiler(unit, options, dependencies, output).run();
}

bool compileToFile(const std::string &path, const Options &options, std::ostream &output) {
  Unit unit;
  std::vector<std::string> dependencies;
  std::string code;
  if (!openSource(path, options, unit, output) ||
      !UnitCompiler(unit, options, dependencies, output).produce(code))
    return false;
  std::ofstream file(options.output, std::ios::binary);
  file << code;
  if (!file.flush()) {
    output << options.output << ": error: cannot be written\n";
    return false;
  }
  return true;
}

} // namespace poplar_emu::popc
