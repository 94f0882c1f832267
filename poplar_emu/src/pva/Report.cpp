// SPDX-License-Identifier: MIT
// Report: the handle to all data, and how plain data becomes one.
#include "pva/ReportData.hpp"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace pva {

struct Report::Data {
  CompilationReport compilation;
  ExecutionReport execution;
  PoplarVersion poplarVersion;
  ProfileReportVersion version;
  InstrumentationSettings instrumentation;
};

namespace internal {

/// The one place that fills the data classes.
struct Access {
  static CompilationReport compilation(const ReportData &data) {
    CompilationReport report;
    report.graph_.numComputeSets_ = data.computeSets.size();
    report.graph_.numVars_ = data.numVariables;
    report.graph_.numEdges_ = data.numEdges;
    report.graph_.numVertices_ = data.numVertices;

    report.target_.numIPUs_ = data.numIpus;
    report.target_.tilesPerIpu_ = data.tilesPerIpu;
    report.target_.bytesPerIPU_ = data.bytesPerIpu;
    report.target_.numReplicas_ = data.numReplicas;

    std::vector<ComputeSet> computeSets(data.computeSets.size());
    for (std::size_t i = 0; i < computeSets.size(); ++i)
      computeSets[i].name_ = data.computeSets[i];
    report.computeSets_ = List<ComputeSet>(std::move(computeSets));

    std::vector<Tile> tiles(data.tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      TileMemory &memory = tiles[i].memory_;
      memory.total_.includingGaps_ = data.tiles[i].includingGaps;
      memory.total_.excludingGaps_ = data.tiles[i].excludingGaps;
      memory.alwaysLiveBytes_ = data.tiles[i].alwaysLive;
      memory.notAlwaysLiveBytes_ = data.tiles[i].notAlwaysLive;
    }
    report.tiles_ = List<Tile>(std::move(tiles));
    return report;
  }

  static ExecutionReport execution(const ReportData &data) {
    ExecutionReport report;
    std::vector<Run> runs(data.runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      runs[i].name_ = data.runs[i].name;
      runs[i].microseconds_ = data.runs[i].microseconds;
    }
    report.runs_ = List<Run>(std::move(runs));
    report.totalCycles_.total_ = data.totalCycles;
    return report;
  }

  static Report report(const ReportData &data) {
    auto all = std::make_shared<Report::Data>();
    all->compilation = compilation(data);
    all->execution = execution(data);
    all->poplarVersion.major_ = data.versionMajor;
    all->poplarVersion.minor_ = data.versionMinor;
    all->poplarVersion.point_ = data.versionPoint;
    all->poplarVersion.packageHash_ = data.packageHash;
    all->version.major_ = 1;
    Report report;
    report.data_ = std::move(all);
    return report;
  }
};

Report makeReport(const ReportData &data) {
  return Access::report(data);
}

} // namespace internal

Report::Report() : data_(std::make_shared<Data>()) {}
const CompilationReport &Report::compilation() const {
  return data_->compilation;
}
const ExecutionReport &Report::execution() const {
  return data_->execution;
}
const PoplarVersion &Report::poplarVersion() const {
  return data_->poplarVersion;
}
const ProfileReportVersion &Report::version() const {
  return data_->version;
}
const InstrumentationSettings &Report::instrumentationSettings() const {
  return data_->instrumentation;
}

const List<Block> &ExecutionReport::blocks(unsigned tile) const {
  return tile < blocksByTile_.size() ? blocksByTile_[tile] : noBlocks_;
}

std::string PoplarVersion::string() const {
  return fmt::format("{}.{}.{} ({})", major_, minor_, point_, packageHash_);
}

std::ostream &operator<<(std::ostream &out, const PoplarVersion &version) {
  return out << version.string();
}

std::ostream &operator<<(std::ostream &out, const ProfileReportVersion &version) {
  return out << fmt::format("{}.{}.{}", version.majorVer(), version.minorVer(), version.pointVer());
}

Report openReport(const std::string &profilePop) {
  return internal::makeReport(internal::readReport(profilePop));
}

// Nothing that a report shows so far comes from the debug information, so only its presence is
// checked.
Report openReport(const std::string &profilePop, const std::string &debugInfo) {
  if (!std::ifstream(debugInfo).good())
    throw std::runtime_error(fmt::format("cannot read the debug information '{}'", debugInfo));
  return openReport(profilePop);
}

} // namespace pva
