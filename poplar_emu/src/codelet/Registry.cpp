// SPDX-License-Identifier: MIT
// Adds codelets to a graph and finds them by name.
#include "codelet/Registry.hpp"

#include "codelet/Driver.hpp"
#include "codelet/Names.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"
#include "support/NearestName.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

SourceRequest sourceRequest(const CompileRequest &request, fs::path path, std::string text) {
  SourceRequest source;
  source.path = std::move(path);
  source.text = std::move(text);
  source.flags = splitFlags(request.flags);
  source.numWorkers = request.numWorkers;
  source.targetName = request.targetName;
  source.output = request.output;
  source.site = request.site;
  return source;
}

/// "ipu2:cpp" is a variant of ipu2; the emulator runs both alike.
std::string_view baseTarget(std::string_view name) {
  return name.substr(0, name.find(':'));
}

bool isFor(const Unit &unit, std::string_view target) {
  if (unit.targets.empty() || target.empty()) return true;
  return std::any_of(unit.targets.begin(), unit.targets.end(), [target](const std::string &name) {
    return name == target || baseTarget(name) == baseTarget(target);
  });
}

void requireTarget(const Unit &unit, std::string_view origin, const CompileRequest &request) {
  const std::string_view target = request.targetName.empty() ? request.target : request.targetName;
  if (isFor(unit, target)) return;
  Diagnostic diagnostic(Code::PE0309, "'{}' has no code for target '{}', only for '{}'", origin,
                        target, fmt::join(unit.targets, "', '"));
  diagnostic.at(request.site)
      .note("compiled from {}", unit.files.front().path)
      .fix("compile it with popc --target={},{}, or without --target for all targets",
           fmt::join(unit.targets, ","), target)
      .raise();
}

/// "ns::Sum" of "ns::Sum<float>"; a name without arguments is its own.
std::string templateOf(const std::string &name) {
  return name.substr(0, name.find('<'));
}

std::string quoted(std::string_view path) {
  return fmt::format("'{}'", path);
}

/// "a" for "a::b::C<d::E>"; empty for what is in none.
std::string_view outermostNamespace(std::string_view name) {
  const std::string_view whole = name.substr(0, name.find('<'));
  const std::size_t end = whole.find("::");
  return end == std::string_view::npos ? std::string_view() : whole.substr(0, end);
}

} // namespace

bool Registry::addFile(std::string_view path, const CompileRequest &request) {
  const fs::path given(path);
  std::string key = absolutePath(given).string();
  if (addedPaths_.contains(key)) return false;
  std::error_code error;
  if (!fs::exists(given, error)) {
    Diagnostic(Code::PE0302, "codelet file '{}' does not exist", path)
        .at(request.site)
        .note("relative paths start at the working directory, {}", workingFolder().string())
        .raise();
  }
  FileType type = request.type == FileType::Auto ? fileTypeFromPath(path) : request.type;
  if (type == FileType::Auto) type = FileType::CppSource;

  if (type == FileType::Object) {
    std::vector<std::shared_ptr<const Unit>> units = readUnits(given, request.site);
    for (const auto &unit : units)
      requireTarget(*unit, path, request);
    for (auto &unit : units)
      add(std::move(unit), quoted(path), request.site);
  } else {
    std::optional<std::string> text = readWholeFile(given);
    if (!text)
      Diagnostic(Code::PE0302, "codelet file '{}' cannot be read", path).at(request.site).raise();
    SourceRequest source = sourceRequest(request, given, std::move(*text));
    source.type = type;
    add(compileSource(source), quoted(path), request.site);
  }
  addedPaths_.insert(std::move(key));
  return true;
}

bool Registry::addFiles(std::span<const std::string> paths, const CompileRequest &request) {
  bool any = false;
  for (const std::string &path : paths)
    any = addFile(path, request) || any;
  return any;
}

