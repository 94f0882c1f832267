// SPDX-License-Identifier: MIT
// The file that the nodes of the debug tree are written to.
#pragma once

#include <poplar/DebugContext.hpp>

#include <cstdint>
#include <string>

namespace poplar_emu::model {

/// One node, at the end of its life.
struct DebugNode {
  poplar::DebugId id = 0;
  poplar::DebugId parent = 0; ///< 0: a root
  std::string layer;
  std::string name;
  poplar::SourceLocation location;
  poplar::ProfileValue::Map values;
};

/// Starts a file, {"contexts": [...]}; an open one is closed first. Throws PE0803.
void openDebugFile(const std::string &path, poplar::DebugSerializationFormat format);
/// Starts debug.cbor in a folder, which is made; an open file stays. Warns once if it cannot.
void startDebugFile(const std::string &folder);
/// The same, once, when POPLAR_ENGINE_OPTIONS asks for it: what graphs are made of comes before any
/// engine.
void startDebugFileOfEnvironment();
/// Ends the file, if one is open; happens at the end of the program too.
void closeDebugFile();
/// Appends a node, if a file is open. Thread-safe.
void writeDebugNode(const DebugNode &node);

} // namespace poplar_emu::model
