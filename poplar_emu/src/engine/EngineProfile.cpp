// SPDX-License-Identifier: MIT
// poplar::Engine: summaries and reports.
#include "api/Sites.hpp"
#include "engine/EngineNeed.hpp"

#include "pva/ReportData.hpp"
#include "support/Diagnostic.hpp"
#include "support/Text.hpp"

#include <poplar/Engine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <ostream>

namespace poplar_emu::engine {
namespace {

std::uint64_t numVertices(const plan::Plan &plan) {
  std::uint64_t n = 0;
  for (const plan::ComputeStep &step : plan.computes)
    n += step.vertices.size();
  return n;
}

pva::internal::ReportData reportData(const EngineState &engine) {
  const plan::Plan &plan = engine.executable->plan;
  pva::internal::ReportData data;
  data.versionMajor = 3;
  data.versionMinor = 4;
  data.packageHash = std::string(poplar::packageHash());
  data.numIpus = plan.machine.numIpus;
  data.tilesPerIpu = plan.machine.tilesPerIpu;
  data.bytesPerIpu = plan.machine.bytesPerTile * plan.machine.tilesPerIpu;
  data.numReplicas = plan.machine.replicationFactor;
  data.numVariables = plan.memory.variables.size();
  data.numVertices = numVertices(plan);
  for (const plan::ComputeStep &step : plan.computes)
    data.computeSets.push_back(step.name);
  for (const plan::TileBytes &tile : plan.tileMemory.tiles)
    data.tiles.push_back(
        {tile.includingGaps(), tile.excludingGaps(), tile.alwaysLive, tile.notAlwaysLive});
  for (const RunRecord &run : engine.runs)
    data.runs.push_back({run.name, static_cast<std::uint64_t>(run.seconds * 1e6)});
  data.totalCycles =
      std::accumulate(engine.runs.begin(), engine.runs.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const RunRecord &run) { return sum + run.cycles; });
  return data;
}

void writeMemory(const plan::Plan &plan, std::ostream &out) {
  std::vector<std::uint64_t> bytes;
  for (const plan::TileBytes &tile : plan.tileMemory.tiles)
    bytes.push_back(tile.excludingGaps());
  const std::uint64_t total = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  const auto fullest = std::max_element(bytes.begin(), bytes.end());
  out << "Memory Usage:\n";
  out << fmt::format("  Total for all tiles: {} B\n", groupedDigits(total));
  if (fullest != bytes.end())
    out << fmt::format("  Fullest tile: {} with {} B of {} B\n", fullest - bytes.begin(),
                       groupedDigits(*fullest), groupedDigits(plan.machine.bytesPerTile));
}

void writeVariables(const plan::Plan &plan, std::ostream &out) {
  out << "  Variables:\n";
  for (const plan::VariableStorage &variable : plan.memory.variables)
    if (variable.bytes > 0)
      out << fmt::format("    {} : {} x {}, {} B\n", variable.name, variable.numElements,
                         name(variable.type), groupedDigits(variable.bytes));
}

void writeSteps(const plan::Plan &plan, std::ostream &out) {
  out << "  Supersteps:\n";
  for (const plan::ComputeStep &step : plan.computes)
    out << fmt::format("    {} : {} vertices on {} tiles, {} B exchanged\n", step.name,
                       groupedDigits(step.vertices.size()), step.activeTiles,
                       groupedDigits(step.exchange.totalBytes));
  for (const plan::CopyStep &copy : plan.copies)
    out << fmt::format("    {} : copy, {} B exchanged\n", copy.name,
                       groupedDigits(copy.exchange.totalBytes));
}

bool isSet(const poplar::OptionFlags &options, const char *key) {
  const auto found = options.find(key);
  return found != options.end() && found->second == "true";
}

} // namespace

void checkSummaryOptions(const poplar::OptionFlags &options) {
  static constexpr OptionSpec kSpecs[] = {
      {"colours", OptionKind::Bool},           {"showExecutionSteps", OptionKind::Bool},
      {"showOptimizations", OptionKind::Bool}, {"showPerIpuMemoryUsage", OptionKind::Bool},
      {"showVarStorage", OptionKind::Bool},
  };
  OptionTable("profile summary option", kSpecs, {}).check(options, UnknownKeys::Refuse);
}

void writeSummary(const EngineState &engine, const poplar::OptionFlags &options,
                  std::ostream &out) {
  const plan::Plan &plan = engine.executable->plan;
  out << "Target:\n";
  out << fmt::format("  Number of IPUs: {}\n",
                     plan.machine.numIpus * plan.machine.replicationFactor);
  out << fmt::format("  Tiles per IPU: {}\n", groupedDigits(plan.machine.tilesPerIpu));
  out << fmt::format("  Memory per Tile: {:.1f} kB\n", plan.machine.bytesPerTile / 1024.0);
  out << fmt::format("  Clock Frequency: {:.0f} MHz\n",
                     engine.executable->target.getTileClockFrequency() / 1e6);
  out << fmt::format("  Number of Replicas: {}\n", plan.machine.replicationFactor);
  out << "\nGraph:\n";
  out << fmt::format("  Number of vertices: {}\n", groupedDigits(numVertices(plan)));
  out << fmt::format("  Number of variables: {}\n", groupedDigits(plan.memory.variables.size()));
  out << fmt::format("  Number of compute sets: {}\n\n", groupedDigits(plan.computes.size()));
  writeMemory(plan, out);
  if (isSet(options, "showVarStorage")) writeVariables(plan, out);
  out << "\nExecution:\n";
  for (const RunRecord &run : engine.runs)
    out << fmt::format("  Run {} of program {}: {:.6f} s of the host, {} modelled cycles\n",
                       run.name, run.program, run.seconds, groupedDigits(run.cycles));
  if (isSet(options, "showExecutionSteps")) writeSteps(plan, out);
}

