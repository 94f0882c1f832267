// SPDX-License-Identifier: MIT
// Writes the files into the folder of autoReport.directory.
#include "engine/report/ReportFiles.hpp"

#include "api/Access.hpp"
#include "engine/report/Archive.hpp"
#include "engine/report/ProfileOf.hpp"
#include "pva/file/ProfileFile.hpp"
#include "support/Diagnostic.hpp"
#include "support/Warning.hpp"

#include <filesystem>
#include <fstream>

namespace poplar_emu::engine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void raiseUnwritable(const fs::path &path, const std::string &why) {
  Diagnostic(Code::PE0803, "'{}' cannot be written", path.string())
      .note("{}", why)
      .fix("check that the folder of autoReport.directory is writable")
      .raise();
}

fs::path folderOf(const model::EngineOptionValues &values) {
  const fs::path folder = values.reportDirectory.empty() ? "." : values.reportDirectory;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) raiseUnwritable(folder, "the folder cannot be made: " + error.message());
  return folder;
}

std::string writeProfileTo(const fs::path &folder, const pva::internal::Profile &profile) {
  const fs::path path = folder / "profile.pop";
  try {
    pva::internal::writeProfile(path.string(), profile);
  } catch (const std::exception &error) {
    raiseUnwritable(path, error.what());
  }
  return path.string();
}

/// What only the graph profile shows.
void dropGraphProfile(pva::internal::Profile &profile) {
  profile.memory = {};
  profile.variables.clear();
  for (pva::internal::ProgramInfo &program : profile.programs)
    program.variables.clear();
  for (pva::internal::ExchangeInfo &exchange : profile.exchanges) {
    exchange.tiles.clear();
    exchange.flows.clear();
  }
}

void keepWanted(const model::EngineOptionValues &values, pva::internal::Profile &profile) {
  if (!values.reportsGraph) dropGraphProfile(profile);
}

} // namespace

namespace {

/// Graphs beyond are too large to be read as one text.
constexpr std::size_t kMostVerticesSerialized = 100'000;

std::size_t numVertices(const poplar::Graph &graph) {
  return api::Access::ir(graph)->vertexTable.vertices.size();
}

/// What lowering would have counted: here of all that the graph has.
void addCounts(const ir::Graph &graph, pva::internal::Profile &profile) {
  profile.numVertices = graph.vertexTable.vertices.size();
  profile.numEdges = graph.vertexTable.edges.size();
  for (const ir::ComputeSet &set : graph.computeSets)
    profile.computeSets.emplace_back().name = set.name;
}

/// A report that cannot be written must not end the program. It is tried again after each run.
template <class Write>
void attempt(const char *what, const model::EngineOptionValues &values, Write &&write) {
  try {
    write();
  } catch (const std::exception &error) {
    warnOnceOf(fmt::format("{} in {}", what, values.reportDirectory),
               fmt::format("{} could not be written: {}", what, error.what()));
  }
}

} // namespace

void writeReportFiles(const EngineState &engine) {
  const model::EngineOptionValues &values = engine.values;
  if (!values.writesReport || !profilesHere(engine)) return;
  attempt("the report of an engine", values, [&] {
    pva::internal::Profile profile =
        profileOf(engine, values.reportsExecution ? Runs::Include : Runs::Leave);
    keepWanted(values, profile);
    writeProfileTo(folderOf(values), profile);
  });
}

std::string writeOutOfMemoryReport(const plan::Plan &plan, const ir::Graph &graph,
                                   const poplar::Target &target,
                                   const model::EngineOptionValues &values) {
  std::string path;
  if (!values.writesReport) return path;
  attempt("the report of a graph that does not fit", values, [&] {
    pva::internal::Profile profile = profileOf(plan, target, values);
    profile.memory.outOfMemory = true;
    if (plan.computes.empty()) addCounts(graph, profile);
    keepWanted(values, profile);
    path = writeProfileTo(folderOf(values), profile);
  });
  return path;
}

void writeArchive(const ExecutableState &executable, const model::EngineOptionValues &values) {
  const auto write = [&](const fs::path &path) {
    std::ofstream out(path, std::ios::binary);
    writeArchive(executable, out);
    if (!out.flush()) raiseUnwritable(path, "the file system refused it");
  };
  if (values.reportsArchive)
    attempt("the archive of an engine", values, [&] { write(folderOf(values) / "archive.a"); });
  if (!values.archiveFile.empty())
    attempt("the archive of target.saveArchive", values, [&] { write(values.archiveFile); });
}

void writeSerializedGraph(const poplar::Graph &graph, const model::EngineOptionValues &values) {
  if (!values.reportsSerializedGraph) return;
  if (numVertices(graph) > kMostVerticesSerialized) {
    warnOnce("serialized_graph.json is not written for graphs of more than {} vertices",
             kMostVerticesSerialized);
    return;
  }
  attempt("the serialized graph", values, [&] {
    const fs::path path = folderOf(values) / "serialized_graph.json";
    std::ofstream out(path, std::ios::binary);
    graph.serialize(out, poplar::SerializationFormat::JSON);
    if (!out.flush()) raiseUnwritable(path, "the file system refused it");
  });
}

} // namespace poplar_emu::engine
