// SPDX-License-Identifier: MIT
// Variables and constants of a graph, and what they hold when an engine is loaded.
#pragma once

#include "ir/TileMapping.hpp"
#include "support/ElementType.hpp"
#include "support/SourceSite.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace poplar_emu::ir {

/// Device bytes of consecutive elements: one element repeated, or all of them.
struct ElementData {
  std::vector<std::byte> bytes; ///< of one element when uniform, else of all
  bool uniform = false;         ///< a large constant of one value costs one element
};

/// Content of `elements` consecutive elements at load(); later entries win.
struct InitialValue {
  std::uint64_t begin = 0;
  std::uint64_t elements = 0;
  ElementData data;
  /// Values of one element by replica index; then `data` is that of the replicas not named.
  std::map<unsigned, std::vector<std::byte>> perReplica;
};

enum class VariableKind : std::uint8_t {
  Variable,
  Constant,
  ReplicationIndex, ///< a constant whose value is the replica's index
};

struct Variable {
  VariableKind kind = VariableKind::Variable;
  ElementType type = ElementType::Invalid;
  std::uint64_t numElements = 0;
  std::vector<std::size_t> shape;
  std::string name; ///< debug path
  SiteId site;
  TileMapping mapping;
  ElementData constant;                    ///< of Constant
  std::vector<InitialValue> initialValues; ///< of Variable
  VariableId metadata;                     ///< of QUARTER variables, else invalid
  std::uint64_t metadataElement = 0;       ///< of `metadata`, which may be one of many

  bool isConstant() const { return kind != VariableKind::Variable; }
};

} // namespace poplar_emu::ir