bool Registry::addSource(std::string text, const CompileRequest &request) {
  SourceRequest source = sourceRequest(request, "codelet-source.cpp", std::move(text));
  source.isText = true;
  source.type = request.type == FileType::Auto ? FileType::CppSource : request.type;
  std::shared_ptr<const Unit> unit = compileSource(source);
  const bool isNew = !addedUnits_.contains(unit->sourceHash);
  add(std::move(unit), "a source text", request.site);
  return isNew;
}

void Registry::addUnits(std::vector<std::shared_ptr<const Unit>> units, SiteId site) {
  for (auto &unit : units)
    add(std::move(unit), "an executable", site);
}

void Registry::add(std::shared_ptr<const Unit> unit, const std::string &origin, SiteId site) {
  if (!addedUnits_.insert(unit->sourceHash).second) return;
  // All names are checked before the first is added.
  for (const VertexEntry &entry : unit->vertices) {
    const auto known = byName_.find(entry.type.name);
    if (known == byName_.end()) continue;
    const TypeRecord &record = types_[known->second.index()];
    if (record.unit->vertices[record.indexInUnit].type.name != entry.type.name) continue;
    addedUnits_.erase(unit->sourceHash);
    const Addition &first = additionOf(*record.unit);
    Diagnostic(Code::PE0307, "vertex type '{}' is added twice with different contents",
               entry.type.name)
        .at(first.site, "first in {}", first.origin)
        .at(site, "then in {}", origin)
        .fix("rename one of the two, or add only one of them")
        .raise();
  }
  additions_.push_back({unit, origin, site});
  for (std::uint32_t i = 0; i < unit->vertices.size(); ++i) {
    const VertexEntry &entry = unit->vertices[i];
    const VertexTypeId id(types_.size());
    const auto [at, inserted] = byName_.try_emplace(entry.type.name, id);
    if (!inserted) at->second = id; // an alias of another type gives way to a real name
    types_.push_back({unit, i});
  }
  for (std::uint32_t i = 0; i < unit->vertices.size(); ++i) {
    const VertexTypeId id(types_.size() - unit->vertices.size() + i);
    for (const std::string &alias : unit->vertices[i].aliases)
      byName_.try_emplace(alias, id);
  }
}

const Registry::Addition &Registry::additionOf(const Unit &unit) const {
  const auto at = std::find_if(additions_.begin(), additions_.end(),
                               [&](const Addition &a) { return a.unit.get() == &unit; });
  POPLAR_EMU_CHECK(at != additions_.end());
  return *at;
}

std::optional<VertexTypeId> Registry::find(std::string_view name) const {
  if (const auto exact = byName_.find(name); exact != byName_.end()) return exact->second;
  if (const auto at = byName_.find(canonicalName(name)); at != byName_.end()) return at->second;
  return std::nullopt;
}

VertexTypeId Registry::require(std::string_view name, SiteId site) const {
  if (const auto id = find(name)) return *id;
  Diagnostic diagnostic(Code::PE0204, "unknown vertex type '{}'", name);
  diagnostic.at(site);
  if (explainDropped(name, diagnostic) || explainTemplate(name, diagnostic)) diagnostic.raise();
  const std::vector<std::string> known = names();
  const std::string nearest = nearestName(name, known);
  if (!nearest.empty()) diagnostic.fix("did you mean '{}'?", nearest).raise();
  const std::string_view space = outermostNamespace(name);
  const bool isKnown = std::any_of(known.begin(), known.end(), [&](const std::string &other) {
    return outermostNamespace(other) == space;
  });
  if (space.empty() || isKnown) {
    diagnostic.fix("add its codelet file with Graph::addCodelets first");
  } else {
    diagnostic.fix("add its codelet file first: with Graph::addCodelets, or with "
                   "{0}::addCodelets(graph) if {0} is a library",
                   space);
  }
  diagnostic.raise();
}

