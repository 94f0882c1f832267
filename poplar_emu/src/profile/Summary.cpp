// SPDX-License-Identifier: MIT
// Summaries of profiles: of report files, and of the values that the old getters return.
#include "support/Diagnostic.hpp"
#include "support/Text.hpp"

#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>
#include <pva/pva.hpp>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace poplar_emu::profile {
namespace {

/// What is printed of a graph, whatever it was read from.
struct GraphNumbers {
  std::uint64_t numIpus = 0, tilesPerIpu = 0;
  std::uint64_t numVertices = 0, numVariables = 0, numComputeSets = 0;
  std::vector<std::uint64_t> bytesByTile;
};

struct ExecutionNumbers {
  std::vector<std::string> runs;
  std::uint64_t totalCycles = 0;
};

void print(std::ostream &out, const GraphNumbers &graph) {
  out << fmt::format("Target:\n  Number of IPUs: {}\n  Tiles per IPU: {}\n", graph.numIpus,
                     groupedDigits(graph.tilesPerIpu));
  out << fmt::format("\nGraph:\n  Number of vertices: {}\n  Number of variables: {}\n"
                     "  Number of compute sets: {}\n",
                     groupedDigits(graph.numVertices), groupedDigits(graph.numVariables),
                     groupedDigits(graph.numComputeSets));
  std::uint64_t total = 0;
  for (const std::uint64_t bytes : graph.bytesByTile)
    total += bytes;
  out << fmt::format("\nMemory Usage:\n  Total for all tiles: {} B\n", groupedDigits(total));
  const auto fullest = std::max_element(graph.bytesByTile.begin(), graph.bytesByTile.end());
  if (fullest != graph.bytesByTile.end())
    out << fmt::format("  Fullest tile: {} with {} B\n", fullest - graph.bytesByTile.begin(),
                       groupedDigits(*fullest));
}

void print(std::ostream &out, const ExecutionNumbers &execution) {
  out << "\nExecution:\n";
  for (const std::string &run : execution.runs)
    out << "  Run " << run << "\n";
  out << fmt::format("  Total cycles: {}\n", groupedDigits(execution.totalCycles));
}

pva::Report open(const std::string &path) {
  try {
    return pva::openReport(path);
  } catch (const std::exception &error) {
    Diagnostic(Code::PE0513, "there is no profile in '{}'", path)
        .note("{}", error.what())
        .fix("set the engine option autoReport.all to true, and run the program first")
        .raise();
  }
}

GraphNumbers graphOf(const pva::Report &report) {
  const auto &compilation = report.compilation();
  GraphNumbers graph;
  graph.numIpus = compilation.target().numIPUs();
  graph.tilesPerIpu = compilation.target().tilesPerIpu();
  graph.numVertices = compilation.graph().numVertices();
  graph.numVariables = compilation.graph().numVars();
  graph.numComputeSets = compilation.graph().numComputeSets();
  for (const auto &tile : compilation.tiles())
    graph.bytesByTile.push_back(tile.memory().total().excludingGaps());
  return graph;
}

ExecutionNumbers executionOf(const pva::Report &report) {
  ExecutionNumbers execution;
  for (const auto &run : report.execution().runs())
    execution.runs.push_back(run.name());
  execution.totalCycles = report.execution().totalCycles().total();
  return execution;
}

std::uint64_t numberAt(const poplar::ProfileValue &profile, const char *group, const char *name) {
  const poplar::ProfileValue *values = profile.getOrNull(group);
  const poplar::ProfileValue *value = values ? values->getOrNull(name) : nullptr;
  return value ? value->asUint() : 0;
}

GraphNumbers graphOf(const poplar::ProfileValue &profile) {
  GraphNumbers graph;
  graph.numIpus = numberAt(profile, "target", "numIPUs");
  graph.tilesPerIpu = numberAt(profile, "target", "tilesPerIPU");
  graph.numVertices = numberAt(profile, "graph", "numVertices");
  graph.numVariables = numberAt(profile, "graph", "numVars");
  graph.numComputeSets = numberAt(profile, "graph", "numComputeSets");
  if (const poplar::ProfileValue *memory = profile.getOrNull("memory"))
    for (const poplar::ProfileValue &bytes : (*memory)["byTile"].asVector())
      graph.bytesByTile.push_back(bytes.asUint());
  return graph;
}

ExecutionNumbers executionOf(const poplar::ProfileValue &profile) {
  ExecutionNumbers execution;
  if (const poplar::ProfileValue *runs = profile.getOrNull("runs"))
    for (const poplar::ProfileValue &run : runs->asVector())
      execution.runs.push_back(run["name"].asString());
  if (const poplar::ProfileValue *cycles = profile.getOrNull("totalCycles"))
    execution.totalCycles = cycles->asUint();
  return execution;
}

} // namespace
} // namespace poplar_emu::profile

namespace poplar {

namespace profile = poplar_emu::profile;

void printGraphSummary(std::ostream &out, const std::string &profilePath, const OptionFlags &) {
  profile::print(out, profile::graphOf(profile::open(profilePath)));
}

void printExecutionSummary(std::ostream &out, const std::string &profilePath, const OptionFlags &) {
  profile::print(out, profile::executionOf(profile::open(profilePath)));
}

void printProfileSummary(std::ostream &out, const std::string &profilePath, const OptionFlags &) {
  const pva::Report report = profile::open(profilePath);
  profile::print(out, profile::graphOf(report));
  profile::print(out, profile::executionOf(report));
}

void printGraphSummary(std::ostream &out, const ProfileValue &graphProfile, const OptionFlags &) {
  profile::print(out, profile::graphOf(graphProfile));
}

void printExecutionSummary(std::ostream &out, const ProfileValue &,
                           const ProfileValue &executionProfile, const OptionFlags &) {
  profile::print(out, profile::executionOf(executionProfile));
}

void printProfileSummary(std::ostream &out, const ProfileValue &graphProfile,
                         const ProfileValue &executionProfile, const OptionFlags &) {
  profile::print(out, profile::graphOf(graphProfile));
  profile::print(out, profile::executionOf(executionProfile));
}

} // namespace poplar
