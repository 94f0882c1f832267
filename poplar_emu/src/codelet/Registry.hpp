// SPDX-License-Identifier: MIT
// The vertex types that a graph knows: filled by addCodelets, asked by addVertex.
#pragma once

#include "codelet/Bundle.hpp"
#include "codelet/FileType.hpp"
#include "ir/Graph.hpp"
#include "support/Diagnostic.hpp"

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace poplar_emu::codelet {

/// How and for whom codelets are compiled; the same in all additions to one graph.
struct CompileRequest {
  FileType type = FileType::Auto;
  std::string_view flags;         ///< as on a command line: "-O3 -I inc"
  std::uint32_t numWorkers = 6;   ///< of the graph's target
  std::string_view target;        ///< of the graph: "cpu", "ipu2"...; empty: any will do
  std::string_view targetName;    ///< what to use instead: a target or named variant of popc's
  std::ostream *output = nullptr; ///< receives warnings and notes; null: they go to stderr
  SiteId site;
};

/// Not thread-safe; belongs to one graph.
class Registry : public ir::VertexTypes {
 public:
  /// Adds a source (.cpp, .c, .S) or a .gp; relative paths start at the working directory.
  /// Returns false, at the cost of a look-up, if this path was added before.
  /// Errors: PE0301 (does not compile), PE0302 (not found), PE0303 (bad .gp), PE0304 (field),
  /// PE0306 (no popc), PE0309 (not for this target), PE0307 (other codelet of that name). Nothing
  /// is added then. Cost: under 5 ms when cached; else one run of popc.
  bool addFile(std::string_view path, const CompileRequest &request);
  /// True if any of the files was new.
  bool addFiles(std::span<const std::string> paths, const CompileRequest &request);
  /// Adds source text. FileType::Auto means C++.
  bool addSource(std::string text, const CompileRequest &request);
  /// Adds what an executable carries.
  void addUnits(std::vector<std::shared_ptr<const Unit>> units, SiteId site);

  bool hasType(std::string_view name) const { return find(name).has_value(); }
  /// By canonical name or any equivalent spelling (Names.hpp).
  std::optional<VertexTypeId> find(std::string_view name) const;
  /// PE0204 with the reason why popc left the class out, or the nearest known name.
  VertexTypeId require(std::string_view name, SiteId site) const;

  const ir::VertexType &type(VertexTypeId id) const override;
  std::size_t numTypes() const { return types_.size(); }
  /// Canonical names in the order of addition.
  std::vector<std::string> names() const;

  /// The units that the used types need, directly or through symbols, ready for the Loader.
  /// PE0308 names a used type without code for the host.
  Bundle bundle(std::span<const VertexTypeId> used) const;

 private:
  struct TypeRecord {
    std::shared_ptr<const Unit> unit;
    std::uint32_t indexInUnit;
  };

  struct Addition {
    std::shared_ptr<const Unit> unit;
    std::string origin; ///< "'file.cpp'", "a source text"
    SiteId site;
  };

  void add(std::shared_ptr<const Unit> unit, const std::string &origin, SiteId site);
  const Addition &additionOf(const Unit &unit) const;
  bool explainDropped(std::string_view name, Diagnostic &diagnostic) const;
  bool explainTemplate(std::string_view name, Diagnostic &diagnostic) const;

  struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  template <class T>
  using StringMap = std::unordered_map<std::string, T, StringHash, std::equal_to<>>;

  std::vector<Addition> additions_;
  std::vector<TypeRecord> types_;
  StringMap<VertexTypeId> byName_; ///< canonical names and aliases
  std::unordered_set<std::string> addedPaths_;
  std::unordered_set<Hash128, Hash128Hasher> addedUnits_;
};

} // namespace poplar_emu::codelet