/// Of a class that popc saw and left out.
bool Registry::explainDropped(std::string_view name, Diagnostic &diagnostic) const {
  const std::string wanted = canonicalName(name);
  const std::string base = templateOf(wanted);
  for (const Addition &addition : additions_) {
    for (const DroppedClass &dropped : addition.unit->dropped) {
      if (dropped.name != wanted && !(dropped.isTemplate && dropped.name == base)) continue;
      diagnostic.note("class '{}' in {}: {}", dropped.name, dropped.place, dropped.reason);
      if (dropped.isTemplate && wanted != base) {
        diagnostic.fix("add 'template class {};' to that file, behind the class", wanted);
      } else {
        diagnostic.fix("{}", dropped.fix);
      }
      return true;
    }
  }
  return false;
}

/// Of a template that is instantiated, but not for these arguments.
bool Registry::explainTemplate(std::string_view name, Diagnostic &diagnostic) const {
  const std::string wanted = canonicalName(name);
  std::vector<std::string> instances;
  const TypeRecord *first = nullptr;
  for (const TypeRecord &record : types_) {
    const std::string &known = record.unit->vertices[record.indexInUnit].type.name;
    if (known == wanted || templateOf(known) != templateOf(wanted)) continue;
    if (!first) first = &record;
    instances.push_back(known);
  }
  if (!first) return false;
  constexpr std::size_t kShown = 8;
  const std::size_t numInstances = instances.size();
  const std::string nearest = nearestName(wanted, instances);
  instances.resize(std::min(instances.size(), kShown));
  diagnostic.note("template '{}' in {} is instantiated as {}{}", templateOf(wanted),
                  first->unit->files.front().path, fmt::join(instances, ", "),
                  numInstances > kShown ? fmt::format(" and {} more", numInstances - kShown) : "");
  const bool complete = wanted.ends_with('>');
  diagnostic.fix("{}{}", nearest.empty() ? "" : fmt::format("did you mean '{}'? Else ", nearest),
                 complete ? fmt::format("add 'template class {};' to that file", wanted)
                          : "name it with all its arguments");
  return true;
}

const ir::VertexType &Registry::type(VertexTypeId id) const {
  const TypeRecord &record = types_[id.index()];
  return record.unit->vertices[record.indexInUnit].type;
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> list;
  list.reserve(types_.size());
  for (const TypeRecord &record : types_)
    list.push_back(record.unit->vertices[record.indexInUnit].type.name);
  return list;
}

Bundle Registry::bundle(std::span<const VertexTypeId> used) const {
  Bundle bundle;
  std::map<const Unit *, std::uint32_t> position;
  const auto require = [&](const std::shared_ptr<const Unit> &unit) {
    const auto [at, inserted] = position.try_emplace(unit.get(), bundle.units.size());
    if (inserted) bundle.units.push_back(unit);
    return at->second;
  };
  for (const VertexTypeId id : used) {
    const TypeRecord &record = types_[id.index()];
    const ir::VertexType &vertexType = type(id);
    if (!vertexType.hasHostCode) {
      Diagnostic(Code::PE0308, "vertex type '{}' has no code for the host", vertexType.name)
          .note("{}", vertexType.whyNoHostCode)
          .note("in {}", record.unit->files.front().path)
          .fix("give it a C++ body for the case that __IPU__ is not defined")
          .raise();
    }
    bundle.entries.push_back({id, require(record.unit), record.indexInUnit});
  }
  // Units that define what the others lack, until nothing more can be resolved.
  std::unordered_map<std::string_view, const std::shared_ptr<const Unit> *> definers;
  for (const Addition &addition : additions_)
    if (!addition.unit->images.empty())
      for (const std::string &symbol : addition.unit->images.front().defined)
        definers.try_emplace(symbol, &addition.unit);
  for (std::size_t i = 0; i < bundle.units.size(); ++i) {
    if (bundle.units[i]->images.empty()) continue;
    const std::vector<std::string> &undefined = bundle.units[i]->images.front().undefined;
    for (const std::string &symbol : undefined)
      if (const auto at = definers.find(symbol); at != definers.end()) require(*at->second);
  }
  return bundle;
}

} // namespace poplar_emu::codelet