void writeReportFile(const EngineState &engine) {
  if (!engine.values.writesReport) return;
  const std::filesystem::path directory = engine.values.reportDirectory;
  std::error_code error; // shows when the file is written
  if (!directory.empty()) std::filesystem::create_directories(directory, error);
  pva::internal::writeReport(directory / "profile.pop", reportData(engine));
}

} // namespace poplar_emu::engine

namespace poplar {

namespace engine = poplar_emu::engine;

void Engine::printProfileSummary(std::ostream &out, const OptionFlags &options,
                                 SourceLocation loc) {
  const poplar_emu::CallSite call(poplar_emu::api::siteOf(loc));
  engine::checkSummaryOptions(options);
  if (engine::needReadable(state_, "printProfileSummary").executable->target.getTargetType() ==
      TargetType::CPU)
    poplar_emu::Diagnostic(poplar_emu::Code::PE0513, "there is no profile on the CPU target")
        .fix("use an IPU or an IPUModel device")
        .raise();
  engine::writeSummary(engine::needReadable(state_, "printProfileSummary"), options, out);
}

pva::Report Engine::getReport(bool) {
  return pva::internal::makeReport(engine::reportData(engine::needReadable(state_, "getReport")));
}

void Engine::reportIntervals(std::ostream &out) {
  out << "run,program,seconds,cycles\n";
  for (const engine::RunRecord &run : engine::needReadable(state_, "reportIntervals").runs)
    out << fmt::format("{},{},{:.9f},{}\n", run.name, run.program, run.seconds, run.cycles);
}

void Engine::resetExecutionProfile() {
  engine::needIdle(state_, "resetExecutionProfile").runs.clear();
}

void Engine::enableExecutionProfiling() {
  engine::needReadable(state_, "enableExecutionProfiling").profiling = true;
}

void Engine::disableExecutionProfiling() {
  engine::needReadable(state_, "disableExecutionProfiling").profiling = false;
}

const ProfileValue &Engine::getGraphProfile() const {
  const poplar_emu::plan::Plan &plan =
      engine::needReadable(state_, "getGraphProfile").executable->plan;
  ProfileValue::Map target, memory, graph;
  target["numIPUs"] = ProfileValue(plan.machine.numIpus);
  target["tilesPerIPU"] = ProfileValue(plan.machine.tilesPerIpu);
  target["numTiles"] = ProfileValue(plan.machine.numIpus * plan.machine.tilesPerIpu);
  target["bytesPerTile"] = ProfileValue(plan.machine.bytesPerTile);
  target["clockFrequency"] = ProfileValue(
      engine::needReadable(state_, "getGraphProfile").executable->target.getTileClockFrequency());
  ProfileValue::Vector tiles;
  for (const poplar_emu::plan::TileBytes &tile : plan.tileMemory.tiles)
    tiles.push_back(ProfileValue(tile.excludingGaps()));
  memory["byTile"] = ProfileValue(tiles);
  graph["numVertices"] = ProfileValue(engine::numVertices(plan));
  graph["numVars"] = ProfileValue(plan.memory.variables.size());
  graph["numComputeSets"] = ProfileValue(plan.computes.size());
  ProfileValue::Map profile;
  profile["target"] = ProfileValue(target);
  profile["memory"] = ProfileValue(memory);
  profile["graph"] = ProfileValue(graph);
  engine::needReadable(state_, "getGraphProfile").graphProfile = ProfileValue(profile);
  return engine::needReadable(state_, "getGraphProfile").graphProfile;
}

const ProfileValue &Engine::getExecutionProfile() {
  ProfileValue::Vector runs;
  std::uint64_t cycles = 0;
  for (const engine::RunRecord &run : engine::needReadable(state_, "getExecutionProfile").runs) {
    ProfileValue::Map entry;
    entry["name"] = ProfileValue(run.name);
    entry["program"] = ProfileValue(run.program);
    entry["seconds"] = ProfileValue(run.seconds);
    entry["cycles"] = ProfileValue(run.cycles);
    runs.push_back(ProfileValue(entry));
    cycles += run.cycles;
  }
  ProfileValue::Map profile;
  profile["runs"] = ProfileValue(runs);
  profile["totalCycles"] = ProfileValue(cycles);
  engine::needReadable(state_, "getExecutionProfile").executionProfile = ProfileValue(profile);
  return engine::needReadable(state_, "getExecutionProfile").executionProfile;
}

ProfileValue Engine::getProfile() {
  ProfileValue::Map profile;
  profile["graphProfile"] = getGraphProfile();
  profile["executionProfile"] = getExecutionProfile();
  return ProfileValue(profile);
}

} // namespace poplar
