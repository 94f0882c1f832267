// SPDX-License-Identifier: MIT
// The files that autoReport options ask for. All functions do nothing if their file is not wanted,
// and warn once if it cannot be written.
#pragma once

#include "engine/EngineState.hpp"
#include "ir/Graph.hpp"

#include <poplar/Graph.hpp>

#include <string>

namespace poplar_emu::engine {

/// profile.pop: compilation, and the runs so far.
void writeReportFiles(const EngineState &engine);

/// profile.pop of a program that does not fit the tiles, of whose plan only the memory may be
/// known. Returns its path; empty if none is wanted.
std::string writeOutOfMemoryReport(const plan::Plan &plan, const ir::Graph &graph,
                                   const poplar::Target &target,
                                   const model::EngineOptionValues &values);

/// archive.a, and the file of target.saveArchive: what was compiled.
void writeArchive(const ExecutableState &executable, const model::EngineOptionValues &values);

/// serialized_graph.json: the graph as it was given to the compiler.
void writeSerializedGraph(const poplar::Graph &graph, const model::EngineOptionValues &values);

} // namespace poplar_emu::engine
